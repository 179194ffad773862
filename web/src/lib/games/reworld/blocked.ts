import { m } from '$msg'
import { look } from './looks'
import { spots } from './narrow'
import type { LaunchChoice, ModuleCode, Officer } from './wire'

/** Why a docked module cannot be launched now, or not be fetched, and the clause that says so. */
export interface Block {
  text: string
  clause: string
}

type Rows = readonly (readonly ModuleCode[])[]

/** The tiles that a launch takes along or launches, as `row:at`. */
function moved(rows: Rows, { launch, module }: LaunchChoice): string[] {
  const { module: own, cargo } = spots(rows, launch.row, module, launch.cargo ?? [])
  return [own, ...cargo].flatMap((spot) => (spot ? [`${spot.row}:${spot.at}`] : []))
}

/** What becomes of a unit that no shuttle can fetch now. A shuttle of its own row lies behind it, and leaves only after it. */
function stranded(rows: Rows, row: Officer): Block {
  const isLater = rows.some((tiles, i) => i !== row - 1 && tiles.some((code) => look(code).kind === 'shuttle'))
  return { text: isLater ? m.rw_blocked_unit_yet() : m.rw_blocked_unit(), clause: 'RW-2.7' }
}

/**
 * Why a module stays where it is. What may be launched is read off the launches that the server lists;
 * without them, as on another player's turn, only what lies in front of a module tells.
 */
export function blockOf(rows: Rows, row: Officer, at: number, launches: readonly LaunchChoice[] | null): Block | null {
  const tiles = rows[row - 1] ?? []
  const code = tiles[at]
  if (!code) return null
  const { kind } = look(code)
  const useful = launches?.filter(({ launch }) => launch.use !== 'sacrifice') ?? []
  const isFree = useful.some((choice) => moved(rows, choice).includes(`${row}:${at}`))
  const ahead = tiles.slice(at + 1)
  const count = ahead.length
  if (isFree) return null
  if (count === 0) return launches && kind === 'builder' ? stranded(rows, row) : null
  const behindUnits = kind === 'shuttle' && ahead.every((one) => look(one).kind === 'builder')
  if (behindUnits && count === 1) return null
  if (behindUnits) return { text: m.rw_blocked_shuttle({ count }), clause: 'RW-2.5a' }
  return { text: count === 1 ? m.rw_blocked_one() : m.rw_blocked_other({ count }), clause: 'RW-2.2' }
}
