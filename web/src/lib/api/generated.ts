// Generated from the server's structs by `farhaven admin typescript`. Do not edit.

/** A place at the table, from 0. */
export type Seat = number
/** Facts for a message's words. */
export type Params = { [key: string]: number | string }
/** Paths into the state with what stands there now. */
export type Patch = [(string | number)[], unknown][]

export type TableState = 'open' | 'starting' | 'running' | 'over' | 'stopped' | 'closed'

export type StepKind = 'start' | 'entry' | 'outcome' | 'undo' | 'stop' | 'pause' | 'resume' | 'away' | 'back' | 'seat'

/** An event as a seat is told it. */
export interface Told {
  code: string
  params: { [key: string]: number | string }
}

/** A step of the match. `line` is there for entries and outcomes, as the seat may see it. */
export interface StepInfo {
  n: number
  kind: StepKind
  at: number
  seat?: number | null
  line?: unknown
  note?: { reason?: string; kind?: string; name?: string; level?: string }
  events?: Told[]
  id?: string | null
}

/** Why a match is paused, and when the pause ends at the latest. */
export interface PauseInfo {
  reason: string
  until: number | null
}

/** What a seat or spectator has before it now. Patches lead from one state to the next. */
export interface State {
  view: unknown | null
  decision: unknown | null
  owing: number[]
  undo: boolean
  grace: number
  paused: boolean
  away: number[]
  clocks: number[] | null
  result: Result | null
  stopped: string | null
  pause: PauseInfo | null
}

/** Who sits at a seat. */
export interface SeatInfo {
  seat: number
  kind: 'bot' | 'human' | 'open'
  name: string
  level: string | null
  nonce: boolean
  online: boolean
  host: boolean
}

/** The commitment to the secret, the secret once the game is over, the players' nonces. */
export interface Fairness {
  commitment: string
  secret: string | null
  nonces: string[]
}

/** A table, as an account sees it. */
export interface TableInfo {
  id: string
  title: string
  options: { [key: string]: string | number | boolean }
  state: TableState
  seats: SeatInfo[]
  mine: number[]
  host: boolean
  listed: boolean
  spectators: boolean
  watching: number
  rated: boolean
  clock: number | null
  increment: number
  days: number | null
  deadline: number | null
  patience: number
  stand_in: string
  chat: boolean
  fairness: Fairness
  n: number
  owing: number[]
  moved: number
  created: number
  started: number | null
  ended: number | null
  rematch: string | null
  result: Result | null
}

/** A message at a table, or a notice: then `code` is set and `text` is empty. */
export interface ChatInfo {
  number: number
  at: number
  seat: number | null
  name: string
  code: string | null
  text: string
  account: string | null
}

/** All that there is to know: the first message, and again after `look`. */
export interface Snapshot {
  type: 'snapshot'
  protocol: number
  n: number
  seat: number | null
  table: TableInfo
  state: State
  steps: StepInfo[]
  chat: ChatInfo[]
}

/** What happened after step `since`: carry out `patch` on the state, or take `state` whole. */
export interface Steps {
  type: 'steps'
  since: number
  n: number
  steps: StepInfo[]
  patch?: Patch
  state?: State
}

/** The table has changed: people, presence, nonces, options, its state. */
export interface TableNews {
  type: 'table'
  table: TableInfo
}

/** Messages that came in. */
export interface ChatNews {
  type: 'chat'
  messages: ChatInfo[]
}

/** A request was carried out; its effect, if any, came before or comes by itself. */
export interface Done {
  type: 'done'
  id: string
  n: number
}

/** A request was refused and has changed nothing. Clause `server` is for the server's own. */
export interface Refusal {
  type: 'refused'
  id: string | null
  clause: string
  reason: string
  params: { [key: string]: number | string }
  n: number
}

/** The answer to a ping, with the server's time. */
export interface Pong {
  type: 'pong'
  at: number
}

/** Make a choice. The same id again is answered, not carried out again. */
export interface Act {
  type: 'act'
  id: string
  entry: unknown
  after?: number | null
}

