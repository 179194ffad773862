import { m } from '$msg'
import type { Title } from '../registry'
import Cover from './art/Cover.svelte'
import { categoryName, useName } from './names'
import type { FinalCategory, Launch } from './wire'

const categories: Record<string, () => string> = {
  terrabots: m.rw_part_terrabots,
  marker: m.rw_part_marker,
  cards: m.rw_part_cards,
  specials: m.rw_part_specials,
  satellites: m.rw_part_satellites,
  ships: m.rw_ships,
}

const deeds: Record<string, (entry: object) => string> = {
  acquire: () => m.rw_acquire(),
  marker: () => m.rw_take_marker(),
  drop_out: () => m.rw_drop_out(),
  launch: (entry) => useName((entry as Launch).use),
}

export const title: Title = {
  name: 'reworld',
  display: m.rw_title,
  tagline: m.rw_tagline,
  players: m.rw_players,
  minutes: 45,
  Cover,
  table: () => import('./Table.svelte'),
  tour: () => import('./tour/Tour.svelte'),
  keys: () => [[['1 – 5'], m.rw_key_row()]],
  deed: (entry) => deeds[(entry as { do?: string }).do ?? '']?.(entry) ?? null,
  category: (key) => categories[key]?.() ?? m.rw_final_category({ category: categoryName(key.replace('final.', '') as FinalCategory) }),
  option: (name) => name,
  choice: (_, value) => String(value),
}
