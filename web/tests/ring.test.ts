import { describe, expect, it } from 'vitest'
import { across, along, neighbours, onEdge } from '$lib/games/reworld/ring'

describe('the ring of slots (RW-S2)', () => {
  it('joins the ends of the two rows', () => {
    expect(new Set(neighbours(0))).toEqual(new Set([1, 10]))
    expect(new Set(neighbours(9))).toEqual(new Set([8, 19]))
    expect(new Set(neighbours(10))).toEqual(new Set([0, 11]))
    expect(new Set(neighbours(19))).toEqual(new Set([9, 18]))
  })

  it('is one ring: neighbours are mutual, and all slots are reached', () => {
    for (let port = 0; port < 20; port++) for (const other of neighbours(port)) expect(neighbours(other)).toContain(port)
    const seen = new Set<number>()
    let at = 0
    let from = -1
    do {
      seen.add(at)
      const next = neighbours(at).find((other) => other !== from) ?? 0
      from = at
      at = next
    } while (at !== 0)
    expect(seen.size).toBe(20)
  })

  it('moves the focus as the eye does', () => {
    expect(along(3, 1)).toBe(4)
    expect(along(13, 1)).toBe(14)
    expect(along(9, 1)).toBe(19)
    expect(along(10, -1)).toBe(0)
    expect(across(4)).toBe(14)
    expect(across(14)).toBe(4)
  })

  it.each([5, 7])('lies along the edge of %i columns, neighbours side by side', (columns) => {
    const seen = new Set<string>()
    for (let port = 0; port < 20; port++) {
      const { column, row } = onEdge(port, columns)
      seen.add(`${column} ${row}`)
      expect(column === 1 || column === columns || row === 1 || row === 12 - columns).toBe(true)
      for (const other of neighbours(port)) {
        const next = onEdge(other, columns)
        expect(Math.abs(next.column - column) + Math.abs(next.row - row)).toBe(1)
      }
    }
    expect(seen.size).toBe(20)
  })
})
