import type { Attachment } from 'svelte/attachments'
import { speaker } from '$lib/ui/toasts.svelte'

/** What a piece is, does and is worth now, and where the rule book says so. */
export interface Info {
  title: string
  lines: readonly string[]
  /** Its number in the rule book. */
  clause: string
}

const HOVER = 300
const LONG = 450
const SLIP = 10

export const inWords = (info: Info): string => [info.title, ...info.lines].join('. ').replaceAll('..', '.')

/** Shows one explanation at a time: in passing while one points at something, or kept open. */
export class Explainer {
  anchor: Element | null = $state.raw(null)
  info: Info | null = $state.raw(null)
  kept = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #back: HTMLElement | SVGElement | null = null

  show(anchor: Element, info: Info): void {
    clearTimeout(this.#timer)
    this.anchor = anchor
    this.info = info
    this.kept = false
  }

  /** Keeps it open, so that its link can be followed. */
  keep(anchor: HTMLElement | SVGElement, info: Info): void {
    this.show(anchor, info)
    this.kept = true
    this.#back = anchor
    speaker.say(inWords(info))
  }

  /** Shows it once one has pointed at it for a moment. */
  soon(anchor: Element, info: () => Info | null): void {
    if (this.kept) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const text = info()
      if (text) this.show(anchor, text)
    }, HOVER)
  }

  /** Ends what was shown in passing; later, since an element also loses the focus while the board is being changed. */
  pass(element: Element | null = this.anchor): void {
    clearTimeout(this.#timer)
    queueMicrotask(() => {
      if (!this.kept && this.anchor === element) this.close()
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    const back = this.kept ? this.#back : null
    this.anchor = null
    this.info = null
    this.kept = false
    back?.focus({ preventScroll: true })
  }

  /** Explains an element that is pointed at, reached by the keyboard, or held. */
  on(info: () => Info | null): Attachment<HTMLElement> {
    return (element) => {
      let held: ReturnType<typeof setTimeout> | undefined
      let long = false
      let from = { x: 0, y: 0 }
      const listen = new AbortController()
      const add = <K extends keyof HTMLElementEventMap>(kind: K, run: (event: HTMLElementEventMap[K]) => void, capture = false): void =>
        element.addEventListener(kind, run, { signal: listen.signal, capture })
      const now = (run: (info: Info) => void): void => {
        const text = info()
        if (text) run(text)
      }
      add('pointerenter', (event) => {
        if (event.pointerType === 'mouse') this.soon(element, info)
      })
      add('pointerleave', () => {
        clearTimeout(held)
        this.pass(element)
      })
      add('focus', () => {
        if (element.matches(':focus-visible') && !this.kept) now((text) => this.show(element, text))
      })
      add('blur', () => this.pass(element))
      add('pointerdown', (event) => {
        long = false
        this.pass(element)
        if (event.pointerType === 'mouse') return
        from = { x: event.clientX, y: event.clientY }
        held = setTimeout(() => {
          long = true
          now((text) => this.keep(element, text))
        }, LONG)
      })
      add('pointermove', (event) => {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP) clearTimeout(held)
      })
      add('pointerup', () => clearTimeout(held))
      add('pointercancel', () => clearTimeout(held))
      add('contextmenu', (event) => {
        event.preventDefault()
        now((text) => this.keep(element, text))
      })
      add(
        'click',
        (event) => {
          if (!long) return
          event.preventDefault()
          event.stopImmediatePropagation()
        },
        true,
      )
      add('keydown', (event) => {
        if (event.key === 'i' && !event.ctrlKey && !event.metaKey) now((text) => this.keep(element, text))
      })
      return () => {
        clearTimeout(held)
        listen.abort()
        // Not while the board is being changed.
        queueMicrotask(() => {
          if (this.anchor === element) this.close()
        })
      }
    }
  }
}
