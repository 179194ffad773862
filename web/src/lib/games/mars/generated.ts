// Generated from the server's structs by `farhaven admin typescript`. Do not edit.

export type Card = 'cowboy' | 'victory' | 'road_crew' | 'supply_drop' | 'requisition'

export type HarbourKind = 'glass' | 'oxide' | 'brick' | 'grain' | 'sheep' | '3:1'

export type Piece = 'road' | 'settlement' | 'city' | 'dome'

export type Resource = 'glass' | 'oxide' | 'brick' | 'grain' | 'sheep'

export type Terrain = 'sand' | 'air' | 'mountain'

export type Phase = 'layout' | 'dice' | 'steal' | 'draw' | 'placing' | 'rolling' | 'discarding' | 'aliens' | 'acting' | 'answering' | 'over'

/** A land field. `chip` is null for the barren one, `dome` what grows there. */
export interface FieldView {
  at: string
  terrain: Terrain
  chip: number | null
  dome: 'grain' | 'sheep' | null
  gives: Resource | null
  to: number[]
}

/** A harbour, and the seats that may use it (MA-2.3). */
export interface HarbourView {
  path: string
  kind: HarbourKind
  seats: number[]
}

/** What a seat said to the open offer; a counter-offer as that seat made it. */
export interface AnswerView {
  seat: number
  answer: 'accept' | 'counter' | 'decline' | null
  give: { [key in Resource]?: number } | null
  want: { [key in Resource]?: number } | null
}

/** The open offer of the player on turn. */
export interface OfferView {
  give: { [key in Resource]?: number }
  want: { [key in Resource]?: number }
  answers: AnswerView[]
}

/** What is known of a player. `hand` and `cards` are null where they are secret. */
export interface SeatView {
  points: number
  hand: { [key in Resource]?: number } | null
  hand_size: number
  cards: Card[] | null
  card_count: number
  cowboys: number
  settlements: string[]
  cities: string[]
  roads: string[]
  longest_chain: number
  harbours: HarbourKind[]
  left: { [key in Piece]: number }
  must_discard: number
}

/** MA-3 */
export interface Costs {
  road: { [key in Resource]?: number }
  settlement: { [key in Resource]?: number }
  city: { [key in Resource]?: number }
  dome: { [key in Resource]?: number }
  card: { [key in Resource]?: number }
}

/** MA-C6: of each player. */
export interface Supply {
  road: number
  settlement: number
  city: number
  dome: number
}

/** MA-1.2: cards for a building at a field whose chip is rolled. */
export interface Yields {
  settlement: number
  city: number
}

/** MA-C3: what each terrain yields. */
export interface Gives {
  sand: Resource
  air: Resource
  mountain: Resource
}

/** MA-C8 */
export interface Deck {
  cowboy: number
  victory: number
  road_crew: number
  supply_drop: number
  requisition: number
}

/** How many equal cards the bank asks for one (MA-2.2, MA-2.3). */
export interface Rates {
  space: number
  harbour: number
  special: number
}

/** MA-3.6, MA-3.8, MA-4.2, MA-4.4 */
export interface Points {
  settlement: number
  city: number
  longest_road: number
  cowboy_power: number
  victory_card: number
}

export interface Limits {
  hand: number
  longest_road: number
  cowboy_power: number
  road_crew: number
  supply_drop: number
  offers: number
}

/** The numbers of the edition that is played with. */
export interface Box {
  costs: Costs
  supply: Supply
  yields: Yields
  gives: Gives
  bank: number
  deck: Deck
  rates: Rates
  points: Points
  limits: Limits
}

/** The view of a seat, or of a spectator (null). */
export interface MarsWire {
  game: 'mars'
  seat: number | null
  phase: Phase
  turn: number | null
  first: number | null
  turns: number
  dice: number[] | null
  order: 'free' | 'strict'
  built: boolean
  fields: FieldView[]
  harbours: HarbourView[]
  aliens: string | null
  bank: { [key in Resource]?: number }
  deck: number
  longest_road: number | null
  longest_roads: string[]
  cowboy_power: number | null
  offer: OfferView | null
  offers_left: number
  points_to_win: number
  players: SeatView[]
  box: Box
}

/** A crossing for a settlement of the set-up, the paths for its road, and what it brings. */
export interface Site {
  settlement: string
  roads: string[]
  brings: { [key in Resource]?: number } | null
}

/** MA-S2: the first or the second settlement, and the clause that says more about it. */
export interface PlaceDecision {
  kind: 'place'
  number: number
  clause: string
  sites: Site[]
}

/** MA-1.2: there is no choice but to roll. */
export interface RollDecision {
  kind: 'roll'
}

/** MA-1.4: `count` cards out of `hand`. */
export interface DiscardDecision {
  kind: 'discard'
  count: number
  hand: { [key in Resource]?: number }
}

