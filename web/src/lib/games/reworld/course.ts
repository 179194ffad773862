import { m } from '$msg'
import type { Mark } from '../registry'

/** Where a round or chapter begins: at its deal, or with the first launch. */
export function mark(line: unknown, before: readonly unknown[]): Mark | null {
  const { chance, round, do: deed } = line as { chance?: string; round?: number; do?: string }
  if (chance === 'round') return { text: m.rw_round({ round: round ?? 0 }), chapter: round === 1 ? m.rw_chapter_1() : undefined }
  const launched = before.some((one) => (one as { do?: string }).do === 'launch')
  if (deed === 'launch' && !launched) return { text: m.rw_chapter_2(), chapter: m.rw_chapter_2() }
  return null
}
