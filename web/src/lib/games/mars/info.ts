import { m } from '$msg'
import type { CardName, Counts, MarsDecision, MarsView, Piece, Resource, Site } from './wire'
import type { Info } from '$lib/match/explain.svelte'
import { chances, crossing, middle, path, type Point } from './geometry'
import { cardEffect, cardName, counted, fieldName, harbourName, pieceName, resources } from './names'
import { near } from './places'

export type PlaceKind = 'field' | 'crossing' | 'path' | 'harbour'

/** Where the title's explanations come from: what is seen, and what people are called. */
export interface Scene {
  view: MarsView
  names: readonly string[]
  /** Crossings where a settlement may be placed now. */
  sites?: readonly Site[]
}

export const countsInWords = (counts: Counts): string =>
  resources
    .filter((of) => (counts[of] ?? 0) > 0)
    .map((of) => counted(counts[of] ?? 0, of))
    .join(', ')

const around = (view: MarsView, at: Point): string => m.ma_around({ around: near(view, at).map(fieldName).join('; ') })

export function describe(scene: Scene, kind: PlaceKind, name: string): Info {
  if (kind === 'field') return ofField(scene, name)
  if (kind === 'crossing') return ofCrossing(scene, name)
  if (kind === 'path') return ofPath(scene, name)
  return ofHarbour(scene, name)
}

function ofField({ view, names }: Scene, name: string): Info {
  const one = view.fields.find((f) => f.at === name)
  if (!one) return { title: name, lines: [], clause: 'MA-C1' }
  const lines: string[] = []
  if (one.chip === null) lines.push(m.ma_info_barren())
  else lines.push(m.ma_info_chip({ chip: one.chip, count: chances(one.chip) }))
  if (view.aliens === name) lines.push(m.ma_aliens())
  const { gives } = one
  if (gives && one.chip !== null) {
    const owed = one.to.flatMap((count, seat) => (count > 0 ? [m.labelled({ label: names[seat] ?? '', value: counted(count, gives) })] : []))
    lines.push(owed.length > 0 ? m.ma_info_yields({ owed: owed.join(', ') }) : m.ma_info_nobody())
  }
  if (one.terrain === 'sand' && one.chip !== null && !one.dome) lines.push(m.ma_info_sand())
  const clause = view.aliens === name ? 'MA-5.3' : one.chip === null ? 'MA-C2' : one.dome ? 'MA-3.7' : 'MA-1.2'
  return { title: fieldName(one), lines, clause }
}

/** Whose building stands on a crossing. */
function building(view: MarsView, name: string): { seat: number; piece: 'settlement' | 'city' } | null {
  for (const [seat, player] of view.players.entries()) {
    if (player.settlements.includes(name)) return { seat, piece: 'settlement' }
    if (player.cities.includes(name)) return { seat, piece: 'city' }
  }
  return null
}

/** What a settlement that is placed on a crossing now brings. */
function brought({ sites = [] }: Scene, name: string): string[] {
  const site = sites.find((one) => one.settlement === name)
  if (!site?.brings) return []
  const cards = countsInWords(site.brings)
  return [cards ? m.ma_info_brings({ cards }) : m.ma_info_brings_nothing()]
}

function ofCrossing(scene: Scene, name: string): Info {
  const { view, names } = scene
  const at = crossing(name)
  const here = building(view, name)
  const lines: string[] = []
  if (here) {
    const { piece } = here
    lines.push(m.ma_info_building({ points: view.box.points[piece], cards: view.box.yields[piece] }))
  }
  lines.push(around(view, at))
  const harbour = view.harbours.find((one) => path(one.path).some((end) => Math.hypot(end.x - at.x, end.y - at.y) < 2))
  if (harbour) lines.push(harbourName(harbour.kind, view.box.rates))
  const brings = brought(scene, name)
  lines.push(...brings)
  if (!here) return { title: m.ma_crossing(), lines, clause: brings.length > 0 ? 'MA-S3' : view.phase === 'placing' ? 'MA-S2' : 'MA-3.3' }
  const owner = names[here.seat] ?? ''
  const title = here.piece === 'city' ? m.ma_city_of({ name: owner }) : m.ma_settlement_of({ name: owner })
  return { title, lines, clause: here.piece === 'city' ? 'MA-3.5' : 'MA-3.6' }
}

