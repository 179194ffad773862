import { m } from '$msg'
import type { Title } from '../registry'
import Cover from './art/Cover.svelte'
import { cardName, counted, pieceName } from './names'
import { stands } from './stands'
import type { MarsEntry, Said } from './wire'

const options: Record<string, () => string> = { layout: m.ma_option_layout, order: m.ma_option_order }
const choices: Record<string, () => string> = {
  random: m.ma_layout_random,
  beginners: m.ma_layout_beginners,
  strict: m.ma_order_strict,
  free: m.ma_order_free,
}

const answers: Record<Said, () => string> = { accept: m.ma_accept, decline: m.ma_decline, counter: m.ma_counter }

function deed(entry: MarsEntry): string | null {
  switch (entry.do) {
    case 'place':
      return `${pieceName('settlement')} + ${pieceName('road')}`
    case 'roll':
      return m.ma_roll()
    case 'offer':
      return m.ma_make_offer()
    case 'answer':
      return answers[entry.answer]()
    case 'close':
      return entry.with === null ? m.ma_withdraw() : m.ma_trade_close()
    case 'bank':
      return `${counted(entry.count, entry.give)} → ${counted(1, entry.get)}`
    case 'build':
      return pieceName(entry.piece)
    case 'buy':
      return m.ma_buy()
    case 'play':
      return cardName(entry.card)
    case 'end':
      return m.ma_end_turn()
    default:
      return null
  }
}

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
  deed: (entry) => deed(entry as MarsEntry),
  stands: (entry, before, now) => stands(entry as MarsEntry, before, now),
  category: (key) => parts[key]?.() ?? key,
  option: (name) => options[name]?.() ?? name,
  choice: (_, value) => choices[String(value)]?.() ?? String(value),
}
