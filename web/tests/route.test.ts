import { describe, expect, it } from 'vitest'
import { parse } from '$lib/shell/route'

const at = (path: string) => parse(new URL(path, 'https://farhaven.example'))

describe('an address', () => {
  it('names a screen with its parameters', () => {
    expect(at('/')).toEqual({ screen: 'home' })
    expect(at('/t/ab%20c')).toEqual({ screen: 'table', id: 'ab c' })
    expect(at('/match/7?at=42&seat=x')).toEqual({ screen: 'replay', source: 'match', id: '7', at: 42, seat: null })
    expect(at('/rules/mars#MA-1.4')).toEqual({ screen: 'rules', title: 'mars', clause: 'MA-1.4' })
    expect(at('/somewhere')).toEqual({ screen: 'lost' })
    expect(at('/t')).toEqual({ screen: 'lost' })
  })

  it('with a broken escape still leads to a screen', () => {
    expect(at('/t/%E0%A4')).toEqual({ screen: 'table', id: '%E0%A4' })
    expect(at('/%E0%A4')).toEqual({ screen: 'lost' })
    expect(at('/rules/mars#%E0%A4')).toEqual({ screen: 'rules', title: 'mars', clause: '%E0%A4' })
  })
})
