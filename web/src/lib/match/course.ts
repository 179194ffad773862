import type { Extras, Mark } from '$lib/games/registry'

/** The rounds and chapters of a match; `at` is the moment just before they begin to be played. */
export function marksOf(title: Extras, log: readonly unknown[]): (Mark & { at: number })[] {
  return log.flatMap((line, i) => {
    const mark = title.mark?.(line, log.slice(0, i)) ?? null
    return mark ? [{ ...mark, at: (line as { chance?: string }).chance === undefined ? i : i + 1 }] : []
  })
}
