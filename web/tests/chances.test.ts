import { expect, it } from 'vitest'
import { chance, costOf, percent } from '$lib/match/chances'

it('a chance has its interval, written as the language does', () => {
  const found = { win: 0.624, win_low: 0.58, win_high: 0.66 }
  expect(chance(found, 'en')).toBe('62%\u00a0(58–\u206066%)')
  for (const locale of ['de', 'fr']) expect(chance(found, locale).replace(/\s+/g, ' ')).toBe('62 % (58–\u206066 %)')
})

it('a chance stands alone where its interval is one number', () => {
  expect(chance({ win: 0.991, win_low: 0.988, win_high: 0.994 }, 'en')).toBe('99%')
  expect(chance({ win: 1, win_low: 1, win_high: 1 }, 'en')).toBe(percent(1, 'en'))
})

it('a cost has no sign in any language', () => {
  const costs = ['en', 'de', 'fr'].map((locale) => costOf({ loss: 1.62, win_loss: 0.083 }, locale))
  expect(costs.map(({ points }) => points)).toEqual(['1.6', '1,6', '1,6'])
  expect(costs.map((cost) => cost.chance.replace(/\s+/, ' '))).toEqual(['8%', '8 %', '8 %'])
})
