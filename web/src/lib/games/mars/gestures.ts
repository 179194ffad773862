import type { Attachment } from 'svelte/attachments'
import type { Viewport } from './viewport.svelte'
import type { Point } from './geometry'

const LONG = 500
const SLIP = 8

/** Wheel and two fingers zoom, dragging moves the board, holding asks what something is. */
export function gestures(port: Viewport, onhold: (target: EventTarget | null) => void): Attachment<SVGSVGElement> {
  return (svg) => {
    const fingers = new Map<number, Point>()
    const listen = new AbortController()
    const options = { signal: listen.signal }
    let held: ReturnType<typeof setTimeout> | undefined
    let begun: Point = { x: 0, y: 0 }
    let dragging = false

    const on = (x: number, y: number): Point => {
      const matrix = svg.getScreenCTM()
      return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 }
    }
    const apart = (): number => {
      const [a, b] = [...fingers.values()]
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
    }
    const between = (): Point => {
      const all = [...fingers.values()]
      const sum = all.reduce((one, two) => ({ x: one.x + two.x, y: one.y + two.y }), { x: 0, y: 0 })
      return { x: sum.x / all.length, y: sum.y / all.length }
    }
    const drop = (event: PointerEvent): void => {
      clearTimeout(held)
      fingers.delete(event.pointerId)
    }

    svg.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault()
        port.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), on(event.clientX, event.clientY))
      },
      { ...options, passive: false },
    )
    svg.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
        begun = { x: event.clientX, y: event.clientY }
        dragging = fingers.size > 1
        clearTimeout(held)
        const { target, pointerType } = event
        if (pointerType !== 'mouse' && fingers.size === 1)
          held = setTimeout(() => {
            dragging = true
            onhold(target)
          }, LONG)
      },
      options,
    )
    svg.addEventListener(
      'pointermove',
      (event) => {
        const old = fingers.get(event.pointerId)
        if (!old) return
        const now = { x: event.clientX, y: event.clientY }
        if (!dragging && Math.hypot(now.x - begun.x, now.y - begun.y) < SLIP) return
        if (!dragging) {
          dragging = true
          clearTimeout(held)
          svg.setPointerCapture(event.pointerId)
        }
        const [wide, centre] = [apart(), between()]
        fingers.set(event.pointerId, now)
        const next = between()
        if (wide > 0) port.zoom(apart() / wide, on(next.x, next.y))
        const [from, to] = [on(centre.x, centre.y), on(next.x, next.y)]
        port.move(from.x - to.x, from.y - to.y)
      },
      options,
    )
    svg.addEventListener('pointerup', drop, options)
    svg.addEventListener('pointercancel', drop, options)
    svg.addEventListener(
      'click',
      (event) => {
        // The end of a drag or of holding is no tap; a click from the keyboard has no drag before it.
        if (dragging && event.detail > 0) event.stopImmediatePropagation()
        dragging = false
      },
      { ...options, capture: true },
    )
    svg.addEventListener(
      'contextmenu',
      (event) => {
        event.preventDefault()
        onhold(event.target)
      },
      options,
    )
    return () => {
      clearTimeout(held)
      listen.abort()
    }
  }
}
