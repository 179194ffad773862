import type { RuleBook, RuleClause } from '$lib/match/rulebook'
import { folded, plain } from './markup'

/** All words of a clause, once, in the form in which they are compared. */
function words(clause: RuleClause): string {
  const cells = clause.table ? [clause.table.head, ...clause.table.rows].flat() : []
  return folded([clause.id, clause.title ?? '', plain(clause.text), plain(clause.example ?? ''), ...cells.map(plain)].join(' '))
}

/** The words that are looked for. */
export const wordsOf = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean)

/** A text taken apart into what was looked for and what was not. */
export function hits(text: string, wanted: readonly string[]): { text: string; hit: boolean }[] {
  const letters = [...text]
  // A letter may have more of them in the form in which it is compared, or none.
  const from = letters.flatMap((letter, at) => [...folded(letter)].map(() => at))
  const all = letters.map(folded).join('')
  const hit = new Set<number>()
  for (const word of wanted) {
    for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at + 1)) {
      for (let i = at; i < at + word.length; i++) hit.add(from[i] ?? -1)
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

/** The book with only those clauses that have every word of the query. */
export function found(book: RuleBook, query: string): RuleBook {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return book
  const chapters = book.chapters.flatMap((chapter) => {
    const clauses = chapter.clauses.filter((clause) => {
      const all = words(clause)
      return wanted.every((word) => all.includes(word))
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
