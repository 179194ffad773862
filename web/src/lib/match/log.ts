import type { StepInfo, Told } from '$lib/api/wire'

export interface LogLine {
  /** Its place in the whole log, which it keeps. */
  key: number
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
      lines.push({ key: lines.length, n: step.n, seat: typeof seat === 'number' ? seat : null, event, undone: false })
    }
  }
  return lines
}

/** The newest lines, of one seat or of all, the newest first; and whether there are older ones. */
export function latest(lines: readonly LogLine[], seat: number | null, count: number): { lines: LogLine[]; older: boolean } {
  const found = seat === null ? lines : lines.filter((line) => line.seat === seat)
  return { lines: found.slice(-count).reverse(), older: found.length > count }
}

/** The lines of the record that still stand: nothing that was taken back. */
export function standing(steps: readonly StepInfo[]): StepInfo[] {
  const left: StepInfo[] = []
  for (const step of steps) {
    if (step.kind === 'entry' || step.kind === 'outcome') left.push(step)
    // Only a choice is taken back, and only the last line.
    else if (step.kind === 'undo') left.pop()
  }
  return left
}

/** The steps since this seat's own last choice: what the others did in the meantime. */
export function recentSteps(steps: readonly StepInfo[], seat: number | null): StepInfo[] {
  const left = standing(steps)
  const own = left.findLastIndex((step) => step.kind === 'entry' && step.seat === seat && seat !== null)
  return left.slice(own + 1).slice(-40)
}

/** The newest of what happened that fits into so many letters, each choice with all that came of it; at least the last one. */
export function newest(steps: readonly StepInfo[], words: (event: Told) => string, letters: number): string {
  const groups: string[] = []
  for (const step of steps) {
    const said = (step.events ?? []).map(words).join(' ')
    if (step.kind === 'entry' || groups.length === 0) groups.push(said)
    else groups.push(`${groups.pop() ?? ''} ${said}`.trim())
  }
  let text = ''
  for (const group of groups.filter(Boolean).reverse()) {
    if (text && text.length + group.length >= letters) break
    text = `${group} ${text}`.trim()
  }
  return text
}
