import { describe, expect, it } from 'vitest'
import { isRecord } from '$lib/match/record'

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
