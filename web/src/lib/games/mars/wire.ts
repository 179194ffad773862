import type { OfferBounds } from './generated'

/** The view, decision and entries of Mars, as the server sends and takes them. */
export type * from './generated'
export type {
  AnswerView as MarsAnswer,
  Card as CardName,
  FieldView as MarsField,
  HarbourView as MarsHarbour,
  OfferView as MarsOffer,
  SeatView as MarsPlayer,
} from './generated'

/** Only what is there at least once. */
export type Counts = OfferBounds['give']
