import { m } from '$msg'
import type { Choosing } from './choosing.svelte'
import { countsInWords, type Scene } from './info'
import { pieceName } from './names'
import { never } from '$lib/match/never'
import { inSentences } from '$lib/i18n/sentences'
import type { ActDecision, AnswerDecision, MarsAnswer, CardName, CloseDecision, MarsDecision, MarsView, Piece, PlaceDecision } from './wire'

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
      return answered(scene, decision)
    case 'close':
      return closing(scene, decision)
    case 'act':
      return acting(scene, decision, choosing)
    default:
      return never(decision)
  }
}

/** The clause that says more about what is to be done; null where its pieces and buttons do. */
export function promptClause({ view }: Scene, decision: MarsDecision | null, choosing: Choosing): string | null {
  if (decision?.kind === 'place') return decision.clause
  if (decision?.kind !== 'act') return null
  if (choosing.card || choosing.piece === 'card') return 'MA-4.1'
  return isLastTrade(view, decision, choosing) ? 'MA-1.1' : null
}

/** Both sides of the open offer, in words. */
function sides({ view }: Scene): { give: string; want: string } {
  return { give: countsInWords(view.offer?.give ?? {}), want: countsInWords(view.offer?.want ?? {}) }
}

function answered(scene: Scene, { accept }: AnswerDecision): string {
  const offer = { name: scene.names[scene.view.turn ?? 0] ?? '', ...sides(scene) }
  return accept ? m.ma_prompt_answer(offer) : m.ma_prompt_answer_short(offer)
}

function closing(scene: Scene, { partners, waiting }: CloseDecision): string {
  if (partners.length + waiting.length === 0) return m.ma_prompt_declined()
  if (partners.length === 0) return m.ma_prompt_close_wait({ ...sides(scene), names: waiting.map((seat) => scene.names[seat] ?? '').join(', ') })
  const agreed = (scene.view.offer?.answers ?? []).filter(({ seat }) => partners.includes(seat))
  return agreed.length > 0 && agreed.every(({ answer }) => answer === 'counter') ? countered(scene, agreed) : m.ma_prompt_close(sides(scene))
}

/** Where nobody agrees to the offer as it was made, its own terms are of no use any more. */
function countered(scene: Scene, [first, ...more]: readonly MarsAnswer[]): string {
  return first && more.length === 0 ? m.ma_prompt_countered({ name: scene.names[first.seat] ?? '', ...termsFor(first) }) : m.ma_prompt_countered_more(sides(scene))
}

/** The terms of a counter-offer for who made the offer: what the other gives is what one gets. */
export const termsFor = ({ give, want }: Pick<MarsAnswer, 'give' | 'want'>): { give: string; want: string } => ({ give: countsInWords(want ?? {}), want: countsInWords(give ?? {}) })

/** True if what is being built puts an end to trade that is still possible in this turn. */
function isLastTrade(view: MarsView, { offer, bank }: ActDecision, { piece }: Choosing): boolean {
  return piece !== null && piece !== 'card' && view.order === 'strict' && !view.built && (offer !== null || bank.length > 0)
}

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

/** What a card asks for; whichever it is, it is the last act of the turn. */
function playing(card: Exclude<CardName, 'victory'>, decision: ActDecision, choosing: Choosing): string {
  switch (card) {
    case 'cowboy':
      return robbing(choosing)
    case 'road_crew':
      return decision.road_crew?.most === 1 ? m.ma_prompt_crew_one() : m.ma_prompt_crew({ count: decision.road_crew?.most ?? 0 })
    case 'supply_drop': {
      const count = decision.supply_drop?.count ?? 0
      return count === 1 ? m.ma_prompt_supply_one() : m.ma_prompt_supply({ count })
    }
    case 'requisition':
      return m.ma_prompt_requisition()
    default:
      return never(card)
  }
}

function building(piece: Piece, at: string | null): string {
  if (!at) return m.ma_prompt_where({ piece: pieceName(piece) })
  return piece === 'dome' ? m.ma_prompt_grows() : m.ma_prompt_confirm({ piece: pieceName(piece) })
}

function acting({ view }: Scene, decision: ActDecision, choosing: Choosing): string {
  const { card, piece } = choosing
  if (card && card !== 'victory') return inSentences([playing(card, decision, choosing), m.ma_ends_turn()])
  if (piece === 'card') return m.ma_prompt_buy()
  if (piece) return inSentences([building(piece, choosing.at), ...(isLastTrade(view, decision, choosing) ? [m.ma_prompt_last_trade()] : [])])
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