/** A field for the aliens. One of the victims must be chosen; if there is none, null. */
export interface Target {
  field: string
  victims: number[]
}

/** MA-5 */
export interface AliensDecision {
  kind: 'aliens'
  targets: Target[]
}

/** MA-2.1: at least one card on each side, no resource on both. `give` is what is held at most; no side has more than `most` of a resource. */
export interface OfferBounds {
  give: { [key in Resource]?: number }
  most: number
}

/** An offer that was made in this turn and cannot be made again (MA-2.1c). */
export interface Made {
  give: { [key in Resource]?: number }
  want: { [key in Resource]?: number }
}

/** A payment of equal cards, and what the bank has for it. */
export interface BankTrade {
  give: Resource
  count: number
  get: Resource[]
}

/** Clause, reason below that clause, and parameters; the words come from the message files. */
export interface Violation {
  clause: string
  reason: string
  params: { [key: string]: number | string }
}

/** The best rate at which one may pay with a resource, and why not now (MA-2.2, MA-2.3). */
export interface BankRate {
  give: Resource
  count: number
  missing: number
  lacking: Violation | null
}

/** MA-4.3: none, one or two of the sites, or a site and then one of those that it opens. `most` is less than two where the supply is. */
export interface Crew {
  most: number
  sites: string[]
  opens: { [key: string]: string[] }
}

/** MA-4.3: `count` cards out of `bank`. */
export interface SupplyDrop {
  count: number
  bank: { [key in Resource]?: number }
}

/** MA-1.1: trade, build, card, or end the turn, which is always possible. */
export interface ActDecision {
  kind: 'act'
  offer: OfferBounds | null
  offers_left: number
  offers_made: Made[]
  bank: BankTrade[]
  rates: BankRate[]
  roads: string[]
  settlements: string[]
  cities: string[]
  domes: string[]
  buy: boolean
  play: Card[]
  cowboy: Target[] | null
  road_crew: Crew | null
  supply_drop: SupplyDrop | null
  lacking: { [key in Piece | 'card']?: Violation[] }
}

/** MA-2.1a: declining is always possible. The offer is in the view. */
export interface AnswerDecision {
  kind: 'answer'
  accept: boolean
  counter: OfferBounds
}

/** MA-2.1a: withdrawing is always possible. */
export interface CloseDecision {
  kind: 'close'
  partners: number[]
  waiting: number[]
}

export type Said = 'accept' | 'decline' | 'counter'

export interface Place {
  do: 'place'
  seat: number
  settlement: string
  road: string
}

export interface Roll {
  do: 'roll'
  seat: number
}

export interface Discard {
  do: 'discard'
  seat: number
  cards: { [key in Resource]?: number }
}

export interface MoveAliens {
  do: 'aliens'
  seat: number
  field: string
  victim: number | null
}

export interface Offer {
  do: 'offer'
  seat: number
  give: { [key in Resource]?: number }
  want: { [key in Resource]?: number }
}

export interface Answer {
  do: 'answer'
  seat: number
  answer: Said
  give?: { [key in Resource]?: number }
  want?: { [key in Resource]?: number }
}

export interface Close {
  do: 'close'
  seat: number
  with: number | null
}

export interface TradeWithBank {
  do: 'bank'
  seat: number
  give: Resource
  count: number
  get: Resource
}

export interface Build {
  do: 'build'
  seat: number
  piece: Piece
  at: string
  grows?: 'grain' | 'sheep'
}

export interface Buy {
  do: 'buy'
  seat: number
}

export interface Play {
  do: 'play'
  seat: number
  card: Card
  field?: string
  victim?: number | null
  roads?: string[]
  take?: { [key in Resource]?: number }
  resource?: Resource
}

export interface EndTurn {
  do: 'end'
  seat: number
}

export interface FieldLaid {
  at: string
  terrain: Terrain
  chip: number | null
}

export interface HarbourLaid {
  path: string
  kind: HarbourKind
}

export interface BoardLaid {
  chance: 'board'
  fields: FieldLaid[]
  harbours: HarbourLaid[]
  first: number
}

export interface Dice {
  chance: 'dice'
  dice: number[]
}

export interface Stolen {
  chance: 'steal'
  card: Resource | null
}

export interface CardDrawn {
  chance: 'card'
  card: Card | null
}

/** The table options (MA-C4, MA-1.1). */
export interface MarsOptions {
  layout: 'beginners' | 'random'
  order: 'free' | 'strict'
}

export type MarsView = MarsWire

export type MarsDecision = PlaceDecision | RollDecision | DiscardDecision | AliensDecision | ActDecision | AnswerDecision | CloseDecision

export type MarsEntry = Place | Roll | Discard | MoveAliens | Offer | Answer | Close | TradeWithBank | Build | Buy | Play | EndTurn

export type MarsOutcome = BoardLaid | Dice | Stolen | CardDrawn
