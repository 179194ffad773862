import type { Locale } from '$lib/i18n/locale.svelte'
import type { RuleBook, RuleClause } from '$lib/match/rulebook'
import { folded, plain } from './markup'
import { inflections, stems } from './stem'

/** All words of a clause and those above it, once, in the form in which they are compared. */
function words(chapter: string, clause: RuleClause): string {
  const cells = clause.table ? [clause.table.head, ...clause.table.rows].flat() : []
  return folded([chapter, clause.id, clause.title ?? '', plain(clause.text), plain(clause.example ?? ''), ...cells.map(plain)].join(' '))
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Wherever it stands: whoever types has perhaps not finished, and German joins its words. */
const anywhere = (form: string): RegExp => new RegExp(escaped(form), 'g')

/** A stem this short begins many other words, so that only its own endings may follow. */
const SHORT = 4

/**
 * Where a word of the book begins with it; nobody has typed it, so it must not be found in others: “lay” is not in
 * “player”, “tie” neither in “cities” nor in “tier”, and the 7 not in “MA-3.7”.
 */
function begun(form: string, locale: Locale): RegExp {
  if (/^\d+$/.test(form)) return new RegExp(`(?<![a-z0-9][.-]?)${form}(?![a-z0-9]|[.-]\\d)`, 'g')
  const end = form.length > SHORT ? '' : `(?:${inflections[locale]})?(?![a-z0-9])`
  return new RegExp(`(?<![a-z0-9])${escaped(form)}${end}`, 'g')
}

/** What each word of a query is found by: its stems, and those of the words by which the book calls the same thing. */
export function sought(query: string, locale: Locale, aliases: RuleBook['aliases'] = {}): RegExp[][] {
  const of = (text: string): string[] => stems(folded(text), locale)
  const known = new Map(Object.entries(aliases).flatMap(([word, own]) => of(word).map((form) => [form, own] as const)))
  return query
    .split(/[^\p{L}\p{M}\p{N}.:-]+/u)
    .filter(Boolean)
    .map((word) => {
      // A word that the book has another one for is looked for only as it stands: “Ritter” is not part of “Schritten”.
      const own = of(word).flatMap((form) => known.get(form) ?? [])
      if (own.length === 0) return of(word).map(anywhere)
      return [anywhere(folded(word)), ...[...new Set(own.flatMap(of))].map((form) => begun(form, locale))]
    })
}

/** A text taken apart into what was looked for and what was not. */
export function hits(text: string, wanted: readonly RegExp[]): { text: string; hit: boolean }[] {
  const letters = [...text]
  // A letter may have more of them in the form in which it is compared, or none.
  const from = letters.flatMap((letter, at) => [...folded(letter)].map(() => at))
  const all = letters.map(folded).join('')
  const hit = new Set<number>()
  for (const word of wanted) {
    for (const { 0: part, index } of all.matchAll(word)) {
      for (let i = index; i < index + part.length; i++) hit.add(from[i] ?? -1)
    }
  }
  const parts: { text: string; hit: boolean }[] = []
  letters.forEach((letter, at) => {
    const last = parts.at(-1)
    if (last?.hit === hit.has(at)) last.text += letter
    else parts.push({ text: letter, hit: hit.has(at) })
  })
  return parts
}

/** The book with only those clauses that have every word that is looked for. */
export function found(book: RuleBook, wanted: readonly (readonly RegExp[])[]): RuleBook {
  if (wanted.length === 0) return book
  const chapters = book.chapters.flatMap((chapter) => {
    const clauses = chapter.clauses.filter((clause) => {
      const all = words(chapter.title, clause)
      return wanted.every((forms) => forms.some((form) => all.search(form) >= 0))
    })
    return clauses.length > 0 ? [{ ...chapter, clauses }] : []
  })
  return { ...book, chapters }
}

/** The clause of an id; where there is none, the one that it is a part of (RW-1.4c → RW-1.4). */
export function clauseOf(book: RuleBook, id: string): RuleClause | null {
  const all = book.chapters.flatMap((chapter) => chapter.clauses)
  for (let wanted = id; wanted.length > 3; wanted = wanted.slice(0, -1)) {
    const clause = all.find((one) => one.id === wanted)
    if (clause) return clause
  }
  return null
}
