import { describe, expect, it } from 'vitest'
import { boxFor } from '$lib/games/reworld/box'
import { look } from '$lib/games/reworld/looks'

describe('faces of modules', () => {
  it('tells the kinds apart by their codes', () => {
    expect(look('TA')).toEqual({ kind: 'terrabot', letter: 'A' })
    expect(look('TT')).toEqual({ kind: 'satellite', code: 'TT' })
    expect(look('BU')).toEqual({ kind: 'satellite', code: 'BU' })
    expect(look('SH')).toEqual({ kind: 'satellite', code: 'SH' })
    expect(look('BF')).toMatchObject({ kind: 'builder', company: null })
    expect(look('S3')).toMatchObject({ kind: 'builder', company: 3, special: true })
    expect(look('K4')).toEqual({ kind: 'satellite', code: 'K4' })
  })

  it('reads what is printed from the component file, by number of players', () => {
    expect(boxFor(4).ships.points.at_least).toBe(60)
    expect(boxFor(2).ships.points.at_least).toBe(70)
    expect(boxFor(4).ships.row1.at_least).toBeNull()
    expect(boxFor(3).final.defence).toEqual([15, 7])
    expect(boxFor(4).shields.LA).toBe(2)
  })
})
