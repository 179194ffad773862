import type { Account, Moment, NewTable, Problem, TableInfo, TableList, TitleInfo, Violation } from './wire'

/** The server said no; clause and reason have their sentence in the message files. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly violation: Violation,
  ) {
    super(`${violation.clause}/${violation.reason}`)
  }
}

/** The server could not be reached at all. */
export class Offline extends Error {}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
    })
  } catch (fault) {
    throw new Offline(String(fault))
  }
  if (response.ok) return (response.status === 204 ? null : await response.json()) as Answer
  throw new Refused(response.status, await problem(response))
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

/** All that the app asks the server over HTTP. */
export const api = {
  titles: () => ask<TitleInfo[]>('GET', '/titles'),
  me: () => ask<Account>('GET', '/account'),
  guest: (name: string) => ask<Account>('POST', '/account', { name }),
  rename: (name: string) => ask<Account>('PATCH', '/account', { name }),
  tables: (list: 'open' | 'mine' | 'finished') => ask<TableList>('GET', `/tables?list=${list}`),
  table: (id: string) => ask<TableInfo>('GET', `/tables/${part(id)}`),
  create: (table: NewTable) => ask<TableInfo>('POST', '/tables', table),
  join: (id: string, nonce: string, seat?: number) => ask<TableInfo>('POST', `/tables/${part(id)}/join`, { seat: seat ?? null, nonce }),
  leave: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/leave`, {}),
  seat: (id: string, seat: number, level: string | null) =>
    ask<TableInfo>('PUT', `/tables/${part(id)}/seats/${seat}`, level === null ? { kind: 'open' } : { kind: 'bot', level }),
  rematch: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/rematch`, {}),
  stop: (id: string) => ask<TableInfo>('POST', `/tables/${part(id)}/stop`, {}),
  at: (id: string, at: number, seat?: number) =>
    ask<Moment>('GET', `/tables/${part(id)}/at/${at}${seat === undefined ? '' : `?seat=${seat}`}`),
  recordAt: (id: string, at: number, seat?: number) =>
    ask<Moment>('GET', `/records/${part(id)}/at/${at}${seat === undefined ? '' : `?seat=${seat}`}`),
  upload: (record: unknown) => ask<{ id: string }>('POST', '/records', record),
}

/** This browser's part in the chance of a match. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
