import { language, type Locale } from '$lib/i18n/locale.svelte'
import type { Params, Told, Violation } from '$lib/api/wire'

type Table = Record<string, string>
type Tables = Record<string, Table | Record<string, Table>>

/** The parameters that name a player. */
const SEATS = ['seat', 'other_seat']

/** Before a parameter's name: it is told with its article. */
const ARTICLE = /^a_/

const files = import.meta.glob<{ default: Tables }>('../../sentences/*/*.json')

/** A place of the board in words, or null where it is none; `word` knows the title's names. */
export type PlaceNamer = (kind: string, name: string, word: (kind: string, code: string) => string) => string | null

/** The sentences of one title in the current language: what happened, and why something may not. */
export class Sentences {
  #tables: Tables[] = $state.raw([])
  /** All the words that could be had are here. */
  ready = $state(false)
  /** How places are called; until the board is known they have their names of the record. */
  places: PlaceNamer | null = $state.raw(null)

  constructor(readonly title: string) {
    $effect(() => {
      // Without a network those of the language before stay.
      void this.#load(language.current)
        .catch(() => {})
        .finally(() => (this.ready = true))
    })
  }

  async #load(locale: Locale): Promise<void> {
    const wanted = [this.title, 'core'].map((name) => files[`../../sentences/${name}/${locale}.json`])
    const loaded = await Promise.all(wanted.map(async (load) => (load ? (await load()).default : {})))
    if (locale === language.current) this.#tables = loaded
  }

  /** What happened, in words; `names` are the players', and `me` is the seat of the one who reads. */
  told(event: Told, names: readonly string[], me: number | null = null): string {
    const mine = me !== null && event.params['seat'] === me ? this.#say('you', event.code, event.params, names) : null
    return mine ?? this.#say('event', event.code, event.params, names) ?? event.code
  }

  /** What speaks for or against a choice, in a few words. */
  reason(reason: Told, names: readonly string[]): string {
    return this.#say('reason', reason.code, reason.params, names) ?? reason.code
  }

  /** What chance brought, by the name that records have for it. */
  luck(kind: string): string {
    return this.#say('luck', kind, {}, []) ?? kind
  }

  /** Why a choice is refused, or null where the title has no sentence for it. */
  refused(violation: Violation, names: readonly string[]): string | null {
    return this.#say(violation.clause, violation.reason, violation.params, names)
  }

  #say(table: string, key: string, params: Params, names: readonly string[]): string | null {
    for (const tables of this.#tables) {
      const sentence = (tables[table] as Table | undefined)?.[key]
      if (sentence !== undefined)
        return sentence.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
          const word = this.#word(name, params[name] ?? params[name.replace(ARTICLE, '')], names)
          // A player is called as they wish, also where a sentence begins.
          return at === 0 && table !== 'reason' && !SEATS.includes(name) ? word.charAt(0).toUpperCase() + word.slice(1) : word
        })
    }
    return null
  }

  /** A pile such as `2 glass + 1 brick` is looked up part by part, a part without a name of its own word by word. */
  #word(kind: string, value: string | number | undefined, names: readonly string[]): string {
    if (value === undefined) return ''
    if (SEATS.includes(kind) && typeof value === 'number') return names[value] ?? String(value)
    const text = String(value)
    const part = (pile: string): string => this.#name(kind, pile) ?? pile.split(' ').map((word) => this.#name(kind, word) ?? word).join(' ')
    return this.places?.(kind, text, (of, code) => this.#name(of, code) ?? code) ?? this.#name(kind, text) ?? text.split(' + ').map(part).join(' + ')
  }

  #name(kind: string, code: string): string | undefined {
    return (this.#tables[0]?.['names'] as Record<string, Table> | undefined)?.[kind]?.[code]
  }
}
