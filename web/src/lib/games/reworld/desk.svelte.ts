import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { Explainer } from '$lib/match/explain.svelte'
import { infoOf, type Piece } from './info'
import type { Officer, ReworldDecision, ReworldView } from './wire'

/** Cards on their way from the hand to the board. */
export interface Dragged {
  cards: readonly Officer[]
  x: number
  y: number
  port: number | null
}

/** What all parts of the table share: what is known, what is explained, what is being dragged. */
export class Desk {
  readonly explainer = new Explainer()
  dragged = $state.raw<Dragged | null>(null)

  constructor(
    readonly view: () => ReworldView,
    readonly names: () => readonly string[],
    readonly decision: () => ReworldDecision | null,
  ) {}

  explain(piece: () => Piece | null): Attachment<HTMLElement> {
    return this.explainer.on(() => {
      const what = piece()
      return what && infoOf(what, this)
    })
  }

  /** Explains a piece that cannot be chosen now when it is tapped. */
  keep(element: HTMLElement, piece: Piece): void {
    this.explainer.keep(element, infoOf(piece, this))
  }
}

const DESK = Symbol('desk')

export const provideDesk = (desk: Desk): Desk => setContext(DESK, desk)
/** Null where parts stand alone, as in the gallery. */
export const useDesk = (): Desk | null => getContext<Desk | undefined>(DESK) ?? null
