import type { RuleBook, RuleClause } from '$lib/match/rulebook'
import { folded, plain } from './markup'

/** All words of a clause, once, in the form in which they are compared. */
function words(clause: RuleClause): string {
  const cells = clause.table ? [clause.table.head, ...clause.table.rows].flat() : []
  return folded([clause.id, clause.title ?? '', plain(clause.text), plain(clause.example ?? ''), ...cells.map(plain)].join(' '))
}

/** The book with only those clauses that have every word of the query. */
export function found(book: RuleBook, query: string): RuleBook {
  const wanted = folded(query).split(/\s+/).filter(Boolean)
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
