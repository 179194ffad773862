import type { FinalCategory, ModuleCode, Officer, ShipName } from './generated'

/** Reworld's view, decision and entries, as the server sends and takes them. */
export type * from './generated'
export type { City as ReworldCity, Seat as ReworldPlayer, Slot as ReworldSlot, Use as LaunchUse } from './generated'

export type Company = Officer
export type TerrabotCode = Extract<ModuleCode, `T${'A' | 'B' | 'C' | 'D' | 'E'}`>
export type ShuttleCode = Extract<ModuleCode, `H${number}`>
export type BuilderCode = Extract<ModuleCode, `B${number}` | `S${number}` | 'BF'>
export type SatelliteCode = Exclude<ModuleCode, TerrabotCode | ShuttleCode | BuilderCode>

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
