import { m } from '$msg'
import type { Choosing } from './choosing.svelte'
import { countsInWords, type Scene } from './info'
import { pieceName } from './names'
import { never } from '$lib/match/never'
import type { ActDecision, MarsDecision, PlaceDecision } from './wire'

/** What is to be done now, in one sentence; what one waits for, where it is nothing. */
export function prompt(scene: Scene, decision: MarsDecision | null, owing: readonly number[], choosing: Choosing): string {
  if (!decision) return waiting(scene, owing)
  switch (decision.kind) {
    case 'place':
      return placing(decision, choosing)
    case 'roll':
      return m.ma_prompt_roll()
    case 'discard':
      return m.ma_discard_title()
    case 'aliens':
      return robbing(choosing)
    case 'answer':
      return m.ma_prompt_answer()
    case 'close':
      return decision.partners.length + decision.waiting.length === 0 ? m.ma_prompt_declined() : m.ma_prompt_close()
    case 'act':
      return acting(scene, decision, choosing)
    default:
      return never(decision)
  }
}

/** The clause that says more about what is to be done; null where its pieces and buttons do. */
export const promptClause = (decision: MarsDecision | null): string | null =>
  decision?.kind === 'place' ? decision.clause : null

function placing({ number, sites }: PlaceDecision, choosing: Choosing): string {
  if (choosing.roads.length > 0) return m.ma_prompt_place_confirm()
  if (!choosing.at) return number > 1 ? m.ma_prompt_place_second() : m.ma_prompt_place_first()
  const cards = countsInWords(sites.find((site) => site.settlement === choosing.at)?.brings ?? {})
  return cards ? m.ma_prompt_place_brings({ cards }) : m.ma_prompt_place_road()
}

function robbing(choosing: Choosing): string {
  if (!choosing.at) return m.ma_prompt_aliens()
  return choosing.victims.length > 0 ? m.ma_prompt_victim() : m.ma_prompt_nobody()
}

function acting({ view }: Scene, decision: ActDecision, choosing: Choosing): string {
  switch (choosing.card) {
    case 'cowboy':
      return robbing(choosing)
    case 'road_crew':
      return m.ma_prompt_crew({ count: decision.road_crew?.most ?? 0 })
    case 'supply_drop':
      return m.ma_prompt_supply({ count: decision.supply_drop?.count ?? 0 })
    case 'requisition':
      return m.ma_prompt_requisition()
    case 'victory':
    case null:
      break
    default:
      return never(choosing.card)
  }
  if (choosing.piece === 'card') return m.ma_prompt_buy()
  if (choosing.piece === 'dome' && choosing.at) return m.ma_prompt_grows()
  if (choosing.piece && choosing.at) return m.ma_prompt_confirm({ piece: pieceName(choosing.piece) })
  if (choosing.piece) return m.ma_prompt_where({ piece: pieceName(choosing.piece) })
  const trades = decision.offer !== null || decision.bank.length > 0
  if (!trades && choosing.pieces.size === 0 && decision.play.length === 0) return m.ma_prompt_nothing()
  return view.built && view.order === 'strict' ? m.ma_prompt_built() : m.ma_prompt_act()
}

function waiting({ view, names }: Scene, owing: readonly number[]): string {
  if (owing.length === 0 && view.phase !== 'over') return m.waiting()
  const who = owing.map((seat) => names[seat] ?? '').join(', ')
  switch (view.phase) {
    case 'over':
      return m.game_over()
    case 'discarding':
      return m.ma_wait_discard({ names: who })
    case 'answering':
      return answering(view.turn, names, owing)
    case 'layout':
    case 'dice':
    case 'steal':
    case 'draw':
      return m.waiting()
    case 'placing':
      return m.ma_wait_place({ name: who })
    case 'rolling':
    case 'aliens':
    case 'acting':
      return view.turn === null ? m.waiting() : m.turn_of({ name: names[view.turn] ?? '' })
    default:
      return never(view.phase)
  }
}

/** Who made the offer owes something too, as long as it may close it, but no answer. */
function answering(maker: number | null, names: readonly string[], owing: readonly number[]): string {
  const asked = owing.filter((seat) => seat !== maker)
  if (asked.length === 0) return m.ma_wait_close({ name: names[maker ?? 0] ?? '' })
  return m.ma_wait_answer({ names: asked.map((seat) => names[seat] ?? '').join(', ') })
}
