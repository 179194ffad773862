import { describe, expect, it } from 'vitest'
import { moduleText, priceText } from '$lib/games/reworld/names'
import { Acquiring } from '$lib/games/reworld/acquiring.svelte'
import { deeds } from '$lib/games/reworld/changes'
import { box, settlement, station } from '$lib/games/reworld/fixtures'
import { gainText, narrow, nothing, spots } from '$lib/games/reworld/narrow'
import { spellings } from '$lib/games/reworld/spellings'
import frames from '$lib/games/reworld/tour/frames.json'
import { isAsked, steps, type Frame } from '$lib/games/reworld/tour/tour'
import type { LaunchChoice, Letter, ModuleCode, Officer, StationDecision } from '$lib/games/reworld/wire'

function transport(cargo: Officer[], placed: [number, Letter | null][], points = 0): LaunchChoice {
  return { launch: { seat: 0, do: 'launch', row: 1, use: 'transport', cargo, placed: placed.map(([unit, city]) => ({ unit, city })) }, module: 'H1', points, ships: [] }
}
const launches = spellings([
  { launch: { seat: 0, do: 'launch', row: 1, use: 'defend' }, module: 'H1', points: 0, ships: [] },
  transport([], []),
  transport([2], [[0, 'A']], 1),
  transport([2], [[0, 'B']], 4),
  transport([2, 3], [[0, 'A'], [1, 'A']], 6),
  transport([2, 3], [[1, 'A'], [0, 'B']], 5),
])

describe('composing a launch', () => {
  it('asks step by step and shows what each choice can score', () => {
    expect(narrow(launches, nothing).next).toMatchObject({ ask: 'row' })
    const used = narrow(launches, { ...nothing, row: 1 }).next
    expect(used.ask === 'use' && used.uses.get('transport')).toEqual({ least: 0, best: 6 })
    const cargo = narrow(launches, { ...nothing, row: 1, use: 'transport' }).next
    expect(cargo).toMatchObject({ ask: 'cargo', stop: { least: 0, best: 0 } })
    const more = narrow(launches, { ...nothing, row: 1, use: 'transport', cargo: [2] }).next
    expect(more).toMatchObject({ ask: 'cargo', stop: { least: 1, best: 4 }, places: [{ unit: 0, city: 'A' }, { unit: 0, city: 'B' }] })
  })

  it('takes steps without a choice along', () => {
    const { draft, next } = narrow(launches, { ...nothing, row: 1, use: 'transport', cargo: [2, 3], placed: [{ unit: 1, city: 'A' }] })
    expect(draft.placed).toHaveLength(2)
    expect(next).toMatchObject({ ask: 'done', choice: { points: 5 } })
  })

  it('finds the tiles also behind a coupled unit', () => {
    const rows: ModuleCode[][] = [['TA', 'H1', 'B2'], ['BF'], [], [], []]
    expect(spots(rows, 1, 'H1', [1, 2])).toEqual({ module: { row: 1, at: 1, code: 'H1' }, cargo: [{ row: 1, at: 2, code: 'B2' }, { row: 2, at: 0, code: 'BF' }] })
    expect(gainText({ least: 2, best: 8 })).toBe('+2…8')
  })
})

