import { expect, it } from 'vitest'
import { plain, signed } from '$lib/match/points'

it('points have a true minus, and their sign where they are won or lost', () => {
  expect([3, 0, -2].map(plain)).toEqual(['3', '0', '−2'])
  expect([3, 0, -2].map(signed)).toEqual(['+3', '+0', '−2'])
})
