import { m } from '$msg'
import type { HintInfo, Seat } from '$lib/api/wire'
import { toasts } from '$lib/ui/toasts.svelte'

/** How often the bot is asked before a person hears that the match goes on too fast for it. */
const MOST = 3

/** What a hint is for: the choice of a seat, after so many steps of the match. */
export interface Situation {
  n: number
  seat: Seat
}

/** A person's wish for a hint, which may take several questions. */
interface Wish {
  left: number
}

/**
 * What the bot would do now. A hint fits one situation only: where the match goes on meanwhile the bot is asked again, as long as
 * there is something to choose, and else the person is told.
 */
export class Hints {
  list: readonly HintInfo[] = $state.raw([])
  /** The entry of the list that the board shows. */
  shown: object | null = $state.raw(null)
  thinking = $state(false)
  #wish: Wish | null = null
  #for: Situation | null = null

  constructor(
    private readonly ask: (seat: Seat) => Promise<readonly HintInfo[]>,
    /** What this person has to choose now; null where that is nothing. */
    private readonly now: () => Situation | null,
  ) {}

  /** The person asks for a hint. */
  async want(): Promise<void> {
    if (this.thinking) return
    this.drop()
    this.#wish = { left: MOST }
    await this.#think(this.#wish)
  }

  /** The person needs none any more, such as one who has chosen. */
  drop(): void {
    this.#wish = null
    this.thinking = false
    this.#clear()
  }

  /** The match went on. While the bot thinks, its answer is looked at once it comes. */
  async follow(): Promise<void> {
    if (this.thinking || !this.#wish || this.#fits(this.#for)) return
    this.#clear()
    await this.#think(this.#wish)
  }

  #clear(): void {
    this.list = []
    this.shown = null
  }

  async #think(wish: Wish): Promise<void> {
    this.thinking = true
    let found: readonly HintInfo[] | null = null
    try {
      found = await this.#inTime(wish)
    } catch (fault) {
      if (wish === this.#wish) this.drop()
      throw fault
    }
    if (wish !== this.#wish) return
    this.thinking = false
    if (found?.length) {
      this.list = found
      this.shown = found[0]?.entry as object
    } else {
      this.drop()
      toasts.show(found ? m.hint_none() : m.hint_late())
    }
  }

  /** Asks until an answer comes before the match has gone on; null where none does. */
  async #inTime(wish: Wish): Promise<readonly HintInfo[] | null> {
    while (wish === this.#wish && wish.left-- > 0) {
      const before = this.now()
      this.#for = before
      if (!before) return null
      try {
        const found = await this.ask(before.seat)
        if (this.#fits(before)) return found
      } catch (fault) {
        // What was refused because the match has gone on is no fault.
        if (this.#fits(before)) throw fault
      }
    }
    return null
  }

  #fits(situation: Situation | null): boolean {
    const now = this.now()
    return now !== null && now.n === situation?.n && now.seat === situation.seat
  }
}
