import { shortcut } from '$lib/match/keys'
import type { Piece } from './wire'

export type Deed = 'roll' | 'end' | 'cancel' | 'trade' | 'board' | { piece: Piece | 'card' }

const deeds: Record<string, Deed> = {
  r: 'roll',
  e: 'end',
  Escape: 'cancel',
  t: 'trade',
  b: 'board',
  '1': { piece: 'road' },
  '2': { piece: 'settlement' },
  '3': { piece: 'city' },
  '4': { piece: 'dome' },
  '5': { piece: 'card' },
}

/** What a key stands for, unless somebody is typing or a dialog is open. */
export function deedOf(event: KeyboardEvent): Deed | null {
  const deed = deeds[shortcut(event, false) ?? ''] ?? null
  // The frame brings the board to the front with the same key.
  return event.defaultPrevented && deed !== 'board' ? null : deed
}
