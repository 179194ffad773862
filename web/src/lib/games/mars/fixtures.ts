import type { MarsField, MarsView, Terrain } from '$lib/api/wire'

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
    return { at, terrain: land[code[0] ?? 's'] ?? 'sand', chip: chip === '-' ? null : Number(chip), dome: domes[at] ?? null }
  }),
)
const supply = { road: 11, settlement: 2, city: 3, dome: 3 }
const rates = { glass: 3, oxide: 4, brick: 2, grain: 4, sheep: 4 }

export const names = ['Ada', 'Bot Kepler', 'Marguerite', 'Bot Halley']

export const middleGame: MarsView = {
  game: 'mars',
  seat: 0,
  turn: 0,
  phase: 'trade',
  fields,
  harbours: [
    { path: '0,-2,NW', kind: '3:1' },
    { path: '2,-2,NW', kind: 'glass' },
    { path: '2,-1,NE', kind: 'brick' },
    { path: '3,0,W', kind: '3:1' },
    { path: '2,1,NW', kind: 'sheep' },
    { path: '0,3,NE', kind: 'oxide' },
    { path: '-2,3,NE', kind: '3:1' },
    { path: '-2,1,W', kind: 'grain' },
    { path: '-1,-1,W', kind: '3:1' },
  ],
  aliens: '0,0',
  dice: [5, 3],
  bank: { glass: 12, oxide: 15, brick: 13, grain: 17, sheep: 16 },
  deck: 21,
  players: [
    {
      points: 5, cards: 7, hand: { glass: 2, oxide: 1, brick: 3, grain: 1 }, development: 2,
      bought: ['cowboy', 'road_crew'], cowboys: 1, roads: ['0,0,NW', '0,0,W', '-1,1,NE', '1,0,NW', '1,0,NE'],
      settlements: ['0,0,N', '0,-1,S'], cities: ['2,-1,S'], supply, longest: 5, rates,
    },
    {
      points: 3, cards: 5, hand: null, development: 1, bought: null, cowboys: 0,
      roads: ['0,-1,NE', '1,-2,W', '2,0,W'], settlements: ['1,-2,N'], cities: ['-1,2,N'], supply, longest: 3, rates,
    },
    {
      points: 4, cards: 9, hand: null, development: 0, bought: null, cowboys: 2,
      roads: ['-1,0,W', '-1,0,NW', '-2,1,NE'], settlements: ['-1,0,N', '-2,1,N'], cities: [], supply, longest: 3, rates,
    },
    {
      points: 2, cards: 2, hand: null, development: 3, bought: null, cowboys: 0,
      roads: ['0,2,NE', '1,1,W'], settlements: ['1,1,S', '1,1,N'], cities: [], supply, longest: 2, rates,
    },
  ],
  longest_road: 0,
  cowboy_power: null,
  offer: null,
  costs: {
    road: { oxide: 1, brick: 1 },
    settlement: { glass: 1, oxide: 1, grain: 1, sheep: 1 },
    city: { oxide: 1, brick: 2, grain: 2 },
    dome: { glass: 1, oxide: 1 },
    card: { glass: 1, grain: 1, sheep: 1 },
  },
}
