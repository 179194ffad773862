import type { Attachment } from 'svelte/attachments'
import type { Viewport } from './viewport.svelte'
import type { Point } from './geometry'

const LONG = 500
const SLIP = 8

type Hold = (target: EventTarget | null) => void

/** Wheel and two fingers zoom, dragging moves the board, holding asks what something is. */
export function gestures(port: Viewport, onhold: Hold): Attachment<SVGSVGElement> {
  return (svg) => new Gestures(svg, port, onhold).listen()
}

class Gestures {
  readonly #fingers = new Map<number, Point>()
  #held: ReturnType<typeof setTimeout> | undefined
  #begun: Point = { x: 0, y: 0 }
  #dragging = false

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly port: Viewport,
    private readonly onhold: Hold,
  ) {}

  /** Begins; what is given back ends it. */
  listen(): () => void {
    const { svg } = this
    const all = new AbortController()
    const { signal } = all
    svg.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    svg.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    svg.addEventListener('pointermove', (event) => this.#move(event), { signal })
    svg.addEventListener('pointerup', (event) => this.#up(event), { signal })
    svg.addEventListener('pointercancel', (event) => this.#up(event), { signal })
    svg.addEventListener('click', (event) => this.#click(event), { signal, capture: true })
    svg.addEventListener('contextmenu', (event) => this.#menu(event), { signal })
    return () => {
      clearTimeout(this.#held)
      all.abort()
    }
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.port.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.#on(event.clientX, event.clientY))
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return
    this.#begun = { x: event.clientX, y: event.clientY }
    this.#fingers.set(event.pointerId, this.#begun)
    this.#dragging = this.#fingers.size > 1
    clearTimeout(this.#held)
    const { target, pointerType } = event
    if (pointerType === 'mouse' || this.#fingers.size > 1) return
    this.#held = setTimeout(() => {
      this.#dragging = true
      this.onhold(target)
    }, LONG)
  }

  #move(event: PointerEvent): void {
    if (!this.#fingers.has(event.pointerId)) return
    const now = { x: event.clientX, y: event.clientY }
    if (!this.#dragging && Math.hypot(now.x - this.#begun.x, now.y - this.#begun.y) < SLIP) return
    if (!this.#dragging) {
      this.#dragging = true
      clearTimeout(this.#held)
      this.svg.setPointerCapture(event.pointerId)
    }
    const [wide, centre] = [this.#apart(), this.#between()]
    this.#fingers.set(event.pointerId, now)
    const next = this.#between()
    if (wide > 0) this.port.zoom(this.#apart() / wide, this.#on(next.x, next.y))
    const [from, to] = [this.#on(centre.x, centre.y), this.#on(next.x, next.y)]
    this.port.move(from.x - to.x, from.y - to.y)
  }

  #up(event: PointerEvent): void {
    clearTimeout(this.#held)
    this.#fingers.delete(event.pointerId)
  }

  /** The end of a drag or of holding is no tap; a click from the keyboard has no drag before it. */
  #click(event: MouseEvent): void {
    if (this.#dragging && event.detail > 0) event.stopImmediatePropagation()
    this.#dragging = false
  }

  #menu(event: Event): void {
    event.preventDefault()
    this.onhold(event.target)
  }

  /** A point of the screen on the drawing. */
  #on(x: number, y: number): Point {
    const matrix = this.svg.getScreenCTM()
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 }
  }

  #apart(): number {
    const [a, b] = [...this.#fingers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  #between(): Point {
    const all = [...this.#fingers.values()]
    const sum = all.reduce((one, two) => ({ x: one.x + two.x, y: one.y + two.y }), { x: 0, y: 0 })
    return { x: sum.x / all.length, y: sum.y / all.length }
  }
}
