import { m } from '$msg'
import type { ChoiceReview, HintInfo } from '$lib/api/wire'

/** A share of 1 as a whole number of percent. */
export const percent = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** A chance to win with the interval that it lies in, or alone where nothing is in doubt. */
export function chance({ win, win_low, win_high }: Pick<HintInfo, 'win' | 'win_low' | 'win_high'>, locale: string): string {
  const low = Math.round(100 * win_low)
  const high = Math.round(100 * win_high)
  return low === high ? percent(win, locale) : `${percent(win, locale)}\u00a0(${low}–\u2060${percent(win_high, locale)})`
}

/** What a choice cost: without a sign, since a cost is what was lost. */
export const costOf = ({ loss, win_loss }: Pick<ChoiceReview, 'loss' | 'win_loss'>, locale: string): { points: string; chance: string } => ({
  points: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(loss),
  chance: percent(win_loss, locale),
})

/** What a choice does: what is told of it, or else what the title calls it. */
export const deedWords = ({ entry }: Pick<HintInfo, 'entry'>, told: string, deed: (entry: object) => string | null): string =>
  told || (deed(entry as object) ?? m.hint_pass())
