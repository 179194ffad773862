import type { FinalCategory, ModuleCode, Officer, ReworldBox, ReworldPlayer, ReworldView, ShipName } from '$lib/api/wire'

/** Plausible positions to draw and to test boards with; not from a real match. */
export const box: ReworldBox = {
  shields: {
    H0: 0, H1: 1, H2: 2, LA: 2, LB: 2, LC: 2, LD: 2, LE: 2, K1: 1, K2: 1, K3: 1, K4: 1, K5: 1,
    KK: 2, IN: 1, ME: 1, TT: 1, SH: 2, BU: 1,
  },
  task_points: {
    LA: 2, LB: 2, LC: 2, LD: 2, LE: 2, K1: 3, K2: 3, K3: 3, K4: 3, K5: 3, KK: 2, IN: 1, ME: 1, TT: 1, SH: 1, BU: 1,
  },
  terrabot_points: [4, 4, 3, 2, 2],
  ships: {
    row1: { points: 5, at_least: null },
    row2: { points: 5, at_least: null },
    row3: { points: 5, at_least: null },
    row4: { points: 5, at_least: null },
    row5: { points: 5, at_least: null },
    docking: { points: 6, at_least: null },
    city: { points: 7, at_least: 8 },
    farming: { points: 5, at_least: 3 },
    shields: { points: 6, at_least: 5 },
    companies: { points: 7, at_least: 5 },
    shuttles: { points: 5, at_least: 4 },
    satellites: { points: 5, at_least: 4 },
    rows: { points: 7, at_least: 5 },
    points: { points: 6, at_least: 60 },
  },
  final: { defence: [20, 10, 4], A: [18, 10, 4], B: [16, 8, 4], C: [14, 8, 4], D: [12, 6, 4], E: [10, 6, 4] },
}

export const names = ['Ada', 'Bot Kepler', 'Marguerite', 'Bot Halley']

const zero: Record<FinalCategory, number> = { defence: -3, A: -3, B: -3, C: -3, D: -3, E: -3 }

function player(part: Partial<ReworldPlayer>): ReworldPlayer {
  return {
    score: 0,
    hand: null,
    hand_size: 0,
    in_round: true,
    rows: [[], [], [], [], []],
    cities: [],
    defence: [],
    shields: 0,
    shuttles: [],
    satellites: [],
    ships: [],
    progress: {},
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
        { letter: 'A', sign: 'Arcadia', tiles: ['TA', 'TA', 'B3', 'B3', 'S3', 'BF', 'TA'] },
        { letter: 'B', sign: 'New Berlin', tiles: ['TB', 'B1', 'BF'] },
        { letter: 'E', sign: 'Elysium', tiles: ['TE', 'TE', 'B5'] },
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
        { letter: 'B', sign: 'Bifrost', tiles: ['TB', 'TB', 'B2', 'S2'] },
        { letter: 'C', sign: 'Cassini', tiles: ['TC', 'BF', 'B4', 'BF', 'BF'] },
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
      cities: [{ letter: 'E', sign: 'Eos', tiles: ['TE', 'B1'] }],
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
