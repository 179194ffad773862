import type { ModuleCode, Officer } from './generated'

/** Reworld's view, decision and entries, as the server sends and takes them. */
export type * from './generated'
export type { Box as ReworldBox, City as ReworldCity, Seat as ReworldPlayer, Slot as ReworldSlot, Use as LaunchUse } from './generated'

export type Company = Officer
export type TerrabotCode = Extract<ModuleCode, `T${'A' | 'B' | 'C' | 'D' | 'E'}`>
export type ShuttleCode = Extract<ModuleCode, `H${number}`>
export type BuilderCode = Extract<ModuleCode, `B${number}` | `S${number}` | 'BF'>
export type SatelliteCode = Exclude<ModuleCode, TerrabotCode | ShuttleCode | BuilderCode>
