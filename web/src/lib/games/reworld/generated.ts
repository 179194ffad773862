// Generated from the server's structs by `farhaven admin typescript`. Do not edit.

export type ModuleCode = 'TA' | 'TB' | 'TC' | 'TD' | 'TE' | 'H0' | 'H1' | 'H2' | 'B1' | 'B2' | 'B3' | 'B4' | 'B5' | 'S1' | 'S2' | 'S3' | 'S4' | 'S5' | 'BF' | 'LA' | 'LB' | 'LC' | 'LD' | 'LE' | 'K1' | 'K2' | 'K3' | 'K4' | 'K5' | 'KK' | 'IN' | 'ME' | 'TT' | 'SH' | 'BU'

export type Officer = 1 | 2 | 3 | 4 | 5

/** A port: its module while it has one, and the cards laid there, the top one first. */
export interface Slot {
  module: ModuleCode | null
  cards: Officer[]
}

export type ShipName = 'row1' | 'row2' | 'row3' | 'row4' | 'row5' | 'docking' | 'city' | 'farming' | 'shields' | 'companies' | 'shuttles' | 'satellites' | 'rows' | 'points'

export type Letter = 'A' | 'B' | 'C' | 'D' | 'E'

/** A city: its letter, the name on its sign, its tiles in the order of placing. `size` is what counts for ships (RW-2.9, RW-3.1). */
export interface City {
  letter: Letter
  sign: string
  tiles: ModuleCode[]
  size: number
}

export type FinalCategory = 'defence' | 'A' | 'B' | 'C' | 'D' | 'E'

/** What is known of a player. `hand` is null where it is secret. */
export interface Seat {
  score: number
  hand: Officer[] | null
  hand_size: number
  in_round: boolean
  rows: ModuleCode[][]
  cities: City[]
  defence: ModuleCode[]
  shields: number
  shuttles: ModuleCode[]
  satellites: ModuleCode[]
  ships: ShipName[]
  progress: { [key in ShipName]: number }
  tasks: { [key in ModuleCode]?: number }
  final: { [key in FinalCategory]: number }
}

/** A population ship (RW-C8); `at_least` is null where docking rows must be empty. */
export interface Ship {
  points: number
  at_least: number | null
}

/** The numbers of the edition and of the number of players that is played with. */
export interface Box {
  shields: { [key in ModuleCode]?: number }
  task_points: { [key in ModuleCode]?: number }
  terrabot_points: number[]
  ships: { [key in ShipName]: Ship }
  final: { [key in FinalCategory]: number[] }
  absent: number
  special: number
}

/** The view of a seat, or of a spectator (null). */
export interface ReworldWire {
  game: 'reworld'
  seat: number | null
  phase: 'over' | 'round' | 'settlement' | 'start' | 'station'
  round: number
  turn: number | null
  marker: number | null
  marker_taken: boolean
  ports: Slot[]
  bag: { [key in ModuleCode]?: number }
  ships: ShipName[]
  signs: { [key in Letter]: string[] }
  players: Seat[]
  box: Box
}

export type PriceClause = 'RW-1.4a' | 'RW-1.4b' | 'RW-1.4c'

/** A port that can be paid for, and which of the lists of payments applies to it. */
export interface PortChoice {
  port: number
  payments: number
  points: number
}

/** What modules cost that lie in the same situation, whether the hand can pay it or not. */
export interface Price {
  clause: PriceClause
  tops: Officer[]
  ports: number[]
}

/** RW-1.3. The payments are listed once for each situation of the neighbours, cheapest first. */
export interface StationDecision {
  kind: 'station'
  ports: PortChoice[]
  payments: Officer[][][]
  prices: Price[]
  marker: Officer[]
  marker_points: number
  drop_out_points: number
}

export type Use = 'settle' | 'defend' | 'task' | 'sacrifice' | 'transport'

export interface Placed {
  unit: number
  city: Letter | null
}

export interface Launch {
  do: 'launch'
  seat: number
  row: Officer
  use: Use
  sign?: string
  city?: Letter
  cargo?: Officer[]
  placed?: Placed[]
}

/** A launch with the points that it scores and the ships that it takes. Each different effect is listed once, in one spelling. The last four fields say which other spellings have the same effect, so that a client can let its player choose in any order. */
export interface LaunchChoice {
  launch: Launch
  module: ModuleCode
  points: number
  ships: ShipName[]
  docked_in_any_order?: boolean
  placed_in_any_order?: boolean
  interchangeable?: boolean
  cities?: Letter[]
}

/** RW-2.2: every launch. A city may be founded with any sign left in the view's `signs`. */
export interface SettlementDecision {
  kind: 'settlement'
  launches: LaunchChoice[]
}

export interface Acquire {
  do: 'acquire'
  seat: number
  port: number
  cards: Officer[]
}

export interface TakeMarker {
  do: 'marker'
  seat: number
  card: Officer | null
}

export interface DropOut {
  do: 'drop_out'
  seat: number
}

export interface Start {
  chance: 'start'
  seat: number
}

export interface Round {
  chance: 'round'
  round: number
  modules: ModuleCode[]
  hands: (Officer[] | null)[]
}

/** Reworld has no table options. */
export interface ReworldOptions {
}

export type ReworldView = ReworldWire

export type ReworldDecision = StationDecision | SettlementDecision

export type ReworldEntry = Acquire | TakeMarker | DropOut | Launch

export type ReworldOutcome = Start | Round
