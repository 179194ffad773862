import type { ModuleCode, Officer, ReworldPlayer, ReworldView, ShipName } from './wire'

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
