import { describe, expect, it } from 'vitest'
import { towards } from '$lib/match/spatial'

const at = (name: string, x: number, y: number) => ({ name, at: { x, y } })
const here = { x: 0, y: 0 }

describe('an arrow key', () => {
  it('leads to what lies straight ahead, not to what is nearer but aside', () => {
    const things = [at('far', 40, 2), at('aside', 20, 30), at('behind', -10, 0)]
    expect(towards('ArrowRight', here, things)?.name).toBe('far')
    expect(towards('ArrowLeft', here, things)?.name).toBe('behind')
  })

  it('leads nowhere on a map where all lies aside', () => {
    expect(towards('ArrowRight', here, [at('aside', 10, 30)])).toBeNull()
    expect(towards('ArrowUp', here, [at('below', 0, 30)])).toBeNull()
  })

  it('leads to another row, wherever that begins', () => {
    expect(towards('ArrowDown', here, [at('row', 300, 40)], { weight: 3, most: Infinity })?.name).toBe('row')
  })

  it('is no other key', () => {
    expect(towards('Enter', here, [at('far', 40, 0)])).toBeNull()
  })
})
