import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Locale } from '$lib/i18n/locale.svelte'
import type { RuleBook } from '$lib/match/rulebook'
import { blocks, pieces, plain } from '$lib/rules/markup'
import { clauseOf, found, hits, sought } from '$lib/rules/search'

const book = (title: string, language: string): RuleBook =>
  JSON.parse(readFileSync(`src/lib/games/${title}/rules/${language}.json`, 'utf8')) as RuleBook

const search = (text: RuleBook, query: string, locale: Locale = 'fr'): string[] =>
  found(text, sought(query, locale, text.aliases)).chapters.flatMap((chapter) => chapter.clauses.map((clause) => clause.id))

describe('what was looked for', () => {
  it('stands out, whatever its case and accents', () => {
    const shown = (text: string, query: string): string => hits(text, sought(query, 'de').flat()).map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')
    expect(shown('Große Städte, eine Stadt', 'STADT')).toBe('Große [Städt]e, eine [Stadt]')
    expect(shown('Große Straße', 'strasse große')).toBe('[Groß]e [Straß]e')
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
    expect(search(text, '').length).toBeGreaterThan(20)
    expect(search(text, 'zzzz')).toEqual([])
    expect(search(text, 'regle')).toEqual(search(text, 'règle'))
    const first = text.chapters[0]?.clauses[0]
    expect(clauseOf(text, `${first?.id}z`)?.id).toBe(first?.id)
  })
})

describe('a search', () => {
  it.each([
    ['mars', 'en', 'settlement', 'settlements'],
    ['mars', 'en', 'city', 'cities'],
    ['mars', 'de', 'Straße', 'Straßen'],
    ['mars', 'de', 'Stadt', 'Städte'],
    ['mars', 'fr', 'route', 'routes'],
    ['reworld', 'de', 'Bevölkerungsschiff', 'Bevölkerungsschiffe'],
    ['reworld', 'fr', 'spécial', 'spéciaux'],
  ] as const)('finds the same in %s (%s) for “%s” and “%s”', (title, language, one, many) => {
    const text = book(title, language)
    expect(search(text, one, language)).toEqual(search(text, many, language))
    expect(search(text, one, language)).not.toEqual([])
  })

  it.each([
    ['en', 'knights', 'MA-4.2'],
    ['en', 'robber', 'MA-5.1'],
    ['de', 'Ritter', 'MA-4.2'],
    ['de', 'Räuber', 'MA-5.1'],
    ['fr', 'chevaliers', 'MA-4.2'],
    ['fr', 'voleur', 'MA-5.1'],
  ] as const)('in %s leads from “%s” to %s', (language, word, clause) => {
    expect(search(book('mars', language), word, language)).toContain(clause)
  })

  it('does not take other words for their stems', () => {
    expect(search(book('mars', 'de'), 'Ritter', 'de')).not.toContain('MA-C5')
  })

  it.each([
    ['mars', 'de', 'Wüste', /öde/],
    ['mars', 'en', 'seven', /(?<![-.\d])7(?!\d)|seven/i],
    ['reworld', 'en', 'pay', /\b(?:lay|laid|pay)/i],
    ['reworld', 'en', 'tiebreak', /\btie/i],
    ['reworld', 'fr', 'payer', /\bpos(?:e|é|er|ez|ées)\b|pay/i],
  ] as const)('in %s (%s) finds for “%s” only clauses that say so', (title, language, word, said) => {
    const text = book(title, language)
    const ids = search(text, word, language)
    expect(ids).not.toEqual([])
    for (const id of ids) expect(JSON.stringify({ ...clauseOf(text, id), id: '' }), id).toMatch(said)
  })

  it('marks other words for it only where they are meant', () => {
    const shown = (text: string, query: string, locale: Locale, aliases: RuleBook['aliases']): string =>
      hits(text, sought(query, locale, aliases).flat())
        .map((part) => (part.hit ? `[${part.text}]` : part.text))
        .join('')
    expect(shown('Lay it before a player, who lays one', 'pay', 'en', { pay: ['lay'] })).toBe('[Lay] it before a player, who [lays] one')
    expect(shown('Das öde Feld oder das öden', 'Wüste', 'de', { Wüste: ['öde'] })).toBe('Das [öde] Feld oder das [öden]')
    expect(shown('A 7 as in MA-3.7, MA-7 and 72, or 7.', 'seven', 'en', { seven: ['7'] })).toBe('A [7] as in MA-3.7, MA-7 and 72, or [7].')
    expect(shown('Siedlung, Besiedlung, Siedlungen', 'Dorf', 'de', { Dorf: ['Siedlung'] })).toBe('[Siedlung], Besiedlung, [Siedlung]en')
  })

  it('needs every word', () => {
    const text = book('mars', 'en')
    expect(search(text, 'longest roads', 'en')).toContain('MA-3.8')
    expect(search(text, 'longest roads zzzz', 'en')).toEqual([])
  })

  it.each(['reworld', 'mars'])('in %s knows other words only for what its book says', (title) => {
    for (const language of ['en', 'de', 'fr'] as const) {
      const text = book(title, language)
      for (const [word, own] of Object.entries(text.aliases ?? {})) for (const one of own) expect(search(text, one, language), `${word} → ${one}`).not.toEqual([])
    }
  })
})
