import { describe, expect, it } from 'vitest'
import { Choosing } from '$lib/games/mars/choosing.svelte'
import { middleGame, names } from '$lib/games/mars/fixtures'
import { prompt } from '$lib/games/mars/prompt'

const nothing = new Choosing(() => null, () => 0, () => undefined, () => false)

/** What is told to one who waits while an offer of seat 1 is open. */
const told = (...owing: number[]): string => prompt({ view: { ...middleGame, phase: 'answering', turn: 1 }, names }, null, owing, nothing)

describe('who waits while an offer is open', () => {
  it('reads who has not answered, and not that its maker has to', () => {
    expect(told(1, 2, 3)).toContain('Marguerite, Bot Halley')
    expect(told(1, 2, 3)).not.toContain('Bot Kepler')
  })

  it('reads that its maker decides once all have answered', () => {
    expect(told(1)).toBe('Bot Kepler decides what comes of the offer')
  })
})
