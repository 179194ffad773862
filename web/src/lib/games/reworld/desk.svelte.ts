import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { MediaQuery } from 'svelte/reactivity'
import { Explainer } from '$lib/match/explain.svelte'
import { infoOf, type Piece } from './info'
import type { ModuleCode, Officer, ReworldDecision, ReworldView } from './wire'

/** Cards on their way from the hand to the board. */
export interface Dragged {
  cards: readonly Officer[]
  x: number
  y: number
  port: number | null
}

/** Modules that lie together, and whose they are. */
export interface Listed {
  title: string
  codes: readonly ModuleCode[]
  seat: number
  /** The docking row that they lie in. */
  row?: Officer
}

/** What all parts of the table share: what is known, what is explained, what is being dragged. */
export class Desk {
  readonly explainer = new Explainer()
  dragged = $state.raw<Dragged | null>(null)
  /** What is looked at one by one. */
  listed = $state.raw<Listed | null>(null)
  readonly #finger = new MediaQuery('pointer: coarse')

  constructor(
    readonly view: () => ReworldView,
    readonly names: () => readonly string[],
    readonly decision: () => ReworldDecision | null,
  ) {}

  /** Whether fingers play: pieces that lie too close for them are asked about together. */
  get byFinger(): boolean {
    return this.#finger.current
  }

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
