import { describe, expect, it } from 'vitest'
import { places } from '$lib/games/mars/places'
import { settlement } from '$lib/games/reworld/fixtures'
import { places as ships } from '$lib/games/reworld/names'

const fields = [
  { at: '0,0', terrain: 'sand', chip: 8 },
  { at: '0,-1', terrain: 'air', chip: 10 },
  { at: '1,-1', terrain: 'mountain', chip: null },
]
const words = (kind: string, code: string): string => `${kind}:${code}`

describe('places of Mars', () => {
  const name = places({ fields })

  it('are called by the fields around', () => {
    expect(name?.('field', '0,0', words)).toBe('terrain:sand 8')
    expect(name?.('crossing', '0,0,N', words)).toBe('terrain:sand 8 / terrain:air 10 / terrain:mountain')
    expect(name?.('path', '0,0,NE', words)).toBe('terrain:sand 8 / terrain:mountain')
  })

  it('keep their name of the record before the board is laid out, and what is no place stays', () => {
    expect(places({ fields: [] })).toBeNull()
    expect(name?.('resource', 'glass', words)).toBeNull()
  })
})

describe('population ships', () => {
  it('have names that stand within a sentence, also after a colon', () => {
    const name = ships(settlement)
    const all = Object.keys(settlement.box.ships).map((ship) => name('ship', ship, words) ?? '')
    expect(all).toContain('docking row 5 empty')
    for (const one of all) expect(one).toMatch(/^[a-z\d][^:.]*$/)
  })
})
