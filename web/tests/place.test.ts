import { describe, expect, it } from 'vitest'
import { placeBeside, type Box } from '$lib/ui/place'

const screen = { width: 1000, height: 800 }
const size = { width: 200, height: 100 }
const meets = (a: Box, b: Box): boolean => a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

describe('the place of an explanation', () => {
  it('is away from the middle of the screen', () => {
    expect(placeBeside({ left: 400, top: 200, width: 40, height: 40 }, size, screen, []).top).toBe(92)
    expect(placeBeside({ left: 400, top: 600, width: 40, height: 40 }, size, screen, []).top).toBe(648)
  })

  it('is within the screen', () => {
    const box = placeBeside({ left: 980, top: 10, width: 20, height: 20 }, size, screen, [])
    expect(box.left + box.width).toBeLessThanOrEqual(screen.width)
    expect(box.top).toBeGreaterThanOrEqual(0)
  })

  it('is where nothing can be chosen, if there is such a place', () => {
    const row = (top: number): Box[] => Array.from({ length: 10 }, (_, i) => ({ left: 100 + i * 80, top, width: 76, height: 150 }))
    const targets = [...row(100), ...row(400)]
    for (const anchor of targets) {
      const box = placeBeside(anchor, size, screen, targets.filter((one) => one !== anchor))
      expect(targets.filter((one) => meets(box, one))).toEqual([])
      expect(box.top + box.height).toBeLessThanOrEqual(screen.height)
    }
  })

  it('leaves the prompt in sight, and what it explains', () => {
    const prompt = { left: 0, top: 600, width: 1000, height: 60 }
    const card = { left: 400, top: 670, width: 60, height: 120 }
    const box = placeBeside(card, size, screen, [prompt])
    expect(meets(box, prompt)).toBe(false)
    expect(meets(box, card)).toBe(false)
  })
})
