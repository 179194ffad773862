import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(`messages/${language}/${file}.json`, 'utf8')) as Record<string, string>

describe.each(['app', 'reworld', 'mars'])('messages of %s', (file) => {
  const english = read('en', file)

  it.each(['de', 'fr'])('are all there in %s', (language) => {
    expect(Object.keys(read(language, file))).toEqual(Object.keys(english))
  })

  it('keep French spacing before double punctuation', () => {
    for (const [key, text] of Object.entries(read('fr', file))) expect(text, key).not.toMatch(/[\p{L}»)}][:;!?](\s|$)| [:;!?»]|« /u)
  })

  it('are trimmed and typeset', () => {
    for (const language of ['en', 'de', 'fr'])
      for (const [key, text] of Object.entries(read(language, file))) {
        expect(text, key).toBe(text.trim())
        expect(text, key).not.toMatch(/\.\.\.|'/)
      }
  })
})
