import { getContext, setContext, type Snippet } from 'svelte'
import { m } from '$msg'

const KEY = Symbol('match')

/**
 * What the frame around every title's board offers during a match: the boards know nothing of it, the
 * shared parts (frame, strip of players, prompt) find it here.
 */
export class MatchTools {
  /** The panel or tab that is shown. */
  panel: string | null = $state(null)
  /** Takes the last move back; null where that is not possible now. */
  undo: (() => void) | null = $state.raw(null)
  /** Seconds for which bots still wait for that; null where nobody hurries. */
  grace: number | null = $state(null)
  /** Asks what the bot would do; null where the server does not offer it. */
  hint: (() => void) | null = $state.raw(null)
  thinking = $state(false)
  /** What the bot would do, once it is found: stands beside the board, and above the prompt where that is narrow. */
  advice: Snippet | null = $state.raw(null)
  /** A move that waits for a second click, with its name. */
  pending: { deed: string | null; confirm: () => void; cancel: () => void } | null = $state.raw(null)
  paused = $state(false)
  /** Why it is paused, or until when; empty where there is no more to say. */
  pause = $state('')
  /** Whoever looks has no seat. */
  watching = $state(false)
  /** It was ended without a result. */
  stopped = $state(false)
  resume: (() => void) | null = $state.raw(null)
  menu: (() => void) | null = $state.raw(null)
  /** Milliseconds left to each seat now. */
  clocks: readonly number[] | null = $state.raw(null)
  /** When those on turn must have moved, at a table by days. */
  deadline: { text: string; left: number } | null = $state.raw(null)
  /** What can be done about a seat that is free. */
  freeSeat: { text: string; run: () => void } | null = $state.raw(null)
  /** Seats for which a bot plays at present. */
  away: readonly number[] = $state.raw([])
  /** What the others did last, in words; null where nothing is told. */
  told: string | null = $state(null)
}

export const provideTools = (tools: MatchTools): MatchTools => setContext(KEY, tools)
/** The tools of the match or replay around; null in a gallery. */
export const useTools = (): MatchTools | null => getContext<MatchTools | undefined>(KEY) ?? null

/** Minutes and seconds, or hours and minutes; days where there are any. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const two = (n: number): string => String(n).padStart(2, '0')
  if (seconds >= 86_400) return m.time_days({ days: Math.floor(seconds / 86_400), hours: Math.floor((seconds % 86_400) / 3600) })
  if (seconds >= 3600) return m.time_hours({ hours: Math.floor(seconds / 3600), minutes: two(Math.floor((seconds % 3600) / 60)) })
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}
