import type { BankTrade, Box, MarsField, MarsView, OfferBounds, Terrain } from '$lib/games/mars/wire'

/** A plausible position to draw and to test the board with; not from a real match. */
const rows: [number, string][] = [
  [-2, 's5 m2 a6'],
  [-1, 'a3 s8 s10 m9'],
  [0, 'm12 s11 s- a4 s6'],
  [1, 'a5 s4 m3 s11'],
  [2, 's8 a10 m9'],
]
const land: Record<string, Terrain> = { s: 'sand', a: 'air', m: 'mountain' }
const domes: Record<string, MarsField['dome']> = { '0,-1': 'grain', '2,0': 'sheep', '-2,2': 'grain' }

const fields: MarsField[] = rows.flatMap(([r, text]) =>
  text.split(' ').map((code, i) => {
    const at = `${Math.max(-2, -2 - r) + i},${r}`
    const chip = code.slice(1)
    return { at, terrain: land[code[0] ?? 's'] ?? 'sand', chip: chip === '-' ? null : Number(chip), dome: domes[at] ?? null, gives: null, to: [0, 0, 0, 0] }
  }),
)
const left = { road: 11, settlement: 2, city: 3, dome: 3 }
export const bounds: OfferBounds = { give: { glass: 2, oxide: 1, brick: 3, grain: 1 }, most: 19 }
export const trades: BankTrade[] = [{ give: 'brick', count: 2, get: ['glass', 'oxide', 'grain', 'sheep'] }, { give: 'brick', count: 3, get: ['glass', 'oxide', 'grain', 'sheep'] }]

const box: Box = {
  costs: {
    road: { oxide: 1, brick: 1 },
    settlement: { glass: 1, oxide: 1, grain: 1, sheep: 1 },
    city: { oxide: 1, brick: 2, grain: 2 },
    dome: { glass: 1, oxide: 1 },
    card: { glass: 1, grain: 1, sheep: 1 },
  },
  supply: { road: 15, settlement: 5, city: 4, dome: 4 },
  yields: { settlement: 1, city: 2 },
  gives: { sand: 'glass', air: 'oxide', mountain: 'brick' },
  bank: 19,
  deck: { cowboy: 14, victory: 5, road_crew: 2, supply_drop: 2, requisition: 2 },
  rates: { space: 4, harbour: 3, special: 2 },
  points: { settlement: 1, city: 2, longest_road: 2, cowboy_power: 2, victory_card: 1 },
  limits: { hand: 7, longest_road: 5, cowboy_power: 3, road_crew: 2, supply_drop: 2, offers: 10 },
}

export const names = ['Ada', 'Bot Kepler', 'Marguerite', 'Bot Halley']

export const middleGame: MarsView = {
  game: 'mars',
  seat: 0,
  turn: 0,
  phase: 'acting',
  first: 0,
  turns: 22,
  order: 'strict',
  built: false,
  offers_left: 10,
  points_to_win: 10,
  fields,
  harbours: [
    { path: '0,-2,NW', kind: '3:1', seats: [] },
    { path: '1,-2,NE', kind: 'glass', seats: [] },
    { path: '3,-2,W', kind: 'brick', seats: [] },
    { path: '3,0,W', kind: '3:1', seats: [] },
    { path: '1,2,NW', kind: 'sheep', seats: [] },
    { path: '-1,3,NE', kind: 'oxide', seats: [] },
    { path: '-3,3,NE', kind: '3:1', seats: [] },
    { path: '-2,1,W', kind: 'grain', seats: [] },
    { path: '-2,0,NW', kind: '3:1', seats: [] },
  ],
  aliens: '0,0',
  dice: [5, 3],
  bank: { glass: 12, oxide: 15, brick: 13, grain: 17, sheep: 16 },
  deck: 21,
  players: [
    {
      points: 5, hand_size: 7, hand: { glass: 2, oxide: 1, brick: 3, grain: 1 }, card_count: 2,
      cards: ['cowboy', 'road_crew'], cowboys: 1, harbours: ['3:1'], must_discard: 0, roads: ['0,0,NW', '0,0,W', '-1,1,NE', '1,0,NW', '1,0,NE'],
      settlements: ['0,0,N', '0,-1,S'], cities: ['2,-1,S'], left, longest_chain: 5,
    },
    {
      points: 3, hand_size: 5, hand: null, card_count: 1, cards: null, cowboys: 0, harbours: [], must_discard: 0,
      roads: ['0,-1,NE', '1,-2,W', '2,0,W'], settlements: ['1,-2,N'], cities: ['-1,2,N'], left, longest_chain: 3,
    },
    {
      points: 4, hand_size: 9, hand: null, card_count: 0, cards: null, cowboys: 2, harbours: [], must_discard: 0,
      roads: ['-1,0,W', '-1,0,NW', '-2,1,NE'], settlements: ['-1,0,N', '-2,1,N'], cities: [], left, longest_chain: 3,
    },
    {
      points: 2, hand_size: 2, hand: null, card_count: 3, cards: null, cowboys: 0, harbours: [], must_discard: 0,
      roads: ['0,2,NE', '1,1,W'], settlements: ['1,1,S', '1,1,N'], cities: [], left, longest_chain: 2,
    },
  ],
  longest_road: 0,
  longest_roads: ['0,0,NW', '0,0,W', '-1,1,NE', '1,0,NW', '1,0,NE'],
  box,
  cowboy_power: null,
  offer: null,
}
