import { describe, expect, it } from 'vitest'
import { blockOf } from '$lib/games/reworld/blocked'
import { cargoPrompt, Launching } from '$lib/games/reworld/launching.svelte'
import type { Launch, LaunchUse, Letter, ModuleCode, Officer, SettlementDecision } from '$lib/games/reworld/wire'
import fixtures from './fixtures/launches.json'

/** A launch as the fixtures write it, without what is the same in all of them. */
type Brief = Omit<Launch, 'do' | 'seat'>
interface Fixture {
  rows: ModuleCode[][]
  decision: SettlementDecision
  /** What the rules allow, found without the decision; launches with the same effect together. Settling apart: any sign may be chosen. */
  legal: Brief[][]
}
const positions = fixtures as unknown as Fixture[]

const written = ({ row, use, city, cargo, placed }: Brief): string => JSON.stringify([row, use, city ?? null, cargo ?? null, placed?.map((one) => [one.unit, one.city]) ?? null])

/** Every button that a player could press now. */
type Press = (launching: Launching) => void
function presses(launching: Launching): Press[] {
  const { next } = launching
  const places = launching.places.map(({ unit, city }): Press => (now) => {
    now.pickUnit(unit)
    now.pickCity(city)
  })
  switch (next.ask) {
    case 'row':
      return [...next.rows.keys()].map((row) => (now) => now.pickRow(row))
    case 'use':
      return [...next.uses.keys()].map((use) => (now) => now.pickUse(use))
    case 'city':
      return [...next.cities.keys()].map((city) => (now) => now.pickCity(city))
    case 'cargo':
      return [...[...next.rows.keys()].map((row): Press => (now) => now.addCargo(row)), ...(next.stop ? [(now: Launching): void => now.closeCargo()] : []), ...places]
    case 'place':
      return places
    case 'done':
      return []
  }
}

/** Everything that can be composed by pressing buttons in any order. */
function composed({ rows, decision }: Fixture): Set<string> {
  const launching = new Launching(() => decision, () => rows)
  const found = new Set<string>()
  const seen = new Set<string>()
  const walk = (path: readonly Press[]): void => {
    launching.reset()
    path.forEach((press) => press(launching))
    const { next, draft } = launching
    if (next.ask === 'done') found.add(written(next.choice.launch))
    const here = JSON.stringify([draft, next.ask])
    if (seen.has(here)) return
    seen.add(here)
    const options = presses(launching)
    if (next.ask !== 'done') expect(options, here).not.toHaveLength(0)
    options.forEach((press) => walk([...path, press]))
  }
  walk([])
  return found
}

/** Composes a launch by tapping tiles and cities in its own order; the last step needs no tap where nothing is left to choose. */
function follow({ rows, decision }: Fixture, wanted: Brief): Launching {
  const launching = new Launching(() => decision, () => rows)
  launching.pickRow(wanted.row)
  if (launching.next.ask === 'use') launching.pickUse(wanted.use)
  if (launching.next.ask === 'city' && wanted.city) launching.pickCity(wanted.city)
  for (const from of wanted.cargo?.slice(launching.draft.cargo.length) ?? []) {
    const tile = [...launching.cargoSpots.keys()].find((key) => key.startsWith(`${from}:`))
    expect(tile, `${written(wanted)}: nothing glows in row ${from}`).toBeDefined()
    launching.pickTile(from, Number(tile?.split(':')[1]))
  }
  if (launching.next.ask === 'cargo') launching.closeCargo()
  for (const { unit, city } of wanted.placed?.slice(launching.draft.placed.length) ?? []) {
    if (launching.next.ask !== 'place') break
    launching.pickUnit(unit)
    expect(launching.unit, `${written(wanted)}: unit ${unit} cannot be placed now`).toBe(unit)
    launching.pickCity(city)
  }
  return launching
}

