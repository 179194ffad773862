import { m } from '$msg'
import type { Patch } from '$lib/api/wire'
import { unfold, type Step } from '$lib/match/tour/tour'
import { moduleName, shipText } from '../names'
import type { Launch, ModuleCode, Officer, ReworldDecision, ReworldEntry, ReworldView, ShipName } from '../wire'

/** The steps at which the tour waits; in the others something happens by itself. */
type StepName =
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
interface Words {
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

interface Shown {
  view: ReworldView
  decision: ReworldDecision | null
}

/** Steps that speak of what lies beside the board. */
const PANELS: Partial<Record<StepName, string>> = { stack: 'carrier', final: 'carrier' }

/** The steps of the tour, each with its words; cities bear the names that the learner gave. */
export function steps(frames: readonly Frame[], swap: ReadonlyMap<string, string> = new Map()): (Step & Shown)[] {
  return unfold<Shown>(frames).map((now, i) => {
    const { step, words = {}, expect = null } = frames[i] ?? {}
    const shown = renamed(now, swap)
    return { ...shown, expect, panel: step && PANELS[step], text: step ? () => text(step, words, shown.view) : null }
  })
}

function text(step: StepName, words: Words, view: ReworldView): string {
  const module = words.module ? moduleName(words.module) : ''
  const { port = 0, top = 0, row = 0, points = 0 } = words
  switch (step) {
    case 'welcome':
      return m.rw_tour_welcome()
    case 'ring':
      return m.rw_tour_ring()
    case 'acquire':
      return m.rw_tour_acquire({ module, port, top })
    case 'match':
      return m.rw_tour_match({ port, top })
    case 'between':
      return m.rw_tour_between({ port, top, other: words.other ?? 0 })
    case 'stack':
      return m.rw_tour_stack()
    case 'marker':
      return m.rw_tour_marker({ card: words.card ?? 0 })
    case 'drop':
      return m.rw_tour_drop({ count: words.count ?? 0 })
    case 'forward':
      return m.rw_tour_forward()
    case 'settle':
      return m.rw_tour_settle({ module, row })
    case 'transport':
      return m.rw_tour_transport({ row })
    case 'task':
      return m.rw_tour_task({ module, row, points })
    case 'defend':
      return m.rw_tour_defend({ module, row })
    case 'ship':
      return m.rw_tour_ship({ row, ship: words.ship ? shipText(words.ship, view.box.ships[words.ship].at_least ?? 0) : '', points })
    case 'final':
      return m.rw_tour_final()
    case 'end':
      return m.rw_tour_end()
  }
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
function renamed(shown: Shown, swap: ReadonlyMap<string, string>): Shown {
  if (swap.size === 0) return shown
  return JSON.parse(JSON.stringify(shown), (_, value: unknown) => (typeof value === 'string' ? (swap.get(value) ?? value) : value)) as Shown
}
