import { describe, expect, it } from 'vitest'
import type { State } from '$lib/api/wire'
import { middleGame } from '$lib/games/mars/fixtures'
import { stands } from '$lib/games/mars/stands'
import type { MarsDecision, MarsEntry, MarsOffer } from '$lib/games/mars/wire'

const offer = (give = 1): MarsOffer => ({ give: { glass: give }, want: { grain: 1 }, answers: [] })
const state = (decision: MarsDecision | null, open: MarsOffer | null = offer()): State =>
  ({ view: { ...middleGame, offer: open }, decision }) as unknown as State
const answering: MarsDecision = { kind: 'answer', accept: true, counter: { give: { grain: 1 }, most: 19 } }
const closing = (partners: number[], waiting: number[]): MarsDecision => ({ kind: 'close', partners, waiting })
const accept: MarsEntry = { do: 'answer', seat: 1, answer: 'accept' }
const close = (partner: number | null): MarsEntry => ({ do: 'close', seat: 0, with: partner })

describe('an entry that came late still stands', () => {
  it('as an answer, whatever others answer to the same offer', () => {
    const other = { ...offer(), answers: [{ seat: 2, answer: 'decline' as const, give: null, want: null }] }
    expect(stands(accept, state(answering), state(answering, other))).toBe(true)
  })

  it('but not for another offer, though the decision reads the same', () => {
    expect(stands(accept, state(answering), state(answering, offer(2)))).toBe(false)
  })

  it('but not once the offer is closed', () => {
    expect(stands(accept, state(answering), state(null, null))).toBe(false)
  })

  it('as a trade with somebody who has agreed', () => {
    expect(stands(close(1), state(closing([1], [2])), state(closing([1], [])))).toBe(true)
    expect(stands(close(1), state(closing([1], [2])), state(closing([], [1, 2])))).toBe(false)
  })

  it('as a withdrawal, unless somebody agrees or thinks again', () => {
    expect(stands(close(null), state(closing([], [1, 2])), state(closing([], [2])))).toBe(true)
    expect(stands(close(null), state(closing([], [1, 2])), state(closing([1], [2])))).toBe(false)
    expect(stands(close(null), state(closing([], [])), state(closing([], [2])))).toBe(false)
  })
})
