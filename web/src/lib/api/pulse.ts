/** How often the pulse is felt. */
const TICK = 1_000
/** A visible page asks for a sign of life after so much silence; one in the background has time. */
const QUIET = 3_000
const QUIET_HIDDEN = 20_000
/** How long an answer may take. */
const PATIENCE = 7_000
/** The same after the page has slept or comes back into sight: then somebody is waiting for it. */
const SHORT_PATIENCE = 2_500
/** A tick that comes so late tells that the page, or the whole device, has slept. */
const SLEPT = 5_000

interface Host {
  /** Ask the other side for a sign of life. */
  ping: () => void
  /** There was none. */
  dead: () => void
}

/** Notices that a connection is dead, which a socket by itself does only after a minute or more. */
export class Pulse {
  #heard = 0
  /** When a sign of life was asked for that has not come yet. */
  #asked: number | null = null
  #patience = PATIENCE
  #ticked = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly host: Host) {}

  /** From now on there is a connection. */
  start(): void {
    this.stop()
    this.#heard = this.#ticked = Date.now()
    this.#timer = setInterval(() => this.#tick(), TICK)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#asked = null
  }

  /** Something came from the other side. */
  heard(): void {
    this.#heard = Date.now()
    this.#asked = null
  }

  /** Looks at once whether the other side is still there. */
  probe(): void {
    this.#ask(SHORT_PATIENCE)
  }

  #ask(patience: number): void {
    this.#asked = Date.now()
    this.#patience = patience
    this.host.ping()
  }

  #tick(): void {
    const now = Date.now()
    const slept = now - this.#ticked > SLEPT
    this.#ticked = now
    // What came meanwhile may not have been read yet: whoever slept asks once more.
    if (slept) this.probe()
    else if (this.#asked !== null) {
      if (now - this.#asked >= this.#patience) this.host.dead()
    } else if (now - this.#heard >= (document.hidden ? QUIET_HIDDEN : QUIET)) this.#ask(PATIENCE)
  }
}
