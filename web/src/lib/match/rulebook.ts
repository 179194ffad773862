/**
 * A title's rule book in one language, as in `games/<title>/rules/<language>.json`.
 *
 * Prose (`lead`, `intro`, `text`, `example` and the cells of tables) has a tiny markup:
 *
 * - a blank line between paragraphs; a paragraph whose lines all begin with "- " is a list,
 * - `**bold**`,
 * - `[[RW-1.4]]`: a link to a clause, or with the id of a chapter (`[[MA-5]]`) to that chapter,
 * - `{{module:TA}}`: a picture from the board's own components. Pictures only adorn: the words beside
 *   them say the same, so they are hidden from those who listen.
 *
 * What stands before the colon, and what may follow it:
 *
 * - Reworld: `module` (a code such as TA), `officer` (1 to 5), `ship` (a population ship's name), `sign`
 *   (A to E), `glyph` (the name of a symbol).
 * - Mars: `resource`, `terrain` (also `barren`), `chip` (its number), `harbour` (a resource or `any`),
 *   `piece` (also `card` and `aliens`), `card` (a development card's name).
 */
export interface RuleBook {
  title: string
  lead: string
  /** Words that people look for, and those by which this book calls the same thing. */
  aliases?: Record<string, string[]>
  chapters: RuleChapter[]
}

export interface RuleChapter {
  /** The part that the ids of its clauses share, such as "RW-1". */
  id: string
  title: string
  intro?: string
  clauses: RuleClause[]
}

export interface RuleClause {
  /** As in refusals, such as "RW-1.4b". */
  id: string
  title?: string
  text: string
  /** Has house values; they are marked with † in its words or table. */
  house?: boolean
  table?: RuleTable
  example?: string
  /** Pictures for the whole clause, each named as in `{{…}}`. */
  art?: string[]
}

export interface RuleTable {
  head: string[]
  rows: string[][]
}

/** Whether a refusal names a clause of a rule book, such as RW-1.4, and not a part of the server. */
const isClause = (id: string): boolean => /^[A-Z]{2}-/.test(id)

/** The address of a clause or chapter. */
export const ruleHref = (title: string, id: string): string => `/rules/${title}#${id}`

/** The way from a refusal to the clause that it names. */
export const clauseLink = (title: string, id: string): { href: string; text: string } | undefined =>
  isClause(id) ? { href: ruleHref(title, id), text: id } : undefined
