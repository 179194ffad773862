import type { Point } from './geometry'

const WIDTH = 636
const HEIGHT = 560
const MOST = 4

/** The part of the drawing that is seen: zoomed and moved, never out of the board. */
export class Viewport {
  scale = $state(1)
  x = $state(0)
  y = $state(0)

  box = $derived.by(() => {
    const w = WIDTH / this.scale
    const h = HEIGHT / this.scale
    return `${(this.x - w / 2).toFixed(1)} ${(this.y - h / 2).toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`
  })

  /** Makes it larger or smaller; `at` stays where it is. */
  zoom(factor: number, at: Point = { x: this.x, y: this.y }): void {
    const next = Math.min(MOST, Math.max(1, this.scale * factor))
    const kept = this.scale / next
    this.scale = next
    this.#look(at.x + (this.x - at.x) * kept, at.y + (this.y - at.y) * kept)
  }

  move(dx: number, dy: number): void {
    this.#look(this.x + dx, this.y + dy)
  }

  fit(): void {
    this.scale = 1
    this.#look(0, 0)
  }

  /** Moves only as far as is needed for a place to be seen. */
  reveal(at: Point): void {
    const w = (WIDTH / this.scale / 2) * 0.8
    const h = (HEIGHT / this.scale / 2) * 0.8
    this.#look(Math.max(at.x - w, Math.min(at.x + w, this.x)), Math.max(at.y - h, Math.min(at.y + h, this.y)))
  }

  #look(x: number, y: number): void {
    const w = (WIDTH - WIDTH / this.scale) / 2
    const h = (HEIGHT - HEIGHT / this.scale) / 2
    this.x = Math.max(-w, Math.min(w, x))
    this.y = Math.max(-h, Math.min(h, y))
  }
}
