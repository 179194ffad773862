import { describe, expect, it } from 'vitest'
import { past } from '$lib/match/scroll'

describe('what is brought into sight', () => {
  it('stays where it is as long as it is seen', () => {
    expect(past(100, 140, 100, 400)).toBe(0)
    expect(past(360, 400, 100, 400)).toBe(0)
  })

  it('comes up from below, or down from above, no further than it must', () => {
    expect(past(380, 430, 100, 400)).toBe(30)
    expect(past(60, 110, 100, 400)).toBe(-40)
  })

  it('shows its end where it is too long', () => {
    expect(past(90, 450, 100, 400)).toBe(50)
  })
})
