import { describe, expect, it } from 'vitest'
import type { StepInfo } from '$lib/api/wire'
import { latest, logLines, newest, recentSteps } from '$lib/match/log'
import { commitmentOf } from '$lib/shell/fairness'

const step = (n: number, kind: StepInfo['kind'], seat: number | null): StepInfo => ({
  n,
  kind,
  at: 0,
  seat,
  events: kind === 'entry' ? [{ code: 'done', params: { seat: seat ?? 0 } }] : [],
})

describe('the log', () => {
  const steps = [step(1, 'start', null), step(2, 'entry', 0), step(3, 'entry', 1), step(4, 'undo', 1), step(5, 'entry', 1)]

  it('marks what was taken back', () => {
    expect(logLines(steps).map(({ n, undone }) => [n, undone])).toEqual([[2, false], [3, true], [5, false]])
  })

  it('keeps its lines apart for good, however many there are', () => {
    const many = (count: number): StepInfo[] => Array.from({ length: count }, (_, i) => step(i + 1, 'entry', i % 2))
    const before = latest(logLines(many(500)), null, 200)
    const after = latest(logLines(many(501)), null, 200)
    expect(before.older).toBe(true)
    expect(before.lines.length).toBe(200)
    // One line comes, one goes; all others are the same rows as before.
    expect(after.lines.slice(1).map(({ key }) => key)).toEqual(before.lines.slice(0, -1).map(({ key }) => key))
    expect(new Set(after.lines.map(({ key }) => key)).size).toBe(200)
  })

  it('has older lines to show, up to the first', () => {
    const lines = logLines(Array.from({ length: 450 }, (_, i) => step(i + 1, 'entry', i % 3)))
    expect(latest(lines, null, 400)).toMatchObject({ older: true })
    expect(latest(lines, null, 600).lines.at(-1)?.n).toBe(1)
    expect(latest(lines, null, 600).older).toBe(false)
    expect(latest(lines, 1, 200)).toMatchObject({ older: false })
    expect(latest(lines, 1, 200).lines.every(({ seat }) => seat === 1)).toBe(true)
  })

  it('knows what happened since the own last choice', () => {
    expect(recentSteps(steps, 0).map(({ n }) => n)).toEqual([5])
    expect(recentSteps(steps, 1)).toEqual([])
    expect(recentSteps(steps, null).map(({ n }) => n)).toEqual([2, 5])
  })

  it('forgets what was taken back, the own choice as well', () => {
    expect(recentSteps([...steps, step(6, 'entry', 0), step(7, 'undo', 0)], 0).map(({ n }) => n)).toEqual([5])
  })

  it('tells the newest, a choice always with what chance made of it', () => {
    const said = (n: number, kind: StepInfo['kind'], ...codes: string[]): StepInfo => ({ ...step(n, kind, 1), events: codes.map((code) => ({ code, params: {} })) })
    const all = [said(1, 'entry', 'builds'), said(2, 'entry'), said(3, 'outcome', 'rolls', 'gains'), said(4, 'entry')]
    expect(newest(all, (event) => event.code, 100)).toBe('builds rolls gains')
    expect(newest(all, (event) => event.code, 12)).toBe('rolls gains')
    expect(newest([], (event) => event.code, 100)).toBe('')
  })
})

describe('the commitment', () => {
  it('is the hash of domain and secret', async () => {
    const { createHash } = await import('node:crypto')
    const secret = 'ab'.repeat(32)
    const hash = createHash('sha256').update('farhaven-fairness/1/commitment').update(Buffer.from(secret, 'hex')).digest('hex')
    expect(await commitmentOf(secret)).toBe(hash)
  })
})