function ofPath({ view, names }: Scene, name: string): Info {
  const seat = view.players.findIndex((player) => player.roads.includes(name))
  const lines = [around(view, middle(path(name)))]
  if (seat < 0) return { title: m.ma_path(), lines, clause: 'MA-3.2' }
  const chain = view.players[seat]?.longest_chain ?? 0
  const longest = view.longest_roads.includes(name)
  lines.unshift(longest ? m.ma_info_longest({ count: chain, points: view.box.points.longest_road }) : m.ma_fact_chain({ count: chain }))
  return { title: m.ma_road_of({ name: names[seat] ?? '' }), lines, clause: longest ? 'MA-3.8' : 'MA-3.2' }
}

function ofHarbour({ view, names }: Scene, name: string): Info {
  const harbour = view.harbours.find((one) => one.path === name)
  if (!harbour) return { title: name, lines: [], clause: 'MA-C5' }
  const owners = harbour.seats.map((seat) => names[seat] ?? '')
  return {
    title: harbourName(harbour.kind, view.box.rates),
    lines: [owners.length > 0 ? m.ma_info_harbour_of({ names: owners.join(', ') }) : m.ma_info_harbour_free()],
    clause: 'MA-2.3',
  }
}

const clauses: Record<Piece | 'card', string> = { road: 'MA-3.2', settlement: 'MA-3.3', city: 'MA-3.5', dome: 'MA-3.7', card: 'MA-4.1' }

/** Why something cannot be had now, and the clause that says so. */
export interface Lack {
  lines: readonly string[]
  clause: string
}

export function aboutPiece({ view }: Scene, piece: Piece | 'card', left: number, lack: Lack | null): Info {
  const { points, yields } = view.box
  const does: Record<Piece | 'card', () => string> = {
    road: m.ma_about_road,
    settlement: () => m.ma_about_settlement({ points: points.settlement, cards: yields.settlement }),
    city: () => m.ma_about_city({ points: points.city, cards: yields.city }),
    dome: m.ma_about_dome,
    card: m.ma_about_card,
  }
  return {
    title: pieceName(piece),
    lack: lack?.lines,
    lines: [m.ma_costs({ cost: countsInWords(view.box.costs[piece]) }), does[piece](), m.ma_left_count({ count: left })],
    clause: lack?.clause ?? clauses[piece],
  }
}

const cardClauses: Record<CardName, string> = { cowboy: 'MA-4.2', victory: 'MA-4.4', road_crew: 'MA-4.3', supply_drop: 'MA-4.3', requisition: 'MA-4.3' }

/** Why no card can be played now; `doing` is what is to be done instead. */
export function cardLack(view: MarsView, seat: number | null, decision: MarsDecision | null, doing: string): Lack {
  if (decision?.kind === 'roll') return { lines: [m.ma_card_roll_first()], clause: 'MA-4.1' }
  if (view.turn !== seat) return { lines: [m.ma_card_own_turn()], clause: 'MA-4.1' }
  if (decision?.kind === 'act') return { lines: [m.ma_card_later()], clause: 'MA-4.3' }
  return { lines: [m.ma_card_later(), doing], clause: decision?.kind === 'close' ? 'MA-2.1a' : 'MA-1.1' }
}

export function aboutCard({ view }: Scene, card: CardName, may: boolean, lack: Lack | null): Info {
  const about = { title: cardName(card), lines: [cardEffect(card, view.box)], clause: cardClauses[card] }
  if (may) return { ...about, lines: [...about.lines, m.ma_card_now()] }
  return card === 'victory' || !lack ? about : { ...about, lack: lack.lines, clause: lack.clause }
}

export function aboutResource({ view }: Scene, of: Resource, count: number): Info {
  const from = view.fields.filter((one) => one.gives === of)
  const chips = from.map((one) => one.chip).filter((chip) => chip !== null).sort((a, b) => a - b)
  return {
    title: counted(count, of),
    lines: [
      chips.length > 0 ? m.ma_info_from({ chips: chips.join(', ') }) : m.ma_info_from_none(),
      m.ma_info_bank({ count: view.bank[of] ?? 0 }),
    ],
    clause: of === 'grain' || of === 'sheep' ? 'MA-3.7' : 'MA-C3',
  }
}
