import { m } from '$msg'
import type { Info } from '$lib/match/explain.svelte'
import { signed } from '$lib/match/points'
import { blockOf, type Block } from './blocked'
import { look } from './looks'
import { categoryName, moduleName, moduleText, payText, priceText, shipText } from './names'
import { neighbours } from './ring'
import type { FinalCategory, Letter, ModuleCode, Officer, ReworldDecision, ReworldView, ShipName } from './wire'

/** Anything on the table that can be asked about. */
export type Piece =
  | { kind: 'port'; port: number }
  /** `docked` is its place in a docking row, from the bridge on: then it is also told what keeps it there. */
  | { kind: 'module'; code: ModuleCode; seat: number | null; docked?: { row: Officer; at: number } }
  | { kind: 'ship'; ship: ShipName }
  | { kind: 'category'; category: FinalCategory }
  | { kind: 'officer'; officer: Officer }
  | { kind: 'marker' }
  | { kind: 'city'; seat: number; letter: Letter }
  | { kind: 'row'; row: Officer }
  | { kind: 'round' }
  | { kind: 'track' }

interface Known {
  view: () => ReworldView
  names: () => readonly string[]
  decision: () => ReworldDecision | null
}

function clauseOf(code: ModuleCode): string {
  const face = look(code)
  if (face.kind === 'terrabot') return 'RW-2.3'
  if (face.kind === 'shuttle') return 'RW-2.5'
  if (face.kind === 'satellite') return 'RW-2.8'
  return face.special ? 'RW-2.6c' : face.company ? 'RW-2.6b' : 'RW-2.6a'
}

function moduleLines(code: ModuleCode, seat: number | null, view: ReworldView): string[] {
  const { box } = view
  const face = look(code)
  const shields = box.shields[code]
  const worth = seat === null ? undefined : view.players[seat]?.tasks[code]
  return [
    moduleText(code, box),
    ...(face.kind === 'satellite' || face.kind === 'shuttle' ? [m.rw_shields_count({ count: shields ?? 0 })] : []),
    ...(worth !== undefined ? [m.rw_worth_task({ points: worth })] : []),
  ]
}

function blockedInfo(seat: number | null, docked: { row: Officer; at: number } | undefined, { view, decision }: Known): Block | null {
  const { phase, players, seat: me } = view()
  if (phase !== 'settlement' || seat === null || !docked) return null
  const open = decision()
  const launches = seat === me && open?.kind === 'settlement' ? open.launches : null
  return blockOf(players[seat]?.rows ?? [], docked.row, docked.at, launches)
}

function portInfo(port: number, { view, decision }: Known): Info {
  const now = view()
  const slot = now.ports[port]
  const tops = neighbours(port).map((n) => now.ports[n]?.cards[0]?.toString() ?? m.rw_none())
  const between = m.rw_neighbours({ left: tops[0] ?? '', right: tops[1] ?? '' })
  const open = decision()
  const choice = open?.kind === 'station' ? open.ports.find((one) => one.port === port) : undefined
  const price = open?.kind === 'station' ? open.prices.find((one) => one.ports.includes(port)) : undefined
  if (!slot?.module) return { title: m.rw_port_empty({ port }), lines: [between], clause: 'RW-1.4' }
  const round = now.box.terrabot_points[now.round - 1]
  return {
    title: moduleName(slot.module),
    brief: [moduleText(slot.module, now.box), ...(choice && price ? [m.labelled({ label: m.rw_pay_with(), value: payText(price) })] : [])],
    lines: [
      ...moduleLines(slot.module, null, now),
      ...(look(slot.module).kind === 'terrabot' && round !== undefined ? [m.rw_worth_acquire({ points: round })] : []),
      m.rw_port_price({ port, price: price ? priceText(price) : `${between}.` }),
    ],
    lack: price && !choice ? [m.rw_no_payment()] : undefined,
    clause: price?.clause ?? clauseOf(slot.module),
  }
}

function shipInfo(ship: ShipName, view: ReworldView, names: readonly string[]): Info {
  const { points, at_least } = view.box.ships[ship]
  const taker = view.players.findIndex((player) => player.ships.includes(ship))
  return {
    title: shipText(ship, at_least ?? 0),
    lines: [m.rw_ship_scores({ points }), ...(taker >= 0 ? [m.rw_taken_by({ name: names[taker] ?? '' })] : [m.rw_ship_first()])],
    clause: 'RW-2.9',
  }
}

function categoryInfo(category: FinalCategory, view: ReworldView, names: readonly string[]): Info {
  return {
    title: m.rw_final_category({ category: categoryName(category) }),
    lines: [
      m.rw_final_ranks({ points: view.box.final[category].join(' / '), absent: signed(view.box.absent) }),
      ...view.players.map((player, seat) => m.labelled({ label: names[seat] ?? '', value: signed(player.final[category]) })),
    ],
    clause: 'RW-3.1',
  }
}

function cityInfo(seat: number, letter: Letter, view: ReworldView): Info {
  const player = view.players[seat]
  const city = player?.cities.find((one) => one.letter === letter)
  return {
    title: city?.sign ?? m.rw_city_letter({ letter }),
    lines: [m.rw_tiles({ count: city?.size ?? 0 }), m.labelled({ label: m.rw_final_now(), value: signed(player?.final[letter] ?? 0) })],
    clause: 'RW-3.1',
  }
}

const roundInfo = ({ phase, round }: ReworldView): Info =>
  phase === 'station'
    ? { title: m.rw_round({ round }), lines: [m.rw_text_round()], clause: 'RW-1.11' }
    : { title: m.rw_chapter_2(), lines: [m.rw_text_launching()], clause: 'RW-2.1' }

export function infoOf(piece: Piece, known: Known): Info {
  const view = known.view()
  const names = known.names()
  switch (piece.kind) {
    case 'port':
      return portInfo(piece.port, known)
    case 'module': {
      const block = blockedInfo(piece.seat, piece.docked, known)
      return {
        title: moduleName(piece.code),
        lines: moduleLines(piece.code, piece.seat, view),
        lack: block ? [block.text] : undefined,
        clause: block?.clause ?? clauseOf(piece.code),
      }
    }
    case 'ship':
      return shipInfo(piece.ship, view, names)
    case 'category':
      return categoryInfo(piece.category, view, names)
    case 'officer':
      return { title: m.rw_officer({ number: piece.officer }), lines: [m.rw_text_officer({ row: piece.officer })], clause: 'RW-1.5' }
    case 'marker': {
      const held = view.marker === null ? [] : [m.rw_marker_held({ name: names[view.marker] ?? '' })]
      return { title: m.rw_marker_space(), lines: [m.rw_text_marker(), ...held], clause: 'RW-1.8' }
    }
    case 'city':
      return cityInfo(piece.seat, piece.letter, view)
    case 'row':
      return { title: m.rw_row({ row: piece.row }), lines: [m.rw_text_row()], clause: 'RW-1.6' }
    case 'round':
      return roundInfo(view)
    case 'track':
      return { title: m.rw_score_track(), lines: [...view.players.map((player, seat) => m.labelled({ label: names[seat] ?? '', value: player.score })), m.rw_text_track()], clause: 'RW-3.4' }
  }
}
