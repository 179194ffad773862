import type { Attachment } from 'svelte/attachments'
import { speaker } from '$lib/ui/toasts.svelte'

/** What a piece is, does and is worth now, and where the rule book says so. */
export interface Info {
  title: string
  lines: readonly string[]
  /** Why it cannot be had now. */
  lack?: readonly string[]
  /** Its number in the rule book. */
  clause: string
}

const HOVER = 300
const LONG = 450
const SLIP = 10

export const inWords = (info: Info): string => [info.title, ...(info.lack ?? []), ...info.lines].join('. ').replaceAll('..', '.')

/** Keys by which one looks around; after others the focus comes to lie somewhere by itself. */
const ROAMING = ['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
let pressed = ''
globalThis.addEventListener?.('keydown', (event) => (pressed = (event as KeyboardEvent).key), true)

/** Whether somebody has gone to an element by the keyboard, to look at it. */
export const isRoaming = (element: Element): boolean => ROAMING.includes(pressed) && element.matches(':focus-visible')

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
    return (element) => new Pointing(this, element, info).listen()
  }
}

/** How one asks for the explanation of an element. */
class Pointing {
  #held: ReturnType<typeof setTimeout> | undefined
  #long = false
  #from = { x: 0, y: 0 }

  constructor(
    private readonly explainer: Explainer,
    private readonly element: HTMLElement,
    private readonly info: () => Info | null,
  ) {}

  /** Begins; what is given back ends it. */
  listen(): () => void {
    const { element, explainer } = this
    const all = new AbortController()
    const { signal } = all
    const release = (): void => clearTimeout(this.#held)
    element.addEventListener('pointerenter', (event) => this.#enter(event), { signal })
    element.addEventListener('pointerleave', () => this.#leave(), { signal })
    element.addEventListener('focus', () => this.#focus(), { signal })
    element.addEventListener('blur', () => explainer.pass(element), { signal })
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    element.addEventListener('pointermove', (event) => this.#move(event), { signal })
    element.addEventListener('pointerup', release, { signal })
    element.addEventListener('pointercancel', release, { signal })
    element.addEventListener('contextmenu', (event) => this.#menu(event), { signal })
    element.addEventListener('click', (event) => this.#click(event), { signal, capture: true })
    // What was chosen is known; what it leads to must be seen.
    element.addEventListener('click', () => explainer.kept || explainer.close(), { signal })
    element.addEventListener('keydown', (event) => this.#key(event), { signal })
    return () => {
      release()
      all.abort()
      // Not while the board is being changed.
      queueMicrotask(() => {
        if (explainer.anchor === element) explainer.close()
      })
    }
  }

  #keep(): void {
    const text = this.info()
    if (text) this.explainer.keep(this.element, text)
  }

  #enter(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.explainer.soon(this.element, this.info)
  }

  #leave(): void {
    clearTimeout(this.#held)
    this.explainer.pass(this.element)
  }

  #focus(): void {
    if (!isRoaming(this.element) || this.explainer.kept) return
    const text = this.info()
    if (text) this.explainer.show(this.element, text)
  }

  #down(event: PointerEvent): void {
    this.#long = false
    this.explainer.pass(this.element)
    if (event.pointerType === 'mouse') return
    this.#from = { x: event.clientX, y: event.clientY }
    this.#held = setTimeout(() => {
      this.#long = true
      this.#keep()
    }, LONG)
  }

  #move(event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > SLIP) clearTimeout(this.#held)
  }

  #menu(event: Event): void {
    event.preventDefault()
    this.#keep()
  }

  /** The end of holding is no tap. */
  #click(event: Event): void {
    if (!this.#long) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'i' && !event.ctrlKey && !event.metaKey) this.#keep()
  }
}
