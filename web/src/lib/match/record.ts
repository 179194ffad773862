import type { Record as MatchRecord } from '$lib/api/wire'

const isText = (value: unknown): boolean => typeof value === 'string'
const isList = (value: unknown, of: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(of)

function has<Key extends string>(value: unknown, ...keys: readonly Key[]): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value)
}

/** Whether a file holds what is shown of a record without asking the server. */
export function isRecord(value: unknown): value is Pick<MatchRecord, 'game' | 'players' | 'fairness'> {
  if (!has(value, 'game', 'players', 'fairness') || !has(value.fairness, 'commitment', 'secret', 'nonces')) return false
  const { commitment, secret, nonces } = value.fairness
  return (
    isText(value.game) &&
    isList(value.players, (one) => has(one, 'name', 'kind') && isText(one.name) && isText(one.kind)) &&
    isText(commitment) &&
    (secret === null || isText(secret)) &&
    isList(nonces, isText)
  )
}

/** The records of a file: one, or several with a line each, as `farhaven selfplay` writes them. Throws where it has none. */
export function recordsIn(text: string): [unknown, ...unknown[]] {
  try {
    return [JSON.parse(text)]
  } catch (fault) {
    const [first, ...others] = text.split('\n').filter((line) => line.trim() !== '')
    if (first === undefined) throw fault
    return [JSON.parse(first), ...others.map((line): unknown => JSON.parse(line))]
  }
}
