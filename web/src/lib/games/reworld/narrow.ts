import { plain, signed } from '$lib/match/points'
import type { Spelling } from './spellings'
import type { LaunchChoice, LaunchUse, Letter, ModuleCode, Officer, Placed } from './wire'

/** What has been chosen of a launch so far. Composing it means narrowing all spellings of the server's list. */
export interface Draft {
  row: Officer | null
  use: LaunchUse | null
  /** Of a task. */
  city: Letter | null
  cargo: readonly Officer[]
  /** No more cargo is wanted. */
  loaded: boolean
  placed: readonly Placed[]
}

export const nothing: Draft = { row: null, use: null, city: null, cargo: [], loaded: false, placed: [] }

/** What the launches that are still open score, at least and at best. */
export interface Gain {
  least: number
  best: number
}

export type Ask =
  | { ask: 'row'; rows: ReadonlyMap<Officer, Gain> }
  | { ask: 'use'; uses: ReadonlyMap<LaunchUse, Gain> }
  | { ask: 'city'; cities: ReadonlyMap<Letter, Gain> }
  /** `stop` is there if the cargo may stay as it is; then its units may be placed at once. */
  | { ask: 'cargo'; rows: ReadonlyMap<Officer, Gain>; stop: Gain | null; places: readonly Place[] }
  | { ask: 'place'; places: readonly Place[] }
  | { ask: 'done'; choice: LaunchChoice }

/** A city, or the box (null), for a unit of the cargo. */
export interface Place extends Placed {
  gain: Gain
}

const starts = <Item>(list: readonly Item[], front: readonly Item[], same: (a: Item, b: Item) => boolean): boolean =>
  front.every((item, i) => list[i] !== undefined && same(list[i], item))

/** Whether a launch is still open after what has been chosen. */
export function fits({ launch }: LaunchChoice, draft: Draft): boolean {
  const cargo = launch.cargo ?? []
  return (
    (draft.row === null || launch.row === draft.row) &&
    (draft.use === null || launch.use === draft.use) &&
    (draft.city === null || launch.city === draft.city) &&
    starts(cargo, draft.cargo, (a, b) => a === b) &&
    (!draft.loaded || cargo.length === draft.cargo.length) &&
    starts(launch.placed ?? [], draft.placed, (a, b) => a.unit === b.unit && a.city === b.city)
  )
}

export function gain(choices: readonly LaunchChoice[]): Gain {
  const points = choices.map((choice) => choice.points)
  return { least: Math.min(...points), best: Math.max(...points) }
}

/** The launches by one of their parts; those without it are left out. */
function by<Key>(choices: readonly LaunchChoice[], key: (choice: LaunchChoice) => Key | undefined): Map<Key, Gain> {
  const groups = new Map<Key, LaunchChoice[]>()
  for (const choice of choices) {
    const at = key(choice)
    if (at !== undefined) groups.set(at, [...(groups.get(at) ?? []), choice])
  }
  return new Map([...groups].map(([at, group]) => [at, gain(group)]))
}

function placesOf(choices: readonly LaunchChoice[], draft: Draft): Place[] {
  const next = by(choices, ({ launch }) => {
    const place = launch.placed?.[draft.placed.length]
    return place && `${place.unit}${place.city ?? ''}`
  })
  return [...next].map(([key, worth]) => ({ unit: Number(key[0]), city: (key[1] as Letter | undefined) ?? null, gain: worth }))
}

/** The launch that is left if all that may still be chosen has the same effect. */
function settled(open: readonly Spelling[]): Spelling | undefined {
  return open.every(({ effect }) => effect === open[0]?.effect) ? open[0] : undefined
}

/** What is to be chosen next; steps without a choice are taken along. */
export function narrow(all: readonly Spelling[], draft: Draft): { draft: Draft; next: Ask } {
  const open = all.filter((choice) => fits(choice, draft))
  const rows = by(open, ({ launch }) => launch.row)
  if (draft.row === null) return { draft, next: { ask: 'row', rows } }
  if (open.length === 0) return narrow(all, nothing)
  const uses = by(open, ({ launch }) => launch.use)
  const [use] = uses.keys()
  if (draft.use === null) return uses.size === 1 && use ? narrow(all, { ...draft, use }) : { draft, next: { ask: 'use', uses } }
  if (draft.use === 'transport' && !draft.loaded) return load(all, open, draft)
  const choice = settled(open)
  if (choice) return { draft: { ...draft, placed: choice.launch.placed ?? [] }, next: { ask: 'done', choice } }
  if (draft.use === 'transport') return place(all, open, draft)
  return { draft, next: { ask: 'city', cities: by(open, ({ launch }) => launch.city) } }
}

function load(all: readonly Spelling[], open: readonly Spelling[], draft: Draft): { draft: Draft; next: Ask } {
  const rows = by(open, ({ launch }) => launch.cargo?.[draft.cargo.length])
  const stopping = open.filter(({ launch }) => launch.cargo?.length === draft.cargo.length)
  const [row] = rows.keys()
  if (rows.size === 0) return narrow(all, { ...draft, loaded: true })
  if (stopping.length === 0 && rows.size === 1 && row) return narrow(all, { ...draft, cargo: [...draft.cargo, row] })
  const stop = stopping.length > 0 ? gain(stopping) : null
  return { draft, next: { ask: 'cargo', rows, stop, places: stop ? placesOf(stopping, draft) : [] } }
}

function place(all: readonly Spelling[], open: readonly Spelling[], draft: Draft): { draft: Draft; next: Ask } {
  const places = placesOf(open, draft)
  const only = places.length === 1 ? places[0] : undefined
  if (only) return narrow(all, { ...draft, placed: [...draft.placed, { unit: only.unit, city: only.city }] })
  return { draft, next: { ask: 'place', places } }
}

export interface Spot {
  row: Officer
  at: number
  code: ModuleCode
}

/** Where the launched module and its cargo lie, read off the rows from their open ends. */
export function spots(rows: readonly (readonly ModuleCode[])[], row: Officer, module: ModuleCode, cargo: readonly Officer[]): { module: Spot | null; cargo: Spot[] } {
  const ends = rows.map((tiles) => tiles.length)
  const take = (from: Officer): Spot | null => {
    const at = (ends[from - 1] ?? 0) - 1
    ends[from - 1] = at
    const code = rows[from - 1]?.[at]
    return code === undefined ? null : { row: from, at, code }
  }
  const behind = rows[row - 1]?.at(-1) !== module
  const first = behind ? take(row) : null
  const own = take(row)
  const units = cargo.slice(behind ? 1 : 0).map(take)
  return { module: own, cargo: [...(behind && cargo.length > 0 ? [first] : []), ...units].filter((spot) => spot !== null) }
}

/** Points as they are shown before a choice: `+3`, or `+2…8` where more is to be chosen. */
export function gainText({ least, best }: Gain): string {
  return least === best ? signed(best) : `${signed(least)}…${plain(best)}`
}
