import { describe, expect, it } from 'vitest'
import { chances, crossing, field, middle, offshore, path, SIDE } from '$lib/games/mars/geometry'

const near = (a: { x: number; y: number }, b: { x: number; y: number }): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6

describe('names of places on Mars (MA-C9)', () => {
  it('puts the middle field at the origin, rows downwards', () => {
    expect(near(field('0,0'), { x: 0, y: 0 })).toBe(true)
    expect(field('0,1').y).toBeGreaterThan(0)
    expect(field('1,0').x).toBeGreaterThan(0)
  })

  it('gives one crossing the same place by each of its names', () => {
    // The top of a field is the bottom right of the one above to the left, and so on.
    const [, top] = path('0,0,NW')
    expect(near(crossing('0,0,N'), top)).toBe(true)
    expect(near(crossing('1,-1,S'), path('0,0,NE')[1])).toBe(true)
    expect(near(crossing('0,-1,S'), path('0,0,NW')[0])).toBe(true)
    expect(near(crossing('-1,1,N'), path('0,0,W')[0])).toBe(true)
  })

  it('makes every path one side long', () => {
    for (const side of ['NE', 'NW', 'W']) {
      const [a, b] = path(`2,-1,${side}`)
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(SIDE)
    }
  })

  it('floats a harbour outside of the land', () => {
    const land = new Set(['0,-2'])
    const at = offshore('0,-2,NW', land, 40)
    const home = field('0,-2')
    const side = middle(path('0,-2,NW'))
    expect(Math.hypot(at.x - home.x, at.y - home.y)).toBeCloseTo(Math.hypot(side.x - home.x, side.y - home.y) + 40)
  })

  it('knows how likely a number is', () => {
    expect([2, 6, 8, 12].map(chances)).toEqual([1, 5, 5, 1])
  })
})
