import type { Live } from '$lib/api/live.svelte'

const SHOWN_EVERY = 500

/** What is left to each seat, also between the steps. It lives as long as the component that makes it. */
export class Clocks {
  /** Milliseconds; null where no clock runs. */
  left: readonly number[] | null = $state.raw(null)

  constructor(live: () => Live | null) {
    $effect(() => {
      const connection = live()
      if (connection?.state?.clocks) return this.#run(connection)
      this.left = null
      return
    })
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
