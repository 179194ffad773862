import type {
  Account,
  AnalysisInfo,
  Course,
  HintInfo,
  HomeInfo,
  Moment,
  NewTable,
  Problem,
  Record as MatchRecord,
  Recoverable,
  RecoveryLink,
  SessionInfo,
  TableChange,
  TableInfo,
  TableList,
  TitleInfo,
  Violation,
} from './wire'

/** The server said no; clause and reason have their sentence in the message files. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly violation: Violation,
  ) {
    super(`${violation.clause}/${violation.reason}`)
  }
}

/** For how many seconds the server asks to be left alone, where that is why it refused. */
export function retryAfter(fault: unknown): number | null {
  if (!(fault instanceof Refused) || fault.status !== 429) return null
  return Number(fault.violation.params.seconds ?? 1)
}

/** The server could not be reached at all. */
export class Offline extends Error {}

async function ask<Answer>(method: string, path: string, content?: unknown): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: content === undefined ? {} : { 'content-type': 'application/json' },
      body: content === undefined ? undefined : JSON.stringify(content),
      credentials: 'same-origin',
    })
  } catch (fault) {
    throw new Offline(String(fault))
  }
  if (response.ok) return (await body(response)) as Answer
  throw new Refused(response.status, await problem(response))
}

/** Some answers are empty, whatever their status. */
async function body(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : (JSON.parse(text) as unknown)
}

async function problem(response: Response): Promise<Violation> {
  try {
    const { clause, reason, params } = (await response.json()) as Problem
    if (clause && reason) return { clause, reason, params: params ?? {} }
  } catch {
    // Not from our program: a proxy in between, or nothing at all.
  }
  return { clause: 'server', reason: response.status >= 500 ? 'unavailable' : 'refused', params: {} }
}

const part = encodeURIComponent

/** Where a game comes from that is looked at again: played here, or a record that was uploaded. */
export type Source = 'match' | 'record'
const PLACES: Readonly<Record<Source, string>> = { match: 'tables', record: 'records' }

const recordPath = (of: Source, id: string): string => `/${PLACES[of]}/${part(id)}${of === 'match' ? '/record' : ''}`
/** The address of a record's file. */
export const recordFile = (of: Source, id: string): string => `/api${recordPath(of, id)}`

/** All that the app asks the server over HTTP. */
export const api = {
  titles: () => ask<TitleInfo[]>('GET', '/titles'),
  me: () => ask<Account | null>('GET', '/account'),
  guest: (name: string) => ask<Account>('POST', '/account', { name }),
  rename: (name: string) => ask<Account>('PATCH', '/account', { name }),
  home: () => ask<HomeInfo>('GET', '/home'),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${part(id)}`),
  tables: (list: 'open' | 'mine' | 'finished', skip = 0) => ask<TableList>('GET', `/tables?list=${list}&skip=${skip}`),
  create: (table: NewTable) => ask<TableInfo>('POST', '/tables', table),
  join: (id: string, nonce: string, seat?: number) => ask<TableInfo>('POST', `/tables/${part(id)}/join`, { seat: seat ?? null, nonce }),
  leave: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/leave`, {}),
  seat: (id: string, seat: number, level: string | null) =>
    ask<TableInfo>('PUT', `/tables/${part(id)}/seats/${seat}`, level === null ? { kind: 'open' } : { kind: 'bot', level }),
  rematch: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/rematch`, {}),
  stop: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/stop`, {}),
  at: (of: Source, id: string, at: number, seat?: number) =>
    ask<Moment>('GET', `/${PLACES[of]}/${part(id)}/at/${at}${seat === undefined ? '' : `?seat=${seat}`}`),
  record: (of: Source, id: string) => ask<MatchRecord>('GET', recordPath(of, id)),
  course: (of: Source, id: string) => ask<Course>('GET', `/${PLACES[of]}/${part(id)}/course`),
  analysis: (of: Source, id: string) => ask<AnalysisInfo>('GET', `/${PLACES[of]}/${part(id)}/analysis`),
  analyse: (of: Source, id: string) => ask<AnalysisInfo>('POST', `/${PLACES[of]}/${part(id)}/analysis`, {}),
  change: (id: string, change: TableChange) => ask<TableInfo>('PATCH', `/tables/${part(id)}`, change),
  invite: (id: string, name: string) => ask<null>('POST', `/tables/${part(id)}/invite`, { name }),
  hint: (id: string, seat: number) => ask<HintInfo[]>('GET', `/tables/${part(id)}/hint?seat=${seat}`),
  register: (name: string, password: string) => ask<Account>('POST', '/account/register', { name, password }),
  login: (name: string, password: string) => ask<Account>('POST', '/account/login', { name, password }),
  logout: () => ask<null>('POST', '/account/logout', {}),
  password: (old: string, next: string) => ask<Account>('POST', '/account/password', { old, new: next }),
  recovery: () => ask<RecoveryLink>('POST', '/account/recovery', {}),
  recoverable: (code: string) => ask<Recoverable>('POST', '/account/recoverable', { code }),
  recover: (code: string, password: string | null) => ask<Account>('POST', '/account/recover', { code, password }),
  sessions: () => ask<SessionInfo[]>('GET', '/account/sessions'),
  endSession: (id: string) => ask<SessionInfo[]>('DELETE', `/account/sessions/${part(id)}`),
  erase: () => ask<null>('DELETE', '/account'),
  mutes: () => ask<string[]>('GET', '/account/mutes'),
  mute: (account: string, on: boolean) => ask<string[]>(on ? 'PUT' : 'DELETE', `/account/mutes/${part(account)}`),
  upload: (record: unknown) => ask<{ id: string }>('POST', '/records', record),
}

/** This browser's part in the chance of a match. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
