import type { MarsEntry, Piece } from './wire'

/** A piece that would stand somewhere on the board. */
export interface Ghost {
  kind: 'field' | 'crossing' | 'path'
  name: string
  piece: Piece | 'aliens'
}

const road = (name: string): Ghost => ({ kind: 'path', name, piece: 'road' })
const KINDS = { road: 'path', settlement: 'crossing', city: 'crossing', dome: 'field' } as const

/** What an entry would put on the board; nothing where words alone can tell it, such as a trade with the bank. */
export function ghostsOf(entry: MarsEntry): Ghost[] {
  switch (entry.do) {
    case 'place':
      return [road(entry.road), { kind: 'crossing', name: entry.settlement, piece: 'settlement' }]
    case 'build':
      return [{ kind: KINDS[entry.piece], name: entry.at, piece: entry.piece }]
    case 'aliens':
      return [{ kind: 'field', name: entry.field, piece: 'aliens' }]
    case 'play':
      return [...(entry.field ? [{ kind: 'field', name: entry.field, piece: 'aliens' } as const] : []), ...(entry.roads ?? []).map(road)]
    default:
      return []
  }
}

/** What is said to an open offer: an answer, or how its maker closes it. */
export type Reply = Extract<MarsEntry, { do: 'answer' | 'close' }>

/** The entry where it is about the open offer, and is shown there. */
export const replyOf = (entry: MarsEntry | null): Reply | null => (entry?.do === 'answer' || entry?.do === 'close' ? entry : null)

/** What begins a trade: an offer to others, or a trade with the bank. */
export type Deal = Extract<MarsEntry, { do: 'offer' | 'bank' }>

/** The entry where it begins a trade, and is shown in the form for it. */
export const dealOf = (entry: MarsEntry | null): Deal | null => (entry?.do === 'offer' || entry?.do === 'bank' ? entry : null)
