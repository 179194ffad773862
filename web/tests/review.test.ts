import { describe, expect, it } from 'vitest'
import type { ChoiceReview, Part, Review, SeatReview } from '$lib/api/wire'
import { accountOf, kindsOf, mistakeAt, mistakesOf, wholes } from '$lib/match/review'

/** Ten points of lead are worth a win here. */
const part = (lead: number): Part => ({ lead, win: lead / 10 })
const seat = (luck_by: Record<string, number>, decisions: number, others: number, rest: number): SeatReview => {
  const luck = Object.values(luck_by).reduce((all, one) => all + one, 0)
  const kinds = Object.fromEntries(Object.entries(luck_by).map(([kind, lead]) => [kind, part(lead)]))
  const parts = { result: part(luck + decisions + others + rest), luck: part(luck), decisions: part(decisions), others: part(others), rest: part(rest) }
  return { seat: 0, ...parts, luck_by: kinds, choices: 9, mistakes: 1, mean_loss: 0.2 }
}

describe('the parts of a result', () => {
  it('add up as they are shown, though each is rounded', () => {
    expect(wholes([0.14, 0.14, 0.14], 10)).toEqual([2, 1, 1])
    expect(wholes([-1.26, 2.26], 10)).toEqual([-13, 23])
    expect(wholes([0.1, 0.2, -0.3], 10)).toEqual([1, 2, -3])
  })

  it('that are nothing stay nothing', () => {
    expect(wholes([0, 0.06, 0.06], 10)).toEqual([0, 1, 0])
    expect(wholes([], 10)).toEqual([])
  })

  it('are luck, decisions and the rest, and luck is the sum of its kinds', () => {
    for (const unit of ['lead', 'win'] as const) {
      const account = accountOf(seat({ dice: 1.14, steal: -0.54, card: 0 }, -2.04, 1.33, 0.11), unit)
      expect(account.luck + account.decisions + account.others + account.rest).toBe(account.result)
      expect(account.result).toBe(0)
      expect([...account.kinds.values()].reduce((all, one) => all + one, 0)).toBe(account.luck)
      expect(account.decisions).toBe(-20)
    }
  })

  it('have the kinds of luck that anybody had', () => {
    const both = [seat({ board: 0, dice: 2, steal: 0 }, 0, 0, 0), seat({ board: 0, dice: -2, steal: 0.3 }, 0, 0, 0)]
    expect(kindsOf(both.map((one) => accountOf(one, 'lead')))).toEqual(['dice', 'steal'])
    expect(kindsOf([])).toEqual([])
  })
})

describe('mistakes', () => {
  const choice = (at: number, seat: number, cost: number): ChoiceReview => ({ at, seat, loss: cost, win_loss: 0, cost, mistake: cost >= 1, asked: [], played: null, best: null })
  const review: Review = { choices: [choice(3, 0, 1.5), choice(5, 1, 4), choice(7, 0, 0.4), choice(9, 0, 2)], curve: [], seats: [] }
  const listed = (order: 'worst' | 'time', seat: number | null): number[] => mistakesOf(review, order, seat).map(({ at }) => at)

  it('are listed with the worst first, or as they were made', () => {
    expect(listed('worst', null)).toEqual([5, 9, 3])
    expect(listed('time', null)).toEqual([3, 5, 9])
  })

  it('are those of one player where that is wanted', () => {
    expect(listed('worst', 0)).toEqual([9, 3])
    expect(listed('time', 1)).toEqual([5])
    expect(listed('time', 2)).toEqual([])
  })

  it('are known at the moment before they are made, and at no other', () => {
    expect([2, 3, 4, 7].map((at) => mistakeAt(review, at)?.seat ?? null)).toEqual([null, 0, null, null])
  })
})