describe('choosing at the station', () => {
  const decision: StationDecision = {
    kind: 'station',
    ports: [{ port: 0, payments: 0, points: 4 }, { port: 5, payments: 1, points: 0 }],
    payments: [[[1], [2], [3]], [[2, 3], [3, 2], [1, 2, 3]]],
    prices: [{ clause: 'RW-1.4a', tops: [], ports: [0] }, { clause: 'RW-1.4c', tops: [2, 3], ports: [5, 6] }],
    marker: [],
    marker_points: 1,
    drop_out_points: 3,
  }
  it('begins with the cheapest payment, and follows the cards', () => {
    const acquiring = new Acquiring(() => decision)
    acquiring.pickPort(5)
    expect(acquiring.payment).toEqual([2, 3])
    acquiring.pickCard(3)
    expect(acquiring.payment).toEqual([3, 2])
    acquiring.pickRow(1)
    expect(acquiring.payment).toEqual([1, 2, 3])
  })
  it('lets cards be taken first or dropped', () => {
    const acquiring = new Acquiring(() => decision)
    acquiring.pickCard(3)
    acquiring.pickCard(2)
    expect(acquiring.ports).toEqual(new Set([5]))
    expect(acquiring.drop(5, [3])).toEqual([3, 2])
    expect(acquiring.drop(0, [5])).toBeNull()
  })
  it('takes the cards of a payment in any order: the first lies on top', () => {
    const orders = (cards: readonly Officer[]): Officer[][] =>
      cards.length === 0 ? [[]] : cards.flatMap((card, i) => orders(cards.toSpliced(i, 1)).map((rest) => [card, ...rest]))
    const payments: Officer[][] = [[2, 3], [3, 2], [1, 2, 3], [2, 1, 3], [3, 1, 2], [1, 1, 4, 5], [4, 1, 1, 5], [5, 1, 1, 4]]
    const rich: StationDecision = { ...decision, ports: [{ port: 5, payments: 0, points: 0 }], payments: [payments] }
    for (const [top, ...rest] of payments)
      for (const order of orders(rest))
        for (const isPortFirst of [true, false]) {
          const acquiring = new Acquiring(() => rich)
          if (isPortFirst) acquiring.pickPort(5)
          for (const card of [top, ...order]) if (card) acquiring.pickCard(card)
          if (!isPortFirst) acquiring.pickPort(5)
          const laid = acquiring.payment ?? []
          expect(laid[0]).toBe(top)
          expect([...laid].sort().join()).toBe([top, ...rest].sort().join())
        }
  })
  it('shows a whole choice, and says what it costs', () => {
    const acquiring = new Acquiring(() => decision)
    acquiring.show(5, [1, 2, 3])
    expect(acquiring.payment).toEqual([1, 2, 3])
    expect(acquiring.price && priceText(acquiring.price)).toContain('2 and 3')
  })
})

describe('words for a module', () => {
  it('count points as the box has them', () => {
    const printed = (ME: number, LA: number): typeof box => ({ ...box, task_points: { ...box.task_points, ME, LA } })
    expect(moduleText('ME', printed(1, 2))).toMatch(/^1 point per tile/)
    expect(moduleText('ME', printed(2, 2))).toMatch(/^2 points per tile/)
    expect(moduleText('LA', printed(1, 1))).toMatch(/^1 point per terrabot A/)
  })
})

describe('what happened between two views', () => {
  it('sees a module go from its port to a row', () => {
    const after = structuredClone(station)
    after.ports[0] = { module: null, cards: [2] }
    after.players[1]?.rows[1]?.push('TA')
    expect(deeds(station, after)).toMatchObject([{ seat: 1, kind: 'acquired', port: 0, modules: [{ code: 'TA', to: 'row-1-2' }] }])
  })
  it('sees a launch and its points', () => {
    const after = structuredClone(settlement)
    const player = after.players[0]
    player?.rows[4]?.pop()
    player?.cities.find((city) => city.letter === 'E')?.tiles.push('TE')
    if (player) player.score += 3
    expect(deeds(settlement, after)).toMatchObject([{ seat: 0, kind: 'launched', points: 3, flights: [{ from: 'row-0-5-1', to: 'city-0-E-3' }] }])
  })
})

describe('the guided tour', () => {
  const all = frames as unknown as Frame[]
  it('can be done: each step that asks for something offers it', () => {
    const shown = steps(all)
    const asking = all.flatMap((frame, i) => (frame.expect ? [{ asked: frame.expect, decision: shown[i]?.decision }] : []))
    expect(asking.length).toBeGreaterThan(8)
    for (const { asked, decision } of asking) {
      if (decision?.kind === 'settlement') expect(decision.launches.some(({ launch }) => isAsked(asked, launch))).toBe(true)
      else if (asked.do === 'acquire') expect(decision?.ports.map(({ port }) => port)).toEqual([asked.port])
      else expect(decision?.kind).toBe('station')
    }
  })
})
