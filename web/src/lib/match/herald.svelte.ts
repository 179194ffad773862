import { untrack } from 'svelte'
import { m } from '$msg'
import type { Live } from '$lib/api/live.svelte'
import type { Title } from '$lib/games/registry'
import { sentence } from '$lib/i18n/sentences'
import { notify, sounds } from '$lib/shell/signals'
import { speaker } from '$lib/ui/toasts.svelte'
import { logLines } from './log'
import type { Sentences } from './sentences.svelte'

/** What there is to be told of a match; each part is read when it is needed. */
export interface Course {
  readonly live: Live | null
  readonly title: Title | undefined
  readonly sentences: Sentences | null
  readonly names: readonly string[]
  /** It is the turn of whoever looks at it. */
  readonly turn: boolean
  /** Whether one came here from another page, and wants to hear where one is. */
  readonly arrived: boolean
}

/** How many moves are read out at once. */
const SPOKEN = 8

/**
 * Tells of a match to those who do not look at it: in the window's title, by sounds, by voice, and by a notice of the
 * system while the page is hidden. It lives as long as the component that makes it.
 */
export class Herald {
  /** The step at which it last rang; -1 before anything is known. */
  #rang = -1
  #spoken = -1
  #called = false

  constructor(private readonly course: Course) {
    $effect(() => this.#title())
    $effect(() => this.#arrive())
    $effect(() => {
      if (this.course.turn) untrack(() => this.#ring())
    })
    $effect(() => this.#speak())
    $effect(() => this.#end())
  }

  #title(): void {
    const { title, turn } = this.course
    document.title = turn ? `● ${m.your_turn()} – Farhaven` : title ? `${title.display()} – Farhaven` : 'Farhaven'
  }

  #arrive(): void {
    const { title, arrived } = this.course
    if (title && arrived) untrack(() => speaker.say(sentence(title.display())))
  }

  /** It is your turn. */
  #ring(): void {
    const { live, title } = this.course
    if (!live) return
    if (this.#rang >= 0 && live.n > this.#rang) {
      sounds.turn()
      void notify(m.your_turn(), title?.display() ?? '', `/t/${live.id}`)
    }
    this.#rang = live.n
  }

  /** What the others did since it last spoke, and whether it is your turn. */
  #speak(): void {
    const { live, sentences, names, turn } = this.course
    if (!live?.state || !sentences) return
    const { n, steps, seat } = live
    const fresh = this.#spoken < 0 ? [] : logLines(steps).filter((line) => line.n > this.#spoken && !line.undone && line.seat !== null && line.seat !== seat)
    const told = fresh.slice(-SPOKEN).map((line) => sentences.told(line.event, names))
    if (turn && (!this.#called || told.length > 0)) told.push(m.your_turn())
    this.#spoken = n
    this.#called = turn
    if (told.length > 0) untrack(() => speaker.say(told.map(sentence).join(' ')))
  }

  #end(): void {
    const now = this.course.live?.state
    if (now?.result && this.#rang >= 0) sounds.over()
    else if (now) this.#rang = Math.max(this.#rang, 0)
  }
}
