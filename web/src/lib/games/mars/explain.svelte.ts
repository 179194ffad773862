import type { Attachment } from 'svelte/attachments'

/** What a piece is, does and is worth now, and where the rule book says so. */
export interface Info {
  title: string
  lines: readonly string[]
  /** Such as "MA-3.7". */
  clause: string
}

const HOVER = 350
const LONG = 500

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
  keep(anchor: Element, info: Info): void {
    this.show(anchor, info)
    this.kept = true
    this.#back = anchor as HTMLElement | SVGElement
  }

  soon(anchor: Element, info: () => Info): void {
    if (this.kept) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.show(anchor, info()), HOVER)
  }

  /** Ends what was shown in passing. */
  pass(): void {
    clearTimeout(this.#timer)
    if (!this.kept) this.close()
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
  on(info: () => Info): Attachment<HTMLElement> {
    return (element) => {
      let held: ReturnType<typeof setTimeout> | undefined
      let long = false
      const listen = new AbortController()
      const add = <K extends keyof HTMLElementEventMap>(kind: K, run: (event: HTMLElementEventMap[K]) => void, capture = false): void =>
        element.addEventListener(kind, run, { signal: listen.signal, capture })
      add('pointerenter', (event) => {
        if (event.pointerType === 'mouse') this.soon(element, info)
      })
      add('pointerleave', () => {
        clearTimeout(held)
        this.pass()
      })
      add('focusin', () => {
        if (element.matches(':focus-visible, :has(:focus-visible)')) this.show(element, info())
      })
      add('focusout', () => this.pass())
      add('pointerdown', (event) => {
        long = false
        if (event.pointerType === 'mouse') return
        held = setTimeout(() => {
          long = true
          this.keep(element, info())
        }, LONG)
      })
      add('pointerup', () => clearTimeout(held))
      add('pointercancel', () => clearTimeout(held))
      add('contextmenu', (event) => {
        event.preventDefault()
        this.keep(element, info())
      })
      add('click', (event) => {
        if (!long) return
        event.preventDefault()
        event.stopImmediatePropagation()
      }, true)
      add('keydown', (event) => {
        if (event.key === 'i' && !event.ctrlKey && !event.metaKey) this.keep(element, info())
      })
      return () => {
        clearTimeout(held)
        listen.abort()
        if (this.anchor === element) this.close()
      }
    }
  }
}
