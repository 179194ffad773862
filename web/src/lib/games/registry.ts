import type { Component, Snippet } from 'svelte'
import { mark as marsMark } from './mars/course'
import { places as marsPlaces } from './mars/places'
import { title as mars } from './mars/title'
import { mark as reworldMark } from './reworld/course'
import { places as reworldPlaces } from './reworld/names'
import { title as reworld } from './reworld/title'
import type { Seat, State, StepInfo } from '$lib/api/wire'
import type { IconName } from '$lib/ui/icons'
import type { PlaceNamer } from '$lib/match/sentences.svelte'

/** What a title's board needs to be shown and played. */
export interface TableProps {
  state: State
  seat: Seat | null
  names: readonly string[]
  /** Sends an entry; the server has the last word. `byItself` where nobody chose it, and nobody is asked. */
  act: (entry: object, byItself?: boolean) => void
  /** A request is under way. */
  busy: boolean
  /** Panels that every title has, such as the log. */
  panels: readonly Panel[]
  /** What happened since this seat's own last choice, oldest first: to be highlighted on the board. */
  recent?: readonly StepInfo[]
  /** The entry that a hint speaks of: to be shown on the board as if it were being chosen, or as advice where nothing is to be chosen. */
  hinted?: object | null
  /** Stands below the board instead of the hand, as in a replay. */
  instead?: Snippet
}

export interface Panel {
  id: string
  text: string
  /** Stands above the text where there is little room. */
  icon: IconName
  badge?: string
  body: Snippet
}

/** Keys that do the same, and what that is. */
export type KeyLine = readonly [keys: readonly string[], text: string]

/** A picture of the rule book: what stands before and after the colon in `{{module:TA}}`. */
export interface PictureProps {
  kind: string
  name: string
  /** As high as a line of text. */
  small?: boolean
}

/** A place in the course of a match to which one would want to jump. */
export interface Mark {
  text: string
  /** Set where a whole part of the match begins. */
  chapter?: string
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
  /** The guided tour, at `/tour/<name>`. */
  tour?: () => Promise<{ default: Component }>
  /** Keys of its own, with what they do. */
  keys: () => readonly KeyLine[]
  /** What an entry is called before the log tells of it, or where it tells nothing; null where it has no name. */
  deed: (entry: object) => string | null
  /** True if an entry chosen in one state still answers the question of a later one; if left out, as long as the decision is the same. */
  stands?: (entry: object, before: State, now: State) => boolean
  /** A part of the result in words; parts of parts are `part.inner`. */
  category: (key: string) => string
  /** Words for the table options and their values. */
  option: (name: string) => string
  choice: (name: string, value: string | number | boolean) => string
}

/** What the book, the log and the replay need on top; a title without it does without. */
export interface Extras {
  RulePicture?: () => Promise<{ default: Component<PictureProps> }>
  /** The round or chapter that a line of the log begins, after the lines before it. */
  mark?: (line: unknown, before: readonly unknown[]) => Mark | null
  /** What people call the places and pieces of a board, once it is laid out; they stay what they are. */
  places?: (view: unknown) => PlaceNamer | null
}

const all: readonly (Title & Extras)[] = [
  { ...reworld, RulePicture: () => import('./reworld/RulePicture.svelte'), mark: reworldMark, places: reworldPlaces },
  { ...mars, RulePicture: () => import('./mars/RulePicture.svelte'), mark: marsMark, places: marsPlaces },
]

export const titles: ReadonlyMap<string, Title & Extras> = new Map(all.map((title) => [title.name, title]))
export const titleName = (name: string): string => titles.get(name)?.display() ?? name
