import { describe, expect, it } from 'vitest'
import { patched } from '$lib/api/patch'

describe('patches', () => {
  it('change what they name and share the rest', () => {
    const before = { view: { players: [{ score: 1 }, { score: 2 }] }, owing: [0] }
    const after = patched(before, [
      [['view', 'players', 1, 'score'], 9],
      [['owing'], [1]],
    ])
    expect(after).toEqual({ view: { players: [{ score: 1 }, { score: 9 }] }, owing: [1] })
    expect(before.view.players[1]?.score).toBe(2)
    expect(after.view.players[0]).toBe(before.view.players[0])
  })

  it('replace all with an empty path', () => {
    expect(patched<unknown>({ a: 1 }, [[[], { b: 2 }]])).toEqual({ b: 2 })
  })
})
