import { m } from '$msg'
import type { Title } from '../registry'
import Cover from './art/Cover.svelte'

export const title: Title = {
  name: 'reworld',
  display: m.rw_title,
  tagline: m.rw_tagline,
  players: m.rw_players,
  minutes: 45,
  Cover,
  table: () => import('./Table.svelte'),
  option: (name) => name,
  choice: (_, value) => String(value),
}
