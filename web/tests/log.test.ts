import { describe, expect, it } from 'vitest'
import type { StepInfo } from '$lib/api/wire'
import { logLines, recentSteps } from '$lib/match/log'
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

  it('knows what happened since the own last choice', () => {
    expect(recentSteps(steps, 0).map(({ n }) => n)).toEqual([3, 5])
    expect(recentSteps(steps, 1)).toEqual([])
    expect(recentSteps(steps, null).map(({ n }) => n)).toEqual([2, 3, 5])
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
