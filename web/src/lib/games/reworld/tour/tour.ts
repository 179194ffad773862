import { patched } from '$lib/api/patch'
import type { Patch } from '$lib/api/wire'
import type { Launch, ModuleCode, Officer, ReworldDecision, ReworldEntry, ReworldView, ShipName } from '../wire'

/** The steps at which the tour waits; in the others something happens by itself. */
export type StepName =
  | 'welcome'
  | 'ring'
  | 'acquire'
  | 'match'
  | 'between'
  | 'stack'
  | 'marker'
  | 'drop'
  | 'forward'
  | 'settle'
  | 'transport'
  | 'task'
  | 'defend'
  | 'ship'
  | 'final'
  | 'end'

/** What a step's text speaks of. */
export interface Words {
  module?: ModuleCode
  port?: number
  top?: Officer
  other?: Officer
  card?: Officer
  count?: number
  row?: Officer
  points?: number
  cities?: string
  ship?: ShipName
}

export interface Frame {
  patch: Patch
  step?: StepName
  expect?: ReworldEntry
  words?: Words
}

export interface Shown {
  view: ReworldView
  decision: ReworldDecision | null
}

/** What is shown after each frame. */
export function unfold(frames: readonly Frame[]): Shown[] {
  let now = { view: null, decision: null } as unknown as Shown
  return frames.map((frame) => (now = patched(now, frame.patch)))
}

const pairs = (launch: Launch): string =>
  (launch.placed ?? [])
    .map(({ unit, city }) => `${launch.cargo?.[unit] ?? 0}${city ?? ''}`)
    .sort()
    .join()

/** Whether an entry is what a step asks for; the order of cargo and the name of a city are free. */
export function isAsked(asked: ReworldEntry, entry: ReworldEntry): boolean {
  if (asked.do === 'launch')
    return entry.do === 'launch' && entry.row === asked.row && entry.use === asked.use && (entry.city ?? null) === (asked.city ?? null) && pairs(entry) === pairs(asked)
  if (asked.do === 'acquire') return entry.do === 'acquire' && entry.port === asked.port
  if (asked.do === 'marker') return entry.do === 'marker' && entry.card === asked.card
  return entry.do === asked.do
}

/** The same with two names of cities exchanged: the learner's city keeps the name that was chosen. */
export function renamed(shown: Shown, swap: ReadonlyMap<string, string>): Shown {
  if (swap.size === 0) return shown
  return JSON.parse(JSON.stringify(shown), (_, value: unknown) => (typeof value === 'string' ? (swap.get(value) ?? value) : value)) as Shown
}
