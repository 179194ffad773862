import { m } from '$msg'
import type { Mark } from '../registry'

const is = (line: unknown, deed: string): boolean => (line as { do?: string }).do === deed

/** Where a turn begins: with its roll; before the first one the first settlements are placed. */
export function mark(line: unknown, before: readonly unknown[]): Mark | null {
  if (is(line, 'place') && !before.some((one) => is(one, 'place'))) return { text: m.course_setup(), chapter: m.course_setup() }
  if (!is(line, 'roll')) return null
  const turn = before.filter((one) => is(one, 'roll')).length + 1
  return { text: m.course_turn({ number: turn }), chapter: turn === 1 ? m.course_game() : undefined }
}
