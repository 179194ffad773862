import { api } from '$lib/api/client'
import type { Live } from '$lib/api/live.svelte'
import type { TableInfo } from '$lib/api/wire'
import { language } from '$lib/i18n/locale.svelte'
import { deadlineWords, hasOthers } from './terms'

const SHOWN_EVERY = 20_000

/** When those on turn must have moved, at a table by days. It lives as long as the component that makes it. */
export class Deadline {
  #table = $state.raw<TableInfo | null>(null)
  #now = $state(Date.now())

  constructor(live: () => Live | null) {
    $effect(() => {
      const connection = live()
      const table = connection?.table
      if (!table || table.days === null || table.state !== 'running' || !hasOthers(table)) {
        this.#table = null
        return
      }
      // Asked for after each step, which is rare where people have days for a move. A table of one person with bots has
      // days too, and steps all the time: there nobody waits, and nothing is asked.
      void connection.n
      void connection.state?.paused
      let isOld = false
      api.table(table.id).then((found) => { if (!isOld) this.#table = found }, () => {})
      return () => (isOld = true)
    })
    $effect(() => {
      if (!this.#table) return
      const timer = setInterval(() => (this.#now = Date.now()), SHOWN_EVERY)
      return () => clearInterval(timer)
    })
  }

  get now(): { text: string; left: number } | null {
    const text = this.#table && deadlineWords(this.#table, language.current)
    return text ? { text, left: Math.max(0, (this.#table?.deadline ?? 0) - this.#now) } : null
  }
}
