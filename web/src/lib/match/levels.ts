import { m } from '$msg'
import type { PlayerInfo, SeatInfo } from '$lib/api/wire'

const names: Record<string, () => string> = {
  random: m.level_random,
  greedy: m.level_greedy,
  cadet: m.level_cadet,
  officer: m.level_officer,
  captain: m.level_captain,
  admiral: m.level_admiral,
}

/** A bot's level in words; itself where it has none. */
export const levelName = (level: string): string => names[level]?.() ?? level

/** The levels for people, from the weakest; bots of other kinds are for programs. */
export const LEVELS = ['cadet', 'officer', 'captain', 'admiral']

/** The levels to choose from. */
export const playable = (bots: readonly string[]): string[] => LEVELS.filter((level) => bots.includes(level))

/** The level that a bot has unless another is chosen. */
export const usualLevel = (bots: readonly string[], otherwise = 'officer'): string => bots.find((level) => level === 'cadet') ?? bots[0] ?? otherwise

/** What to call everybody at a table; bots by their level, numbered where there are several. A seat that was freed has no name. */
export function seatNames(seats: readonly Pick<SeatInfo, 'kind' | 'name' | 'level'>[]): string[] {
  return seats.map((seat) => {
    if (seat.kind !== 'bot' || !seat.level) return seat.name || m.empty_seat()
    const bots = seats.filter((one) => one.kind === 'bot')
    return bots.length > 1
      ? m.bot_numbered({ level: levelName(seat.level), number: bots.indexOf(seat) + 1 })
      : m.bot_named({ level: levelName(seat.level) })
  })
}

/** The same for the players of a record; a bot's kind is `bot:level`. */
export const recordNames = (players: readonly PlayerInfo[]): string[] =>
  seatNames(
    players.map(({ name, kind }) => ({
      kind: kind.startsWith('bot') ? ('bot' as const) : ('human' as const),
      name,
      level: kind.split(':')[1] ?? null,
    })),
  )
