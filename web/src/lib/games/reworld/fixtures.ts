import type { FinalCategory, ModuleCode, Officer, ReworldPlayer, ReworldView, ShipName } from '$lib/games/reworld/wire'
import { boxFor } from './box'

/** Plausible positions to draw and to test boards with; not from a real match. */
export const box = boxFor(4)

export const names = ['Ada', 'Bot Kepler', 'Marguerite', 'Bot Halley']

const none = Object.fromEntries(Object.keys(box.ships).map((ship) => [ship, 0])) as Record<ShipName, number>
const zero: Record<FinalCategory, number> = { defence: -3, A: -3, B: -3, C: -3, D: -3, E: -3 }

type Part = Partial<Omit<ReworldPlayer, 'progress'>> & { progress?: Partial<Record<ShipName, number>> }

function player({ progress, ...part }: Part): ReworldPlayer {
  const rows = part.rows ?? [[], [], [], [], []]
  const docked = rows.map((row, i) => [`row${i + 1}`, row.length] as const)
  return {
    score: 0,
    hand: null,
    hand_size: 0,
    in_round: true,
    rows,
    cities: [],
    defence: [],
    shields: 0,
    shuttles: [],
    satellites: [],
    ships: [],
    progress: { ...none, ...Object.fromEntries(docked), docking: rows.flat().length, ...progress },
    tasks: {},
    final: zero,
    ...part,
  }
}

const modules: (ModuleCode | null)[] = [
  'TA', 'H1', null, 'B3', 'LB', 'TC', 'S2', 'H2', 'BF', 'KK',
  'TE', null, 'IN', 'B1', 'TD', 'H0', null, 'K4', 'B5', 'SH',
]
const slots: Record<number, Officer[]> = { 2: [4], 11: [4, 2], 16: [1, 1, 3] }
const left: Record<'A' | 'B' | 'C' | 'D' | 'E', string[]> = {
  A: ['Atlantis', 'Aurora', 'Avalon'],
  B: ['Babylon', 'Bifrost', 'Borealis'],
  C: ['Calypso', 'Camelot', 'Concordia'],
  D: ['Daedalus', 'Delphi', 'Destiny', 'Discovery'],
  E: ['Eden', 'Endeavour', 'Eos'],
}
const allShips = Object.keys(box.ships) as ShipName[]

export const station: ReworldView = {
  game: 'reworld',
  seat: 0,
  phase: 'station',
  round: 3,
  turn: 0,
  marker: 1,
  marker_taken: false,
  ports: modules.map((module, port) => ({ module, cards: slots[port] ?? [] })),
  bag: { TA: 2 },
  ships: allShips,
  signs: left,
  box,
  players: [
    player({
      score: 17,
      hand: [1, 2, 2, 4, 5, 5],
      hand_size: 6,
      rows: [['B2', 'TC', 'H1'], ['LA'], [], ['TB', 'B4', 'S4', 'H2', 'BF', 'TA'], ['H1', 'TE']],
      progress: { points: 17 },
    }),
    player({ score: 21, hand_size: 5, rows: [['TA'], ['H1', 'B1'], ['TT'], [], ['BF', 'TD']], progress: { points: 21 } }),
    player({ score: 12, hand_size: 7, rows: [[], ['B5', 'H0'], ['TB', 'ME'], ['H1'], ['TC']], progress: { points: 12 } }),
    player({ score: 12, hand_size: 0, in_round: false, rows: [['B3'], [], ['BU'], ['TE', 'H2'], []], progress: { points: 12 } }),
  ],
}

export const settlement: ReworldView = {
  ...station,
  phase: 'settlement',
  round: 5,
  marker_taken: true,
  ports: modules.map(() => ({ module: null, cards: [] })),
  ships: allShips.filter((ship) => !['row3', 'row1', 'farming'].includes(ship)),
  players: [
    player({
      score: 58,
      rows: [['B2'], [], [], ['TB', 'B4', 'H2'], ['H1', 'TE']],
      cities: [
        { letter: 'A', sign: 'Arcadia', tiles: ['TA', 'TA', 'B3', 'B3', 'S3', 'BF', 'TA'], size: 8 },
        { letter: 'B', sign: 'New Berlin', tiles: ['TB', 'B1', 'BF'], size: 4 },
        { letter: 'E', sign: 'Elysium', tiles: ['TE', 'TE', 'B5'], size: 4 },
      ],
      defence: ['H2', 'SH'],
      shields: 4,
      shuttles: ['H1', 'H0', 'H1'],
      satellites: ['LA', 'KK'],
      ships: ['row3'],
      progress: { city: 8, farming: 2, shields: 4, companies: 4, shuttles: 3, satellites: 2, rows: 4, points: 58 },
      final: { defence: 20, A: 18, B: 4, C: -3, D: -3, E: 8 },
    }),
    player({
      score: 61,
      rows: [[], ['B1'], ['TT'], ['H1'], ['BF', 'TD']],
      cities: [
        { letter: 'B', sign: 'Bifrost', tiles: ['TB', 'TB', 'B2', 'S2'], size: 5 },
        { letter: 'C', sign: 'Cassini', tiles: ['TC', 'BF', 'B4', 'BF', 'BF'], size: 6 },
      ],
      defence: ['H1'],
      shields: 1,
      shuttles: ['H0', 'H1', 'H1'],
      satellites: ['IN'],
      ships: ['row1', 'farming'],
      progress: { city: 6, farming: 3, shields: 1, companies: 3, shuttles: 3, satellites: 1, rows: 3, points: 61 },
      final: { defence: 10, A: -3, B: 16, C: 14, D: -3, E: -3 },
    }),
    player({
      score: 44,
      rows: [[], ['B5', 'H0'], ['TB', 'ME'], ['H1'], ['TC']],
      cities: [{ letter: 'E', sign: 'Eos', tiles: ['TE', 'B1'], size: 3 }],
      satellites: ['K1', 'LE'],
      progress: { city: 3, farming: 0, shields: 0, companies: 1, shuttles: 0, satellites: 2, rows: 1, points: 44 },
      final: { ...zero, E: 4 },
    }),
    player({
      score: 39,
      rows: [['B3'], [], ['BU'], ['TE', 'H2'], []],
      progress: { city: 0, farming: 0, shields: 0, companies: 0, shuttles: 0, satellites: 0, rows: 0, points: 39 },
    }),
  ],
}
