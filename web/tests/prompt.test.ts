import { describe, expect, it } from 'vitest'
import { Choosing } from '$lib/games/mars/choosing.svelte'
import { middleGame, names } from '$lib/games/mars/fixtures'
import { aboutCard, cardLack } from '$lib/games/mars/info'
import { prompt, promptClause } from '$lib/games/mars/prompt'
import type { ActDecision, CardName, MarsDecision, MarsEntry, MarsView } from '$lib/games/mars/wire'

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

const view: MarsView = { ...middleGame, phase: 'acting', turn: 0, order: 'strict', built: false, offer: null }
const act: ActDecision = {
  kind: 'act',
  offer: { give: { glass: 1 }, most: 19 },
  offers_left: 9,
  offers_made: [],
  bank: [],
  rates: [],
  roads: ['0,0,W'],
  settlements: [],
  cities: [],
  domes: ['0,1'],
  buy: true,
  play: ['cowboy', 'road_crew', 'supply_drop', 'requisition'],
  cowboy: [{ field: '0,1', victims: [1] }],
  road_crew: { most: 2, sites: [], opens: {} },
  supply_drop: { count: 2, bank: {} },
  lacking: {},
}

/** What somebody is told who has begun something, and the clause with it. */
function begun(begin: (choosing: Choosing) => void, seen: MarsView = view, decision: MarsDecision = act): [string, string | null] {
  const choosing = new Choosing(() => decision, () => 0, () => undefined, () => false)
  begin(choosing)
  const scene = { view: seen, names }
  return [prompt(scene, decision, [0], choosing), promptClause(scene, decision, choosing)]
}

describe('who begins something that ends something is warned', () => {
  it.each(['cowboy', 'road_crew', 'supply_drop', 'requisition'] as const)('by the card %s, which ends the turn', (card) => {
    const [text, clause] = begun((choosing) => choosing.play(card))
    expect(text).toContain('This ends your turn.')
    expect(clause).toBe('MA-4.1')
  })

  it('by a road crew that may build one road only, in the singular', () => {
    const told = (most: number): string => begun((choosing) => choosing.play('road_crew'), view, { ...act, road_crew: { most, sites: [], opens: {} } })[0]
    expect(told(1)).toContain('Choose a path for a free road.')
    expect(told(2)).toContain('Choose up to 2 paths for free roads.')
  })

  it('at the confirmation of a cowboy too, which is never sent with one click', () => {
    const sent: MarsEntry[] = []
    const choosing = new Choosing(() => act, () => 0, (entry) => sent.push(entry), () => false)
    choosing.play('cowboy')
    choosing.pick('0,1')
    expect(sent).toEqual([])
    expect(prompt({ view, names }, act, [0], choosing)).toBe('From whom do you take a card? This ends your turn.')
    choosing.rob(1)
    expect(sent.length).toBe(1)
  })

  const NO_TRADE = 'After that, no more trade this turn.'
  it('at the first build, after which there is no more trade', () => {
    expect(begun((choosing) => choosing.choose('road'))).toEqual([`Road: choose a place. ${NO_TRADE}`, 'MA-1.1'])
    const dome = (choosing: Choosing): void => {
      choosing.choose('dome')
      choosing.pick('0,1')
    }
    expect(begun(dome)[0]).toContain(NO_TRADE)
  })

  it.each([
    ['has built already', { built: true }, act],
    ['may trade and build in any order', { order: 'free' as const }, act],
    ['cannot trade anyway', {}, { ...act, offer: null }],
  ])('but not who %s', (_, other, decision) => {
    expect(begun((choosing) => choosing.choose('road'), { ...view, ...other }, decision)).toEqual(['Road: choose a place.', null])
  })
})

describe('a card that cannot be played now says why', () => {
  const told = (card: CardName, decision: MarsDecision | null, turn = 0): unknown[] => {
    const about = aboutCard({ view, names }, card, false, cardLack({ ...view, turn }, 0, decision, 'Do this.'))
    return [about.lack, about.clause]
  }
  it('before the roll', () => {
    expect(told('cowboy', { kind: 'roll' })).toEqual([['Roll the dice first: no card is played before the roll'], 'MA-4.1'])
  })
  it('on the turn of another', () => {
    expect(told('road_crew', null, 1)).toEqual([['You can play a card on your own turn, after the roll'], 'MA-4.1'])
  })
  it('while an offer is open', () => {
    expect(told('road_crew', { kind: 'close', partners: [], waiting: [1] })).toEqual([['It cannot be played now', 'Do this.'], 'MA-2.1a'])
  })
  it('except for points, which are never played', () => {
    expect(told('victory', { kind: 'roll' })).toEqual([undefined, 'MA-4.4'])
  })
})

describe('an offer is told in the prompt', () => {
  const offered: MarsView = { ...view, turn: 1, offer: { give: { glass: 2 }, want: { grain: 1 }, answers: [] } }
  const answer = (accept: boolean): MarsDecision => ({ kind: 'answer', accept, counter: { give: {}, most: 19 } })
  it('to who answers', () => {
    expect(begun(() => undefined, offered, answer(true))[0]).toBe('Bot Kepler offers 2 glass for 1 grain.')
    expect(begun(() => undefined, offered, answer(false))[0]).toContain('You do not hold enough cards to accept.')
  })
  it('to its maker with the terms of a counter-offer, where nobody agrees to those of the offer', () => {
    const answers = [2, 3].map((seat) => ({ seat, answer: 'counter' as const, give: { grain: 1 }, want: { glass: seat + 1 } }))
    const seen: MarsView = { ...offered, offer: { give: { glass: 2 }, want: { grain: 1 }, answers } }
    const told = (partners: number[], of = seen): string => begun(() => undefined, of, { kind: 'close', partners, waiting: [] })[0]
    expect(told([2])).toBe('Marguerite makes a counter-offer: you give 3 glass, you get 1 grain.')
    expect(told([2, 3])).toBe('Your offer of 2 glass for 1 grain has only brought counter-offers. Do you accept one?')
    const accepted = { seat: 3, answer: 'accept' as const, give: null, want: null }
    expect(told([2, 3], { ...seen, offer: { give: { glass: 2 }, want: { grain: 1 }, answers: [...answers.slice(0, 1), accepted] } })).toContain('You offer 2 glass for 1 grain.')
  })
  it('to its maker', () => {
    expect(begun(() => undefined, offered, { kind: 'close', partners: [], waiting: [2] })[0]).toBe('You offer 2 glass for 1 grain. Waiting for: Marguerite')
    expect(begun(() => undefined, offered, { kind: 'close', partners: [], waiting: [2, 3] })[0]).toContain('Waiting for: Marguerite, Bot Halley')
    expect(begun(() => undefined, offered, { kind: 'close', partners: [2], waiting: [] })[0]).toContain('Who do you want to trade with?')
  })
})