describe.each(positions.map((one, i) => [i, one] as const))('composing a launch in position %i', (_, position) => {
  const effects = new Map(position.legal.flatMap((entries, effect) => entries.map((entry) => [written(entry), effect] as const)))

  it('offers nothing that is illegal, and everything that is legal', () => {
    const found = [...composed(position)].filter((text) => !text.includes('"settle"'))
    expect(found.filter((text) => !effects.has(text))).toEqual([])
    expect(new Set(found.map((text) => effects.get(text)))).toEqual(new Set(effects.values()))
  })

  it('takes passengers and cities in any order', () => {
    for (const entry of position.legal.flat()) {
      const { choice } = follow(position, entry)
      expect(choice, written(entry)).not.toBeNull()
      if (!choice) continue
      expect(effects.get(written(choice.launch)), written(entry)).toBe(effects.get(written(entry)))
      expect(choice.launch.cargo).toEqual(entry.cargo)
    }
  })
})

describe('passengers', () => {
  const launch = (cargo: Officer[], more: object = {}): SettlementDecision['launches'][number] => ({
    launch: { seat: 0, do: 'launch', row: 4, use: 'transport' as LaunchUse, cargo, placed: cargo.map((_, unit) => ({ unit, city: 'A' as Letter })) },
    module: 'H1',
    points: 0,
    ships: [],
    ...(cargo.length === 2 && cargo[0] !== cargo[1] ? { docked_in_any_order: true, placed_in_any_order: true } : {}),
    ...more,
  })
  const rows: ModuleCode[][] = [['B2', 'B1'], [], ['B1'], ['H1'], ['B1']]
  const decision: SettlementDecision = {
    kind: 'settlement',
    launches: [launch([]), launch([1]), launch([3]), launch([5]), launch([1, 1]), launch([1, 3]), launch([1, 5]), launch([3, 5])],
  }
  const picking = (): Launching => {
    const launching = new Launching(() => decision, () => rows)
    launching.pickRow(4)
    return launching
  }
  const glowing = ({ cargoSpots }: Launching): string[] => [...cargoSpots.keys()].sort()

  it('are offered whichever comes first', () => {
    for (const [first, others] of [['5:0', ['1:1', '3:0']], ['3:0', ['1:1', '5:0']], ['1:1', ['1:0', '3:0', '5:0']]] as const) {
      const launching = picking()
      launching.pickTile(Number(first[0]) as Officer, Number(first[2]))
      expect(glowing(launching), first).toEqual(others)
    }
  })

  it('stay behind when they are tapped again, with those beneath them', () => {
    const launching = picking()
    launching.pickTile(5, 0)
    launching.pickTile(3, 0)
    launching.pickTile(5, 0)
    expect(launching.draft.cargo).toEqual([3])
    launching.pickTile(3, 0)
    launching.pickTile(1, 1)
    launching.pickTile(1, 0)
    expect(launching.draft.cargo).toEqual([1, 1])
    launching.pickTile(1, 1)
    expect(launching.draft.cargo).toEqual([])
    expect(launching.draft.row).toBe(4)
  })

  it('that are coupled to the shuttle stay behind with it', () => {
    const coupled: ModuleCode[][] = [[], [], ['B1'], ['H1', 'B2'], ['B1']]
    const launching = new Launching(() => ({ kind: 'settlement', launches: [launch([4]), launch([4, 3], { docked_in_any_order: false }), launch([4, 5], { docked_in_any_order: false })] }), () => coupled)
    launching.pickRow(4)
    expect(launching.draft.cargo).toEqual([4])
    launching.pickTile(5, 0)
    launching.pickTile(4, 1)
    expect(launching.draft.row).toBeNull()
  })
})

