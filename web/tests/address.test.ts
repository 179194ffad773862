import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Address } from '$lib/shell/address'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the address of a replay', () => {
  it('changes no oftener than Safari allows, and is right in the end', () => {
    const written: string[] = []
    const address = new Address((path) => written.push(path))
    for (let at = 0; at < 600; at += 1) {
      address.set(`?at=${at}`)
      vi.advanceTimersByTime(50)
    }
    expect(written.length).toBeLessThan(90)
    expect(written.length).toBeGreaterThan(50)
    expect(written[0]).toBe('?at=0')
    vi.advanceTimersByTime(1000)
    expect(written.at(-1)).toBe('?at=599')
  })

  it('is written at once for whoever reads it, and never where the browser is elsewhere', () => {
    const written: string[] = []
    const address = new Address((path) => written.push(path))
    address.set('one')
    address.set('two')
    expect(written).toEqual(['one'])
    address.flush()
    address.flush()
    expect(written).toEqual(['one', 'two'])
    address.set('three')
    address.drop()
    vi.advanceTimersByTime(1000)
    expect(written).toEqual(['one', 'two'])
  })
})
