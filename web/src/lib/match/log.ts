import type { StepInfo, Told } from '$lib/api/wire'

export interface LogLine {
  n: number
  /** Whose doing it is; null for chance and the table. */
  seat: number | null
  event: Told
  /** Taken back since. */
  undone: boolean
}

/** What the steps tell, oldest first. An undo marks what the last entry told. */
export function logLines(steps: readonly StepInfo[]): LogLine[] {
  const lines: LogLine[] = []
  const entries: number[] = []
  for (const step of steps) {
    if (step.kind === 'entry') entries.push(step.n)
    if (step.kind === 'undo') {
      const last = entries.pop()
      for (const line of lines) if (line.n === last) line.undone = true
    }
    for (const event of step.events ?? []) {
      const seat = event.params['seat']
      lines.push({ n: step.n, seat: typeof seat === 'number' ? seat : null, event, undone: false })
    }
  }
  return lines
}

/** The steps since this seat's own last choice: what the others did in the meantime. */
export function recentSteps(steps: readonly StepInfo[], seat: number | null): StepInfo[] {
  const own = steps.findLastIndex((step) => step.kind === 'entry' && step.seat === seat && seat !== null)
  return steps.slice(own + 1).filter((step) => step.kind === 'entry' || step.kind === 'outcome').slice(-40)
}
