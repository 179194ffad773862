import { api } from '$lib/api/client'
import { me } from '$lib/shell/account.svelte'
import { router } from '$lib/shell/router.svelte'
import { keep, kept } from '$lib/shell/storage'
import { LEVELS, usualLevel } from './levels'
import { LONGEST_DAYS } from './waiting'

const KEY = 'farhaven-level'

/** The level of bots that this person chose last; the weakest one at first. */
export const storedLevel = (): string => LEVELS.find((level) => level === kept(KEY)) ?? LEVELS[0] ?? ''
export const storeLevel = (level: string): void => keep(KEY, level)

/** Sets up a match against two bots and opens it. A bot of the title's usual level plays where it has none of that name. */
export async function playBots(title: string, level = storedLevel()): Promise<void> {
  await me.must()
  const levels = (await api.titles()).find((one) => one.name === title)?.bots ?? []
  const bot = { kind: 'bot' as const, level: levels.includes(level) ? level : usualLevel(levels) }
  // Nobody waits for this person: no bot takes the seat while the phone rings.
  const table = await api.create({ title, seats: [{ kind: 'me' as const }, bot, bot], listed: false, days: LONGEST_DAYS })
  router.go(`/t/${table.id}`)
}
