import type { StepInfo, Told } from '$lib/api/wire'
import type { LaunchUse, ModuleCode, Officer, ReworldEntry, ReworldPlayer, ReworldView, ShipName } from './wire'

/** Something that went from place to place; places are the boards' `data-place`. */
export interface Flight {
  from: string
  to: string
  seat: number
}

/** What a player did between two views, as far as the views tell. */
export interface Deed {
  seat: number
  kind: 'acquired' | 'marker' | 'dropped' | 'launched'
  port: number | null
  modules: readonly { code: ModuleCode; to: string }[]
  ships: readonly ShipName[]
  points: number
  flights: readonly Flight[]
}

const KINDS = ['defence', 'shuttles', 'satellites'] as const

interface Stack {
  id: string
  tiles: readonly ModuleCode[]
}

const rowStacks = (player: ReworldPlayer | undefined, seat: number): Stack[] =>
  (player?.rows ?? []).map((tiles, i) => ({ id: `row-${seat}-${i + 1}`, tiles }))

const settled = (player: ReworldPlayer | undefined, seat: number): Stack[] =>
  player
    ? [
        ...player.cities.map((city) => ({ id: `city-${seat}-${city.letter}`, tiles: city.tiles })),
        ...KINDS.map((kind) => ({ id: `${kind}-${seat}`, tiles: player[kind] })),
      ]
    : []

/** The places that have more in the second list than in the first, with what is new there. */
function grown(before: readonly Stack[], after: readonly Stack[]): { place: string; id: string; code: ModuleCode }[] {
  return after.flatMap(({ id, tiles }) => {
    const old = before.find((stack) => stack.id === id)?.tiles.length ?? 0
    return tiles.slice(old).map((code, i) => ({ place: `${id}-${old + i}`, id, code }))
  })
}

/** What happened between two views of the same match, by seat; empty where they are too far apart. */
export function deeds(before: ReworldView, after: ReworldView): Deed[] {
  if (before.players.length !== after.players.length) return []
  const sameRound = before.round === after.round && before.phase === 'station' && after.phase === 'station'
  return after.players.flatMap((player, seat) => {
    const old = before.players[seat]
    if (!old) return []
    const points = after.phase === 'over' ? 0 : player.score - old.score
    const ships = player.ships.slice(old.ships.length)
    const flown = ships.map((ship) => ({ from: `ship-${ship}`, to: `seat-${seat}`, seat }))
    const base = { seat, port: null, ships, points }
    const docked = grown(rowStacks(old, seat), rowStacks(player, seat))
    if (docked.length > 0) return docked.map((tile, i) => acquired(before, after, seat, tile, i === 0 ? points : 0, sameRound))
    const gone = grown(rowStacks(player, seat), rowStacks(old, seat))
    const placed = grown(settled(old, seat), settled(player, seat))
    if (gone.length > 0 && before.phase === 'settlement') {
      const from = [...gone]
      const flights = placed.map(({ place, code }) => {
        const at = from.findLastIndex((tile) => tile.code === code)
        const [source] = at < 0 ? [] : from.splice(at, 1)
        return { from: source?.place ?? `seat-${seat}`, to: place, seat }
      })
      const lost = from.map((tile) => ({ code: tile.code, to: 'box' }))
      const modules = [...placed.map(({ code, id }) => ({ code, to: id })), ...lost]
      return [{ ...base, kind: 'launched' as const, modules, flights: [...flights, ...flown] }]
    }
    if (sameRound && after.marker_taken && !before.marker_taken && after.marker === seat)
      return [{ ...base, kind: 'marker' as const, modules: [], flights: [] }]
    if (sameRound && old.in_round && !player.in_round && old.hand_size > 0)
      return [{ ...base, kind: 'dropped' as const, modules: [], flights: [] }]
    return []
  })
}

function acquired(before: ReworldView, after: ReworldView, seat: number, tile: { place: string; id: string; code: ModuleCode }, points: number, sameRound: boolean): Deed {
  const row = Number(tile.id.split('-')[2]) as Officer
  const found = before.ports.findIndex(
    (slot, i) => slot.module === tile.code && (!sameRound || (after.ports[i]?.module === null && after.ports[i]?.cards[0] === row)),
  )
  const port = found < 0 ? null : found
  const from = port === null ? `seat-${seat}` : `port-${port}`
  const cards = port === null || !sameRound ? [] : (after.ports[port]?.cards ?? [])
  const own = before.seat === seat
  return {
    seat,
    kind: 'acquired',
    port: sameRound ? port : null,
    modules: [{ code: tile.code, to: tile.id }],
    ships: [],
    points,
    flights: [
      ...cards.slice(0, 1).map((card) => ({ from: own ? `hand-${card}` : `seat-${seat}`, to: `slot-${port}`, seat })),
      { from, to: tile.place, seat },
    ],
  }
}

/** What the others did in these steps, also before this page was opened; the latest last. */
export function deedsIn(steps: readonly StepInfo[], view: ReworldView, me: number | null): Deed[] {
  let found: Deed[] = []
  for (const step of steps) {
    // A new round begins with full ports.
    if (step.events?.some(({ code }) => code === 'round')) found = found.map((deed) => ({ ...deed, port: null }))
    if (step.kind !== 'entry' || (me !== null && step.seat === me)) continue
    const deed = told(step, view)
    if (deed) found.push(deed)
  }
  return found
}

/** Where a module goes that is launched for some use. */
export function goalOf(use: LaunchUse, seat: number, module: string): string {
  const goals: Record<LaunchUse, string> = {
    settle: `city-${seat}-${module.slice(1)}`,
    defend: `defence-${seat}`,
    task: `satellites-${seat}`,
    sacrifice: 'box',
    transport: `shuttles-${seat}`,
  }
  return goals[use]
}

function told(step: StepInfo, view: ReworldView): Deed | null {
  const line = step.line as ReworldEntry
  const { seat } = line
  const events = step.events ?? []
  const points = events.reduce((sum, { code, params }) => sum + (code === 'final' || code === 'won' || code === 'shared_win' ? 0 : Number(params['points'] ?? 0)), 0)
  const ships = events.flatMap(({ code, params }) => (code === 'ship' ? [params['ship'] as ShipName] : []))
  const base = { seat, port: null, modules: [], ships, points, flights: [] }
  const module = (event: Told | undefined, to: string): { code: ModuleCode; to: string }[] =>
    event?.params['module'] === undefined ? [] : [{ code: event.params['module'] as ModuleCode, to }]
  switch (line.do) {
    case 'acquire':
      return { ...base, kind: 'acquired', port: line.port, modules: module(events[0], `row-${seat}-${line.cards[0] ?? 1}`) }
    case 'marker':
      return { ...base, kind: 'marker' }
    case 'drop_out':
      return { ...base, kind: 'dropped' }
    case 'launch': {
      const [first] = events
      const cities = (line.placed ?? []).map(({ city }) => city ?? null)
      const placed = events.filter(({ code }) => code === 'placed' || code === 'boxed')
      const cargo = placed.flatMap((event, i) => module(event, cities[i] ? `city-${seat}-${cities[i]}` : 'box'))
      const shuttle = view.players[seat]?.shuttles.at(-1)
      const to = goalOf(line.use, seat, String(first?.params['module'] ?? ''))
      const own = line.use === 'transport' ? (shuttle ? [{ code: shuttle, to }] : []) : module(first, to)
      return { ...base, kind: 'launched', modules: [...own, ...cargo] }
    }
  }
}
