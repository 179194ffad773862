/** The tiny markup of the rule books (see match/rulebook.ts), taken apart once for screen and search. */
export type Piece =
  | { is: 'text'; text: string }
  | { is: 'bold'; parts: Piece[] }
  | { is: 'clause'; id: string }
  | { is: 'picture'; kind: string; name: string }

export type Block = { is: 'paragraph'; parts: Piece[] } | { is: 'list'; items: Piece[][] }

const MARK = /\*\*(.+?)\*\*|\[\[([^\]]+)\]\]|\{\{([a-z]+):([^}]+)\}\}/g

export function pieces(prose: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of prose.matchAll(MARK)) {
    if (match.index > end) found.push({ is: 'text', text: prose.slice(end, match.index) })
    const [, bold, clause, kind, name] = match
    if (bold !== undefined) found.push({ is: 'bold', parts: pieces(bold) })
    else if (clause !== undefined) found.push({ is: 'clause', id: clause })
    else if (kind !== undefined && name !== undefined) found.push({ is: 'picture', kind, name })
    end = match.index + match[0].length
  }
  if (end < prose.length) found.push({ is: 'text', text: prose.slice(end) })
  return found
}

export function blocks(prose: string): Block[] {
  return prose.split(/\n{2,}/).map((paragraph): Block => {
    const lines = paragraph.split('\n')
    return lines.every((line) => line.startsWith('- '))
      ? { is: 'list', items: lines.map((line) => pieces(line.slice(2))) }
      : { is: 'paragraph', parts: pieces(lines.join(' ')) }
  })
}

/** Only the words, for searching. */
export function plain(prose: string): string {
  return prose
    .replace(/\{\{[^}]*\}\}/g, '')
    .replace(/\*\*|\[\[|\]\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Lower case without accents: „Städte“ is found by “stadte”. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase()
