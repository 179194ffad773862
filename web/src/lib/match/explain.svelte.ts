import type { Attachment } from 'svelte/attachments'
import { inSentences } from '$lib/i18n/sentences'
import { speaker } from '$lib/ui/toasts.svelte'

/** What a piece is, does and is worth now, and where the rule book says so. */
export interface Info {
  title: string
  lines: readonly string[]
  /** What counts at a glance; the first line, where nothing else is said. */
  brief?: readonly string[]
  /** Why it cannot be had now. */
  lack?: readonly string[]
  /** Its number in the rule book. */
  clause: string
}

/** So long a mouse that was moved rests on something about which its owner wonders. */
const REST = 550
const LONG = 450
const SLIP = 10

export const inWords = (info: Info): string => inSentences([info.title, ...(info.lack ?? []), ...info.lines])

/** Keys by which one looks around; after others the focus comes to lie somewhere by itself. */
const ROAMING = ['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']
let pressed = ''
globalThis.addEventListener?.('keydown', (event) => (pressed = (event as KeyboardEvent).key), true)

/** Whether somebody has gone to an element by the keyboard, to look at it. */
export const isRoaming = (element: Element): boolean => ROAMING.includes(pressed) && element.matches(':focus-visible')

/** What is said of something to those who only point at it. */
export const inBrief = (info: Info): readonly string[] => (info.lack?.length ? info.lack.slice(0, 1) : (info.brief ?? info.lines.slice(0, 1)))

/** Shows one explanation at a time: in brief while one points at something, whole for the keyboard, or kept open. */
export class Explainer {
  anchor: Element | null = $state.raw(null)
  info: Info | null = $state.raw(null)
  kept = $state(false)
  brief = $state(false)
  /** What the mouse is on, and whether that needs no words any more until it comes again. */
  #under: Element | null = null
  #known = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #back: HTMLElement | SVGElement | null = null

  show(anchor: Element, info: Info, brief = false): void {
    clearTimeout(this.#timer)
    this.anchor = anchor
    this.info = info
    this.brief = brief
    this.kept = false
  }

  /** Keeps it open, so that its link can be followed. */
  keep(anchor: HTMLElement | SVGElement, info: Info): void {
    this.show(anchor, info)
    this.kept = true
    this.#back = anchor
    speaker.say(inWords(info))
  }

  /** The mouse moves on something: once it rests there, that is explained in brief. */
  soon(event: PointerEvent, anchor: Element, info: () => Info | null): void {
    // A board that changes below a mouse at rest is nothing that was asked about.
    if (event.pointerType !== 'mouse' || (event.movementX === 0 && event.movementY === 0)) return
    if (this.#under !== anchor) {
      this.#under = anchor
      this.#known = false
      if (this.brief && !this.kept) this.#hide()
    }
    if (this.kept || this.#known || this.anchor === anchor || event.buttons !== 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const text = info()
      if (text && this.#under === anchor) this.show(anchor, text, true)
    }, REST)
  }

  /** The mouse is no longer there. */
  leave(): void {
    this.#under = null
    clearTimeout(this.#timer)
    if (this.brief) this.pass()
  }

  /** Ends what was shown in passing; later, since an element also loses the focus while the board is being changed. */
  pass(element: Element | null = this.anchor): void {
    clearTimeout(this.#timer)
    queueMicrotask(() => {
      if (!this.kept && this.anchor === element) this.#hide()
    })
  }

  close(): void {
    const back = this.kept ? this.#back : null
    this.#known = this.#under !== null
    this.#hide()
    back?.focus({ preventScroll: true })
  }

  #hide(): void {
    clearTimeout(this.#timer)
    this.anchor = null
    this.info = null
    this.kept = false
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

  #leave(): void {
    clearTimeout(this.#held)
    this.explainer.leave()
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
    this.explainer.soon(event, this.element, this.info)
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
