import type { ActDecision } from '$lib/games/mars/wire'
import { bounds, trades } from '$lib/games/mars/fixtures'
import type { SettlementDecision, StationDecision } from '$lib/games/reworld/wire'

/** Decisions that fit the fixtures well enough to be looked at. */
const station: StationDecision = {
  kind: 'station',
  ports: [
    { port: 0, payments: 0, points: 3 },
    { port: 1, payments: 1, points: 0 },
    { port: 3, payments: 1, points: 0 },
    { port: 4, payments: 0, points: 0 },
    { port: 10, payments: 1, points: 3 },
    { port: 12, payments: 1, points: 0 },
    { port: 15, payments: 0, points: 0 },
    { port: 19, payments: 0, points: 0 },
  ],
  payments: [
    [[1], [2], [4], [5]],
    [[4], [1, 2], [2, 1], [2, 2], [2, 4], [4, 2], [1, 5], [5, 1], [2, 5], [5, 2], [4, 5], [5, 4], [5, 5]],
  ],
  prices: [
    { clause: 'RW-1.4a', tops: [], ports: [0, 4, 15, 19] },
    { clause: 'RW-1.4b', tops: [4], ports: [1, 3, 10, 12] },
    { clause: 'RW-1.4c', tops: [2, 4], ports: [13] },
  ],
  marker: [1, 2, 4, 5],
  marker_points: 1,
  drop_out_points: 6,
}

const settlement: SettlementDecision = {
  kind: 'settlement',
  launches: [
    { module: 'B2', points: 0, ships: ['row1'], launch: { seat: 0, do: 'launch', row: 1, use: 'sacrifice' } },
    { module: 'H2', points: 0, ships: ['shields'], launch: { seat: 0, do: 'launch', row: 4, use: 'defend' } },
    { module: 'H2', points: 0, ships: [], launch: { seat: 0, do: 'launch', row: 4, use: 'transport', cargo: [], placed: [] } },
    { module: 'H2', points: 0, ships: [], launch: { seat: 0, do: 'launch', row: 4, use: 'transport', cargo: [4], placed: [{ unit: 0, city: 'B' }] } },
    { module: 'H2', points: 5, ships: ['row1'], launch: { seat: 0, do: 'launch', row: 4, use: 'transport', cargo: [4, 1], placed: [{ unit: 0, city: null }, { unit: 1, city: null }] } },
    { module: 'TE', points: 0, ships: [], launch: { seat: 0, do: 'launch', row: 5, use: 'settle' } },
  ],
}

const mars: ActDecision = {
  kind: 'act',
  offer: bounds,
  offers_left: 10,
  offers_made: [],
  bank: trades,
  rates: [],
  roads: ['0,1,NW', '0,1,NE', '2,-1,W'],
  settlements: ['1,0,S', '-1,1,N'],
  cities: [],
  domes: ['1,-1', '-1,0', '-1,1'],
  buy: false,
  play: ['road_crew'],
  cowboy: null,
  road_crew: { most: 2, sites: ['0,1,NW', '0,1,NE'], opens: {} },
  supply_drop: null,
  lacking: {
    city: [{ clause: 'MA-3.1', reason: 'cannot_pay', params: { piece: 'city', cards: '1 brick + 2 grain' } }],
    card: [{ clause: 'MA-C8', reason: 'deck_is_empty', params: {} }],
  },
}

export const decisions = { station, settlement, mars }
