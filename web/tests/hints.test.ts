import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HintInfo } from '$lib/api/wire'
import { Hints, type Situation } from '$lib/match/hints.svelte'
import { toasts } from '$lib/ui/toasts.svelte'

const hint = (at: number): HintInfo => ({ entry: { do: 'roll', at }, points: 0, win: 0.5, win_low: 0.4, win_high: 0.6, exact: false, reasons: [], events: [] })
const LATE = 'The match has gone on: the hint no longer fits.'
const NONE = 'There is no hint for this.'
const told = (): string[] => toasts.list.map(({ text }) => text)

let now: Situation | null
let asked: number[]
/** What happens in the match while the bot thinks for the first time, the second time and so on. */
let meanwhile: (() => void)[]
let found: (n: number) => readonly HintInfo[]
const on = (): void => {
  if (now) now = { ...now, n: now.n + 1 }
}
const hints = (): Hints =>
  new Hints(
    async () => {
      const n = now?.n ?? -1
      asked.push(n)
      await Promise.resolve()
      meanwhile.shift()?.()
      return found(n)
    },
    () => now,
  )
const entry = (of: Hints): unknown => of.list[0]?.entry

beforeEach(() => {
  now = { n: 7, seat: 1 }
  asked = []
  meanwhile = []
  found = (n) => [hint(n)]
  toasts.clear()
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('a hint', () => {
  it('is shown where nothing happens meanwhile', async () => {
    const one = hints()
    const wanted = one.want()
    expect(one.thinking).toBe(true)
    await wanted
    expect([one.thinking, asked, entry(one), one.shown]).toEqual([false, [7], { do: 'roll', at: 7 }, { do: 'roll', at: 7 }])
    expect(told()).toEqual([])
  })

  it('is asked for again where the match goes on meanwhile', async () => {
    const one = hints()
    meanwhile = [on, on]
    await one.want()
    expect([asked, entry(one)]).toEqual([[7, 8, 9], { do: 'roll', at: 9 }])
    expect(told()).toEqual([])
  })

  it('is given up, in words, where the match goes on too often', async () => {
    const one = hints()
    meanwhile = [on, on, on, on]
    await one.want()
    expect([asked, one.list, one.shown, one.thinking]).toEqual([[7, 8, 9], [], null, false])
    expect(told()).toEqual([LATE])
  })

  it('is given up, in words, where there is nothing to choose any more', async () => {
    const one = hints()
    meanwhile = [() => (now = null)]
    await one.want()
    expect([asked, one.list, told()]).toEqual([[7], [], [LATE]])
  })

  it('is not for another seat at the same device', async () => {
    const one = hints()
    meanwhile = [() => (now = { n: 7, seat: 2 })]
    await one.want()
    expect(asked).toEqual([7, 7])
  })

  it('that is shown is asked for anew when the match goes on, as often as any', async () => {
    const one = hints()
    await one.want()
    for (const n of [8, 9]) {
      on()
      await one.follow()
      expect(entry(one)).toEqual({ do: 'roll', at: n })
    }
    on()
    await one.follow()
    expect([asked, one.list, told()]).toEqual([[7, 8, 9], [], [LATE]])
    await one.want()
    expect(entry(one)).toEqual({ do: 'roll', at: 10 })
  })

  it('that is shown stays while nothing happens', async () => {
    const one = hints()
    await one.want()
    await one.follow()
    expect([asked, one.list.length]).toEqual([[7], 1])
  })

  it('is dropped without a word once the person has chosen', async () => {
    const one = hints()
    meanwhile = [
      () => {
        one.drop()
        on()
      },
    ]
    await one.want()
    await one.follow()
    expect([asked, one.list, one.thinking, told()]).toEqual([[7], [], false, []])
  })

  it('is told to be missing where the bot has none', async () => {
    const one = hints()
    found = () => []
    await one.want()
    expect([one.list, told()]).toEqual([[], [NONE]])
  })

  it('that was refused is a fault only where nothing has happened', async () => {
    const one = hints()
    found = (n) => {
      if (n < 9) throw new Error('stale')
      return [hint(n)]
    }
    meanwhile = [on, on]
    await one.want()
    expect(entry(one)).toEqual({ do: 'roll', at: 9 })
    now = { n: 3, seat: 1 }
    await expect(one.want()).rejects.toThrow('stale')
    expect([one.list, one.thinking, told()]).toEqual([[], false, []])
  })
})
