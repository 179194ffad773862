import type { MarsEntry, Piece } from './wire'

/** A piece that would stand somewhere on the board. */
export interface Ghost {
  kind: 'field' | 'crossing' | 'path'
  name: string
  piece: Piece | 'aliens'
}

const road = (name: string): Ghost => ({ kind: 'path', name, piece: 'road' })
const KINDS = { road: 'path', settlement: 'crossing', city: 'crossing', dome: 'field' } as const

/** What an entry would put on the board; nothing where words alone can tell it, such as a trade. */
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
