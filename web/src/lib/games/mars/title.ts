import { m } from '$msg'
import type { Title } from '../registry'
import Cover from './art/Cover.svelte'

const options: Record<string, () => string> = { layout: m.ma_option_layout, order: m.ma_option_order }
const choices: Record<string, () => string> = {
  random: m.ma_layout_random,
  beginners: m.ma_layout_beginners,
  strict: m.ma_order_strict,
  free: m.ma_order_free,
}

const deeds: Record<string, () => string> = { roll: m.ma_roll, end: m.ma_end_turn }

const parts: Record<string, () => string> = {
  settlements: m.ma_part_settlements,
  cities: m.ma_part_cities,
  longest_road: m.ma_longest_road,
  cowboy_power: m.ma_cowboy_power,
  victory_cards: m.ma_part_victory,
}

export const title: Title = {
  name: 'mars',
  display: m.ma_title,
  tagline: m.ma_tagline,
  players: m.ma_players,
  minutes: 60,
  Cover,
  table: () => import('./Table.svelte'),
  tour: () => import('./tour/Tour.svelte'),
  keys: () => [
    [['R'], m.ma_roll()],
    [['1 – 5'], m.ma_key_build()],
    [['T'], m.ma_trade()],
    [['E'], m.ma_end_turn()],
    [['+', '−', '0'], m.ma_zoom()],
  ],
  deed: (entry) => deeds[(entry as { do?: string }).do ?? '']?.() ?? null,
  category: (key) => parts[key]?.() ?? key,
  option: (name) => options[name]?.() ?? name,
  choice: (_, value) => choices[String(value)]?.() ?? String(value),
}