describe('the question while units come on board', () => {
  const draft = (cargo: Officer[]): Launching['draft'] => ({ row: 4, use: 'transport', city: null, cargo, loaded: false, placed: [] })
  const gain = { least: 0, best: 0 }
  it('speaks of a city only where there is one', () => {
    expect(cargoPrompt(draft([]), [])).toBe('Tap the builder unit that the shuttle takes first.')
    expect(cargoPrompt(draft([1]), [{ unit: 0, city: 'A', gain }])).toBe('Tap a second builder unit, or a city for the first.')
    expect(cargoPrompt(draft([1]), [{ unit: 0, city: null, gain }])).toBe('Tap a second builder unit, or the box for the first.')
  })
})

describe('a module that cannot be launched', () => {
  const launch = (row: Officer, use: LaunchUse, module: ModuleCode, cargo?: Officer[]): SettlementDecision['launches'][number] => ({
    launch: { seat: 0, do: 'launch', row, use, ...(cargo ? { cargo, placed: cargo.map((_, unit) => ({ unit, city: null })) } : {}) },
    module,
    points: 0,
    ships: [],
  })
  const rows: ModuleCode[][] = [['TA', 'LB', 'TC'], ['H1', 'B1', 'B2'], ['H2', 'B3'], ['BF'], ['H0', 'TD']]
  const stuck = [launch(1, 'settle', 'TC'), launch(2, 'sacrifice', 'B2'), launch(4, 'sacrifice', 'BF'), launch(5, 'settle', 'TD')]
  const fetching = [...stuck, launch(3, 'sacrifice', 'B3'), launch(3, 'transport', 'H2', [3]), launch(3, 'transport', 'H2', [3, 4]), launch(3, 'transport', 'H2', [3, 2])]
  const clause = (row: Officer, at: number, launches: typeof stuck | null): string | null => blockOf(rows, row, at, launches)?.clause ?? null

  it('says what lies in front of it', () => {
    expect(blockOf(rows, 1, 0, stuck)).toEqual({ text: '2 modules in front of it must leave first.', clause: 'RW-2.2' })
    expect(blockOf(rows, 1, 1, null)).toEqual({ text: 'One module in front of it must leave first.', clause: 'RW-2.2' })
    expect(blockOf(rows, 1, 2, stuck)).toBeNull()
    expect(clause(5, 0, stuck)).toBe('RW-2.2')
  })

  it('says that a shuttle does not leave behind two units, but behind one', () => {
    expect(blockOf(rows, 2, 0, stuck)?.text).toContain('2 builder units are in front')
    expect(clause(2, 0, null)).toBe('RW-2.5a')
    expect(clause(3, 0, fetching)).toBeNull()
    expect(clause(3, 0, null)).toBeNull()
  })

  it('says that no shuttle can fetch a unit yet, where one comes free later', () => {
    expect(blockOf(rows, 4, 0, stuck)).toEqual({ text: 'No shuttle can fetch it yet: one is still behind other modules.', clause: 'RW-2.7' })
    const later: ModuleCode[][] = [['BF'], ['H0', 'TD'], [], [], []]
    expect(blockOf(later, 1, 0, [launch(1, 'sacrifice', 'BF'), launch(2, 'settle', 'TD')])?.text).toContain('yet')
  })

  it('says that a unit can only be sacrificed where no shuttle is left, or only one behind it', () => {
    const only = { text: 'No shuttle can fetch it. It can only be sacrificed.', clause: 'RW-2.7' }
    expect(blockOf([['BF'], ['TD'], [], [], []], 1, 0, [launch(1, 'sacrifice', 'BF'), launch(2, 'settle', 'TD')])).toEqual(only)
    expect(blockOf([['H0', 'TA', 'BF'], [], [], [], []], 1, 2, [launch(1, 'sacrifice', 'BF')])).toEqual(only)
  })

  it('says nothing of a unit that a shuttle can fetch', () => {
    expect(clause(4, 0, fetching)).toBeNull()
    expect(clause(2, 2, fetching)).toBeNull()
    expect(clause(2, 1, fetching)).toBe('RW-2.2')
  })
})
