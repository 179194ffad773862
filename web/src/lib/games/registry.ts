import type { Component, Snippet } from 'svelte'
import { title as mars } from './mars/title'
import { title as reworld } from './reworld/title'
import type { Seat, State } from '$lib/api/wire'

/** What a title's board needs to be shown and played. */
export interface TableProps {
  state: State
  seat: Seat | null
  names: readonly string[]
  /** Sends an entry; the server has the last word. */
  act: (entry: object) => void
  /** A request is under way. */
  busy: boolean
  /** Panels that every title has, such as the log. */
  panels: readonly Panel[]
  /** Stands below the board instead of the hand, as in a replay. */
  instead?: Snippet
}

export interface Panel {
  id: string
  text: string
  badge?: string
  body: Snippet
}

/** All that shared screens need of a title. */
export interface Title {
  name: string
  display: () => string
  tagline: () => string
  players: () => string
  minutes: number
  Cover: Component
  /** The board is loaded only when it is played. */
  table: () => Promise<{ default: Component<TableProps> }>
  /** A part of the result in words; parts of parts are `part.inner`. */
  category: (key: string) => string
  /** Words for the table options and their values. */
  option: (name: string) => string
  choice: (name: string, value: string | number | boolean) => string
}

const all: readonly Title[] = [reworld, mars]

export const titles: ReadonlyMap<string, Title> = new Map(all.map((title) => [title.name, title]))
export const titleName = (name: string): string => titles.get(name)?.display() ?? name
