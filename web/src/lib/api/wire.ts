/**
 * The shapes that the server sends and takes, whatever the title. To be generated from the
 * server's structs; until then written by hand after them.
 */

export type Seat = number
export type Params = Record<string, string | number>

/** A clause and a reason; the words come from the message files. */
export interface Violation {
  clause: string
  reason: string
  params: Params
}

export interface Problem extends Violation {
  status: number
}

export interface Told {
  code: string
  params: Params
}

export type TableState = 'open' | 'starting' | 'running' | 'over' | 'stopped' | 'closed'

export interface Account {
  id: string
  name: string
  member: boolean
  recoverable: boolean
  created: number
}

export interface OptionInfo {
  name: string
  default: string | number | boolean
  choices: (string | number | boolean)[] | null
}

export interface TitleInfo {
  name: string
  seats: number[]
  rules_version: number
  components: string
  options: OptionInfo[]
  bots: string[]
}

export interface SeatInfo {
  seat: Seat
  kind: 'open' | 'human' | 'bot'
  name: string
  level: string | null
  nonce: boolean
  online: boolean
  host: boolean
}

export interface Fairness {
  commitment: string
  secret?: string | null
  nonces: (string | null)[]
}

export interface Result {
  scores: number[]
  winners: Seat[]
  breakdown: unknown[]
}

export interface TableInfo {
  id: string
  title: string
  options: Record<string, string | number | boolean>
  state: TableState
  seats: SeatInfo[]
  mine: Seat[]
  host: boolean
  listed: boolean
  spectators: boolean
  watching: number
  rated: boolean
  clock: number | null
  increment: number
  days: number | null
  patience: number
  stand_in: string
  chat: boolean
  fairness: Fairness
  n: number
  owing: Seat[]
  moved: number
  created: number
  started: number | null
  ended: number | null
  rematch: string | null
  result: Result | null
}

export interface TableList {
  tables: TableInfo[]
}

export interface NewSeat {
  kind: 'me' | 'here' | 'open' | 'bot'
  name?: string | null
  level?: string | null
}

export interface NewTable {
  title: string
  options?: Record<string, string | number | boolean>
  seats: NewSeat[]
  listed?: boolean
  spectators?: boolean
  rated?: boolean
  chat?: boolean
  clock?: number | null
  increment?: number
  days?: number | null
  patience?: number
  stand_in?: string
}

export interface StepInfo {
  n: number
  kind: 'start' | 'entry' | 'outcome' | 'undo' | 'stop' | 'pause' | 'resume' | 'away' | 'back' | 'seat'
  at: number
  seat?: Seat | null
  line?: unknown
  note?: unknown
  events?: Told[]
  id?: string | null
}

/** What a seat or spectator has before it now; view and decision are the title's. */
export interface State {
  view: unknown
  decision: unknown
  owing: Seat[]
  undo: boolean
  paused: boolean
  away: Seat[]
  clocks: number[] | null
  result: Result | null
  stopped: string | null
}

export interface ChatInfo {
  number: number
  at: number
  seat: Seat | null
  name: string
  code: string | null
  text: string
  account: string | null
}

/** A match after the first `at` lines of its log. */
export interface Moment {
  at: number
  last: number
  view: unknown
  decision: unknown
  owing: Seat[]
  line: unknown
  events: Told[]
  result: Result | null
}

export type ServerMessage =
  | { type: 'snapshot'; protocol: number; n: number; seat: Seat | null; table: TableInfo; state: State; steps: StepInfo[]; chat: ChatInfo[] }
  | { type: 'steps'; since: number; n: number; steps: StepInfo[]; patch?: Patch; state?: State }
  | { type: 'table'; table: TableInfo }
  | { type: 'chat'; messages: ChatInfo[] }
  | { type: 'done'; id: string; n: number }
  | ({ type: 'refused'; id: string | null; n: number } & Violation)
  | { type: 'pong'; at: number }

/** Paths into the state with what stands there now. */
export type Patch = [(string | number)[], unknown][]

export type ClientMessage =
  | { type: 'act'; id: string; entry: unknown; after?: number | null }
  | { type: 'undo'; id: string; seat?: Seat | null }
  | { type: 'look'; seat?: Seat | null }
  | { type: 'resume'; since: number }
  | { type: 'say'; id: string; text: string }
  | { type: 'nonce'; nonce: string }
  | { type: 'ping' }
