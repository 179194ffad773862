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
export function shortcut(event: KeyboardEvent): Deed | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const target = event.target as Element | null
  if (target?.closest('textarea, input:not([type="radio"]), select, dialog')) return null
  const deed = deeds[event.key] ?? null
  // The frame brings the board to the front with the same key.
  return event.defaultPrevented && deed !== 'board' ? null : deed
}
