import { goalOf } from './changes'
import { look } from './looks'
import { spots } from './narrow'
import type { Launch, ModuleCode } from './wire'

/** Where a launch would take tiles from, and where they would go, read off the entry alone: a replay has no decision. */
export interface Course {
  /** The module and its cargo as `row:at`, with their order. */
  tiles: ReadonlyMap<string, number>
  /** Rows and cities of the settlement, as `city-0-A`. */
  goals: ReadonlySet<string>
}

export function courseOf({ seat, row, use, cargo = [], placed = [] }: Launch, rows: readonly (readonly ModuleCode[])[]): Course {
  const docked = rows[row - 1] ?? []
  const end = docked.at(-1)
  // Only a shuttle is launched from behind another module, which it takes along (RW-2.5a).
  const module = use === 'transport' && end && look(end).kind !== 'shuttle' ? docked.at(-2) : end
  if (!module) return { tiles: new Map(), goals: new Set() }
  const found = spots(rows, row, module, cargo)
  const all = [found.module, ...found.cargo]
  return {
    tiles: new Map(all.flatMap((spot, i) => (spot ? [[`${spot.row}:${spot.at}`, i] as const] : []))),
    goals: new Set([goalOf(use, seat, module), ...placed.flatMap(({ city }) => (city ? [`city-${seat}-${city}`] : []))]),
  }
}
