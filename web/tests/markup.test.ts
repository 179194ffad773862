import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RuleBook } from '$lib/match/rulebook'
import { blocks, pieces, plain } from '$lib/rules/markup'
import { clauseOf, found, hits, wordsOf } from '$lib/rules/search'

const book = (title: string, language: string): RuleBook =>
  JSON.parse(readFileSync(`src/lib/games/${title}/rules/${language}.json`, 'utf8')) as RuleBook

describe('what was looked for', () => {
  it('stands out, whatever its case and accents', () => {
    const shown = (text: string, query: string): string => hits(text, wordsOf(query)).map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')
    expect(shown('Große Städte, eine Stadt', 'STADT')).toBe('Große [Städt]e, eine [Stadt]')
    expect(shown('Große Straße', 'strasse große')).toBe('[Große] [Straße]')
    expect(shown('Plain', '')).toBe('Plain')
  })
})

describe('the markup of rule books', () => {
  it('takes prose apart', () => {
    expect(pieces('A **big** {{module:TA}} as in [[RW-1.4]].')).toEqual([
      { is: 'text', text: 'A ' },
      { is: 'bold', parts: [{ is: 'text', text: 'big' }] },
      { is: 'text', text: ' ' },
      { is: 'picture', kind: 'module', name: 'TA' },
      { is: 'text', text: ' as in ' },
      { is: 'clause', id: 'RW-1.4' },
      { is: 'text', text: '.' },
    ])
  })

  it('knows lists and paragraphs', () => {
    expect(blocks('One.\n\n- a\n- b').map((block) => block.is)).toEqual(['paragraph', 'list'])
  })

  it('leaves only words for the search', () => {
    expect(plain('A **big** {{module:TA}} [[RW-1.4]]')).toBe('A big RW-1.4')
  })
})

describe.each(['reworld', 'mars'])('the rule book of %s', (title) => {
  it.each(['en', 'de', 'fr'])('has every clause that it links to, in %s', (language) => {
    const text = book(title, language)
    const ids = new Set(text.chapters.flatMap((chapter) => [chapter.id, ...chapter.clauses.map((clause) => clause.id)]))
    for (const [, id] of JSON.stringify(text).matchAll(/\[\[([A-Z]{2}-[^\]"]+)\]\]/g)) expect(ids, id).toContain(id)
  })

  it('finds words without their accents, and narrower clauses by their wider one', () => {
    const text = book(title, 'fr')
    expect(found(text, '').chapters.length).toBe(text.chapters.length)
    expect(found(text, 'zzzz').chapters).toEqual([])
    expect(found(text, 'regle').chapters).toEqual(found(text, 'règle').chapters)
    const first = text.chapters[0]?.clauses[0]
    expect(clauseOf(text, `${first?.id}z`)?.id).toBe(first?.id)
  })
})
