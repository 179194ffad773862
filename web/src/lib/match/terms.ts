import { m } from '$msg'
import type { TableInfo } from '$lib/api/wire'

/** True if somebody else plays here, or may yet come: only then do days for a move matter. */
export const hasOthers = (table: TableInfo): boolean =>
  table.seats.some((seat) => seat.kind === 'open' || (seat.kind === 'human' && !table.mine.includes(seat.seat)))

/** Whether it counts, and how much time there is, in a few words each. */
export function terms(table: TableInfo): string[] {
  const found: string[] = []
  if (table.rated) found.push(m.table_rated())
  if (table.clock !== null) found.push(m.table_clock({ minutes: Math.round(table.clock / 6) / 10, seconds: table.increment }))
  if (table.days !== null && hasOthers(table)) found.push(m.table_days({ days: table.days }))
  return found
}

/** When somebody must have moved, for people; null where nobody waits for anybody. */
export function deadlineWords(table: TableInfo, language: string): string | null {
  if (table.deadline === null || !hasOthers(table)) return null
  const when = new Date(table.deadline).toLocaleString(language, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return m.deadline({ when })
}
