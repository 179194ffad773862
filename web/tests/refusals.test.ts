import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import english from '../messages/en/app.json'

const folder = '../src/farhaven/server'
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.py'))
  .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  .join('\n')

describe('refusals of the server', () => {
  const reasons = new Set(
    [...source.matchAll(/(?:Refused|Unwelcome)\(\s*\d+,\s*"([a-z_]+)"(?: if \w+ else "([a-z_]+)")?/g)]
      .flatMap((match) => match.slice(1).filter(Boolean))
      // The quotas, whose refusals stand in a table.
      .concat([...source.matchAll(/"(too_many_[a-z]+)"/g)].map((match) => match[1] ?? '')),
  )

  it('all have a sentence', () => {
    expect(reasons.size).toBeGreaterThan(30)
    const missing = [...reasons].filter((reason) => !(`refused_${reason}` in english))
    expect(missing).toEqual([])
  })

  it('are all looked up', () => {
    const words = readFileSync('src/lib/shell/refusal.ts', 'utf8')
    for (const reason of reasons) expect(words).toContain(`  ${reason}: m.refused_${reason},`)
  })
})
