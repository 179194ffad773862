import type { Live } from '$lib/api/live.svelte'

const SHOWN_EVERY = 500
const COUNTED_EVERY = 200

/** What is left to each seat, also between the steps. It lives as long as the component that makes it. */
export class Clocks {
  /** Milliseconds; null where no clock runs. */
  left: readonly number[] | null = $state.raw(null)
  /** Seconds for which bots still leave time to take back; null where none hurries. */
  grace: number | null = $state(null)

  constructor(live: () => Live | null) {
    $effect(() => {
      const connection = live()
      const whole = connection?.state?.undo ? connection.state.grace : 0
      return connection && whole > 0 ? this.#count(connection, whole) : undefined
    })
    $effect(() => {
      const connection = live()
      if (connection?.state?.clocks) return this.#run(connection)
      this.left = null
      return
    })
  }

  #count(live: Live, whole: number): () => void {
    const show = (): void => {
      const left = Math.ceil((whole - live.since(Date.now())) / 1000)
      this.grace = left > 0 ? left : null
    }
    show()
    const timer = setInterval(show, COUNTED_EVERY)
    return () => {
      clearInterval(timer)
      this.grace = null
    }
  }

  #run(live: Live): () => void {
    const show = (): void => {
      const now = live.state
      if (!now?.clocks) return
      const gone = now.paused || now.result ? 0 : live.since(Date.now())
      this.left = now.clocks.map((left, seat) => (now.owing.includes(seat) ? left - gone : left))
    }
    show()
    const timer = setInterval(show, SHOWN_EVERY)
    return () => clearInterval(timer)
  }
}
