import type { Fairness, TableState } from '$lib/api/wire'
import { keep, keptObject } from './storage'

/**
 * Checking the chance of a match, after docs/fairness.md. What this browser saw and gave before the
 * first move is kept here, because only that shows whether something was changed afterwards.
 */
interface Seen {
  commitment: string
  nonces: string[]
}

const KEY = 'farhaven.fairness'
const MOST = 200
const DOMAIN = 'farhaven-fairness/1'

const load = (): Partial<Record<string, Seen>> => keptObject<Record<string, Seen>>(KEY)

/** Keeps a table's commitment, and what this browser gave to its chance, before the match runs. */
export function remember(id: string, state: TableState, commitment: string, nonce?: string): void {
  if (state !== 'open' && state !== 'starting') return
  const all = load()
  const old = all[id]
  if (old && nonce === undefined) return
  const seen = { commitment: old?.commitment ?? commitment, nonces: [...(old?.nonces ?? []), ...(nonce ? [nonce] : [])] }
  const latest = Object.entries({ ...all, [id]: seen }).slice(-MOST)
  keep(KEY, JSON.stringify(Object.fromEntries(latest)))
}

export interface Verdict {
  /** Whether the secret fits the commitment; null while the secret is not shown. */
  fits: boolean | null
  /** Whether the commitment is the one that was seen before the start; null if it was not seen. */
  same: boolean | null
  /** Whether a part that this browser gave went in; null if it gave none. */
  mine: boolean | null
}

export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined

/** SHA-256 of the domain, “/commitment” and the secret's bytes, in hexadecimal digits. */
export async function commitmentOf(secret: string): Promise<string> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const head = new TextEncoder().encode(`${DOMAIN}/commitment`)
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array([...head, ...bytes]))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function check(fairness: Fairness, id: string | null): Promise<Verdict> {
  const seen = id === null ? undefined : load()[id]
  const given = seen?.nonces ?? []
  return {
    fits: fairness.secret ? (await commitmentOf(fairness.secret)) === fairness.commitment : null,
    same: seen ? seen.commitment === fairness.commitment : null,
    mine: given.length > 0 && fairness.nonces.length > 0 ? given.some((one) => fairness.nonces.includes(one)) : null,
  }
}