/** Take back the seat's last entry. */
export interface Undo {
  type: 'undo'
  id: string
  seat?: number | null
}

/** See with the eyes of another seat that this account holds (hot seat). */
export interface Look {
  type: 'look'
  seat?: number | null
}

/** Send what came after a step, as one `steps` message with the whole state. With the number of the last chat message also the table and what was said after that. */
export interface Resume {
  type: 'resume'
  since: number
  chat?: number | null
}

/** A chat message. */
export interface Say {
  type: 'say'
  id: string
  text: string
}

/** This browser's part in the chance of the match; after the commitment, before the start. */
export interface GiveNonce {
  type: 'nonce'
  nonce: string
}

/** Is somebody there? */
export interface Ping {
  type: 'ping'
}

/** A seat of a new table: `me`, `here` (hot seat), `open`, or `bot` with its level. */
export interface NewSeat {
  kind: 'bot' | 'here' | 'me' | 'open'
  name?: string | null
  level?: string | null
}

/** A table to set up. It starts when its last seat is taken. */
export interface NewTable {
  title: string
  options?: { [key: string]: string | number | boolean }
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

/** Take an open seat, the first one unless said. */
export interface Join {
  seat?: number | null
  name?: string | null
  nonce?: string | null
}

/** The host frees a seat (`open`) or gives it to a bot. */
export interface SeatChange {
  kind: 'bot' | 'open'
  level?: string | null
}

/** What the host may change while people play. */
export interface TableChange {
  paused?: boolean | null
  chat?: boolean | null
  listed?: boolean | null
  spectators?: boolean | null
}

/** Ask an account, by its login name. */
export interface Invite {
  name: string
}

/** This client's part in the chance of the match. */
export interface NonceBody {
  nonce: string
}

/** An entry over HTTP; see `Act`. */
export interface ActBody {
  id: string
  entry: { [key: string]: string | number | boolean | unknown[] | { [key: string]: unknown } | null }
  after?: number | null
}

/** Take back over HTTP; see `Undo`. */
export interface UndoBody {
  id: string
  seat?: number | null
}

/** A chat message over HTTP. */
export interface SayBody {
  text: string
}

/** A table for one seat, in one answer: what a program needs to choose. */
export interface Situation {
  n: number
  seat: number | null
  table: TableInfo
  state: State
}

/** What came after a step; the steps may be none when the wait was over. */
export interface News {
  since: number
  n: number
  steps: StepInfo[]
  state: State
}

/** A match after the first `at` lines of its log. */
export interface Moment {
  at: number
  last: number
  view: unknown
  decision: unknown | null
  owing: number[]
  line: unknown | null
  events: Told[]
  result: Result | null
}

/** A choice that the search thinks well of, and why. */
export interface HintInfo {
  entry: unknown
  points: number
  win: number
  win_low: number
  win_high: number
  exact: boolean
  reasons: Told[]
  events: Told[]
}

/** The points after each number of lines, from none to all: a row for each moment. */
export interface Course {
  scores: number[][]
}

/** A page of tables, the most urgent first. */
export interface TableList {
  tables: TableInfo[]
  more: boolean
}

/** Where other people find this server. */
export interface HomeInfo {
  url: string
}

/** An option of a title and its default. */
export interface OptionInfo {
  name: string
  default: string | number | boolean
  choices: (string | number | boolean)[] | null
}

/** A title that can be played here. */
export interface TitleInfo {
  name: string
  seats: number[]
  rules_version: number
  components: string
  options: OptionInfo[]
  bots: string[]
}

/** A refusal over HTTP: a clause and a reason for the message files, never prose. */
export interface Problem {
  status: number
  clause: string
  reason: string
  params: { [key: string]: number | string }
}

/** The number that the step got. */
export interface Acted {
  id: string
  n: number
}

/** A name is enough to play. */
export interface NewGuest {
  name: string
}

/** A name and password, to register or to sign in. */
export interface Credentials {
  name: string
  password: string
}

/** A new password, with the old one. */
export interface PasswordChange {
  old: string
  new: string
}

/** The code of a recovery link. */
export interface RecoveryCode {
  code: string
}

/** The code of a recovery link and, for a member, the new password. */
export interface Recover {
  code: string
  password?: string | null
}

/** Another name. */
export interface Rename {
  name: string
}

/** A key for a program, with a name to know it by. */
export interface NewToken {
  name: string
}

/** Who is asking. */
export interface Account {
  id: string
  name: string
  member: boolean
  recoverable: boolean
  created: number
}

/** Shown once: whoever has it gets into the account. */
export interface RecoveryLink {
  code: string
  path: string
}

/** The account that a recovery link opens. */
export interface Recoverable {
  name: string
  member: boolean
}

/** A browser that is signed in. */
export interface SessionInfo {
  id: string
  agent: string
  created: number
  seen: number
  current: boolean
}

/** A program's key, without the key. */
export interface TokenInfo {
  id: string
  name: string
  created: number
  seen: number | null
}

/** A program's key, shown once. */
export interface TokenSecret {
  id: string
  name: string
  token: string
}

/** How strong an account is at a title; `ordinal` sorts. */
export interface RatingInfo {
  account: string
  name: string
  title: string
  mu: number
  sigma: number
  ordinal: number
  matches: number
}

/** All that the server holds about an account. */
export interface Export {
  account: Account
  login: string | null
  sessions: SessionInfo[]
  tokens: TokenInfo[]
  tables: TableInfo[]
  chat: ChatInfo[]
  ratings: RatingInfo[]
  muted: string[]
  records: string[]
  invites: string[]
}

/** One choice of the log, judged from what its seat could know. */
export interface ChoiceReview {
  at: number
  seat: number
  loss: number
  win_loss: number
  mistake: boolean
  cost: number
  asked: Told[]
  played: HintInfo | null
  best: HintInfo | null
}

/** How everybody stood after so many lines of the log, with all cards open. */
export interface Chances {
  at: number
  win: number[]
  lead: number[]
  outcome: string | null
}

/** A part of a result: points of lead over the others' mean, and of the chance to win. */
export interface Part {
  lead: number
  win: number
}

/** A seat's match: where its result comes from. */
export interface SeatReview {
  seat: number
  result: Part
  luck: Part
  luck_by: { [key: string]: Part }
  decisions: Part
  others: Part
  rest: Part
  choices: number
  mistakes: number
  mean_loss: number
}

/** A whole match looked at again. */
export interface Review {
  choices: ChoiceReview[]
  curve: Chances[]
  seats: SeatReview[]
}

/** How far an analysis is; `none` where nobody has asked for one, or it was lost. */
export interface AnalysisInfo {
  state: 'done' | 'none' | 'running'
  done: number
  lines: number
  review: Review | null
}

/** Who sat at a seat: a person, or a bot by its kind. */
export interface PlayerInfo {
  name: string
  kind: string
}

/** The document as it is written. Log and result are read by the title. */
export interface Record {
  format: string
  game: string
  rules_version: number
  options: { [key: string]: string | number | boolean }
  components: string
  players: PlayerInfo[]
  fairness: Fairness
  log: unknown[]
  result: Result | null
  stopped?: string
}

/** How a game ended, as in the record. `breakdown` has one title-specific part per seat. */
export interface Result {
  scores: number[]
  winners: number[]
  breakdown: unknown[]
}

/** Clause, reason below that clause, and parameters; the words come from the message files. */
export interface Violation {
  clause: string
  reason: string
  params: { [key: string]: number | string }
}

/** A record that was uploaded, and has been played through. */
export interface Uploaded {
  id: string
  title: string
  lines: number
}

/** How the server is. */
export interface Health {
  status: string
  version: string
  lost: string[]
}

export type ServerMessage = Snapshot | Steps | TableNews | ChatNews | Done | Refusal | Pong

export type ClientMessage = Act | Undo | Look | Resume | Say | GiveNonce | Ping
