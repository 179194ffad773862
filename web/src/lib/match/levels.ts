import { m } from '$msg'

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
