import { afterEach, describe, expect, it, vi } from 'vitest'
import { keep, kept, keptObject } from '$lib/shell/storage'

afterEach(() => vi.unstubAllGlobals())

describe('what a browser keeps', () => {
  it('comes back', () => {
    const all = new Map<string, string>()
    vi.stubGlobal('localStorage', { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => all.set(key, value) })
    keep('one', '{"sound":false}')
    expect(kept('one')).toBe('{"sound":false}')
    expect(keptObject('one')).toEqual({ sound: false })
    expect(keptObject('other')).toEqual({})
  })

  it.each(['null', '7', '{"half'])('is nothing where it cannot be read: %s', (text) => {
    vi.stubGlobal('localStorage', { getItem: () => text })
    expect(keptObject('one')).toEqual({})
  })

  it('may be nothing at all', () => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    expect(() => keep('one', 'two')).not.toThrow()
    expect(kept('one')).toBeNull()
  })
})
