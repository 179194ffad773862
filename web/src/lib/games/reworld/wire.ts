import type { Seat } from '$lib/api/wire'

/** Reworld's view, decision and entries, as the server sends and takes them. */

export type Letter = 'A' | 'B' | 'C' | 'D' | 'E'
export type Officer = 1 | 2 | 3 | 4 | 5
export type Company = 1 | 2 | 3 | 4 | 5

export type TerrabotCode = `T${Letter}`
export type ShuttleCode = 'H0' | 'H1' | 'H2'
export type BuilderCode = `B${Company}` | `S${Company}` | 'BF'
export type SatelliteCode = `L${Letter}` | `K${Company}` | 'KK' | 'IN' | 'ME' | 'TT' | 'SH' | 'BU'
export type ModuleCode = TerrabotCode | ShuttleCode | BuilderCode | SatelliteCode

export type ShipName =
  | `row${Officer}`
  | 'docking'
  | 'city'
  | 'farming'
  | 'shields'
  | 'companies'
  | 'shuttles'
  | 'satellites'
  | 'rows'
  | 'points'

export type FinalCategory = 'defence' | Letter

/** What is printed on tiles and ships, for one edition and one number of players. */
export interface ReworldBox {
  shields: Partial<Record<ModuleCode, number>>
  task_points: Partial<Record<SatelliteCode, number>>
  terrabot_points: number[]
  /** `at_least` is null where docking rows must be empty. */
  ships: Record<ShipName, { points: number; at_least: number | null }>
  /** Points of the ranks that are paid. */
  final: Record<FinalCategory, number[]>
}

export interface ReworldCity {
  letter: Letter
  sign: string
  /** In the order in which they came; the sign counts as a tile but is not among them. */
  tiles: ModuleCode[]
}

export interface ReworldPlayer {
  score: number
  /** Null where the hand is secret. Ascending. */
  hand: Officer[] | null
  hand_size: number
  in_round: boolean
  /** Rows 1 to 5; the module docked last, at the open end, comes last. */
  rows: ModuleCode[][]
  cities: ReworldCity[]
  defence: ModuleCode[]
  shields: number
  shuttles: ModuleCode[]
  satellites: ModuleCode[]
  ships: ShipName[]
  /** How much of what each ship from the city ship on counts. */
  progress: Partial<Record<ShipName, number>>
  /** The final population ship, if it arrived now. */
  final: Record<FinalCategory, number>
}

export interface ReworldSlot {
  module: ModuleCode | null
  /** The top card first. */
  cards: Officer[]
}

export interface ReworldView {
  game: 'reworld'
  seat: Seat | null
  phase: 'start' | 'round' | 'station' | 'settlement' | 'over'
  round: number
  turn: Seat | null
  marker: Seat | null
  marker_taken: boolean
  ports: ReworldSlot[]
  bag: Partial<Record<ModuleCode, number>>
  /** The population ships on the board. */
  ships: ShipName[]
  signs: Record<Letter, string[]>
  players: ReworldPlayer[]
}

export interface PortChoice {
  port: number
  /** Which of the lists of payments applies. */
  payments: number
  points: number
}

export interface StationDecision {
  kind: 'station'
  ports: PortChoice[]
  /** Cheapest first; in each payment the top card first. */
  payments: Officer[][][]
  marker: Officer[]
  marker_points: number
  drop_out_points: number
}

export type LaunchUse = 'settle' | 'defend' | 'task' | 'sacrifice' | 'transport'

export interface Launch {
  seat: Seat
  do: 'launch'
  row: Officer
  use: LaunchUse
  sign?: string
  city?: Letter
  cargo?: Officer[]
  placed?: { unit: number; city: Letter | null }[]
}

export interface LaunchChoice {
  launch: Launch
  module: ModuleCode
  points: number
  ships: ShipName[]
}

export interface SettlementDecision {
  kind: 'settlement'
  launches: LaunchChoice[]
}

export type ReworldDecision = StationDecision | SettlementDecision

export type ReworldEntry =
  | { seat: Seat; do: 'acquire'; port: number; cards: Officer[] }
  | { seat: Seat; do: 'marker'; card: Officer | null }
  | { seat: Seat; do: 'drop_out' }
  | Launch
