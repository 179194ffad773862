import { describe, expect, it } from 'vitest'
import { isRecord, recordsIn } from '$lib/match/record'

const whole = {
  game: 'mars',
  players: [{ name: 'Ada', kind: 'human' }],
  fairness: { commitment: 'ab', secret: null, nonces: ['cd'] },
}

describe('a file that is opened', () => {
  it('is a record if all that is shown is there', () => {
    expect(isRecord(whole)).toBe(true)
    expect(isRecord({ ...whole, fairness: { ...whole.fairness, secret: '00' } })).toBe(true)
  })

  it.each([
    null,
    'text',
    {},
    { fairness: { commitment: 'x' } },
    { ...whole, players: undefined },
    { ...whole, players: [null] },
    { ...whole, players: [{ name: 'Ada' }] },
    { ...whole, fairness: { commitment: 'ab', secret: 7, nonces: [] } },
    { ...whole, fairness: { commitment: 'ab', secret: null, nonces: 'cd' } },
  ])('is none otherwise: %j', (content) => {
    expect(isRecord(content)).toBe(false)
  })
})

describe('a file of records', () => {
  it('holds one, in as many lines as it likes', () => {
    expect(recordsIn('{\n "game": "reworld"\n}\n')).toEqual([{ game: 'reworld' }])
  })

  it('or one in each line', () => {
    expect(recordsIn('{"n": 1}\n{"n": 2}\n\n')).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('else it is none', () => {
    for (const text of ['', '\n', 'no record', '{"n": 1}\n{"n":']) expect(() => recordsIn(text)).toThrow()
  })
})
