import type { Seat } from '$lib/api/wire'

/** The view, decision and entries of Mars, as the server sends and takes them. */

export type Resource = 'glass' | 'oxide' | 'brick' | 'grain' | 'sheep'
/** Only what is there at least once. */
export type Counts = Partial<Record<Resource, number>>
export type Terrain = 'sand' | 'air' | 'mountain'
export type Piece = 'road' | 'settlement' | 'city' | 'dome'
export type CardName = 'cowboy' | 'victory' | 'road_crew' | 'supply_drop' | 'requisition'
export type HarbourKind = '3:1' | Resource

/** What is printed on the cost card. */
export interface MarsBox {
  costs: Record<Piece | 'card', Counts>
}

export interface MarsField {
  at: string
  terrain: Terrain
  chip: number | null
  dome: 'grain' | 'sheep' | null
}

export interface MarsHarbour {
  path: string
  kind: HarbourKind
}

export interface MarsAnswer {
  seat: Seat
  answer: 'accept' | 'decline' | 'counter' | null
  give: Counts | null
  want: Counts | null
}

export interface MarsOffer {
  give: Counts
  want: Counts
  answers: MarsAnswer[]
}

export interface MarsPlayer {
  points: number
  hand: Counts | null
  hand_size: number
  /** Bought and not played; null where they are secret. */
  cards: CardName[] | null
  card_count: number
  cowboys: number
  settlements: string[]
  cities: string[]
  roads: string[]
  longest_chain: number
  harbours: HarbourKind[]
  /** Pieces in the supply. */
  left: Record<Piece, number>
  must_discard: number
}

export interface MarsView {
  game: 'mars'
  seat: Seat | null
  phase:
    | 'layout'
    | 'dice'
    | 'steal'
    | 'draw'
    | 'placing'
    | 'rolling'
    | 'discarding'
    | 'aliens'
    | 'acting'
    | 'answering'
    | 'over'
  turn: Seat | null
  first: Seat | null
  turns: number
  dice: number[] | null
  order: 'strict' | 'free'
  built: boolean
  fields: MarsField[]
  harbours: MarsHarbour[]
  aliens: string | null
  bank: Counts
  deck: number
  longest_road: Seat | null
  cowboy_power: Seat | null
  offer: MarsOffer | null
  offers_left: number
  points_to_win: number
  players: MarsPlayer[]
}

export interface Target {
  field: string
  victims: Seat[]
}

/** At least one card on each side, no resource on both; `give` is what is held at most. */
export interface OfferBounds {
  give: Counts
  most: number
}

export interface BankTrade {
  give: Resource
  count: number
  get: Resource[]
}

export interface Crew {
  most: number
  sites: string[]
  opens: Record<string, string[]>
}

export type PlaceDecision = { kind: 'place'; sites: { settlement: string; roads: string[] }[] }
export type RollDecision = { kind: 'roll' }
export type DiscardDecision = { kind: 'discard'; count: number; hand: Counts }
export type AliensDecision = { kind: 'aliens'; targets: Target[] }
export type AnswerDecision = { kind: 'answer'; accept: boolean; counter: OfferBounds }
export type CloseDecision = { kind: 'close'; partners: Seat[]; waiting: Seat[] }

export interface ActDecision {
  kind: 'act'
  offer: OfferBounds | null
  offers_left: number
  offers_made: { give: Counts; want: Counts }[]
  bank: BankTrade[]
  roads: string[]
  settlements: string[]
  cities: string[]
  domes: string[]
  buy: boolean
  play: CardName[]
  cowboy: Target[] | null
  road_crew: Crew | null
  supply_drop: { count: number; bank: Counts } | null
}

export type MarsDecision =
  | PlaceDecision
  | RollDecision
  | DiscardDecision
  | AliensDecision
  | ActDecision
  | AnswerDecision
  | CloseDecision

export type MarsEntry = { seat: Seat } & (
  | { do: 'place'; settlement: string; road: string }
  | { do: 'roll' | 'buy' | 'end' }
  | { do: 'discard'; cards: Counts }
  | { do: 'aliens'; field: string; victim: Seat | null }
  | { do: 'offer'; give: Counts; want: Counts }
  | { do: 'answer'; answer: 'accept' | 'decline' }
  | { do: 'answer'; answer: 'counter'; give: Counts; want: Counts }
  | { do: 'close'; with: Seat | null }
  | { do: 'bank'; give: Resource; count: number; get: Resource }
  | { do: 'build'; piece: 'road' | 'settlement' | 'city'; at: string }
  | { do: 'build'; piece: 'dome'; at: string; grows: 'grain' | 'sheep' }
  | { do: 'play'; card: 'cowboy'; field: string; victim: Seat | null }
  | { do: 'play'; card: 'road_crew'; roads: string[] }
  | { do: 'play'; card: 'supply_drop'; take: Counts }
  | { do: 'play'; card: 'requisition'; resource: Resource }
)
