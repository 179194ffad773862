/** Safari refuses more than 100 changes of the address in 30 seconds: this leaves some for other pages. */
const SPACING = 400

/** Writes the address of a screen that changes quickly, such as a replay, no oftener than browsers allow. */
export class Address {
  #last = -SPACING
  #unwritten: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly write: (path: string) => void) {}

  /** Writes it now, or soon; of several only the last. */
  set(path: string): void {
    this.#unwritten = path
    const wait = this.#last + SPACING - performance.now()
    clearTimeout(this.#timer)
    if (wait <= 0) this.flush()
    else this.#timer = setTimeout(() => this.flush(), wait)
  }

  /** Writes what is still to be written: somebody is about to read it, or to leave it. */
  flush(): void {
    const path = this.#unwritten
    this.drop()
    if (path === null) return
    this.#last = performance.now()
    this.write(path)
  }

  /** Forgets it: the browser is elsewhere already. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#unwritten = null
  }
}
