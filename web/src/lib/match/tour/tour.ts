import { patched } from '$lib/api/patch'
import type { Patch } from '$lib/api/wire'
import { keep, kept } from '$lib/shell/storage'

/** One moment of a guided tour, as it is shown, and what is asked for. */
export interface Step {
  /** Null where something happens by itself and is only looked at. */
  text: (() => string) | null
  view: unknown
  decision: unknown
  /** The panel of which it speaks; else the board is seen. */
  panel?: string
  /** The entry that leads on; null where there is only something to read. */
  expect: object | null
}

/** What is seen at each of moments that are kept as changes. */
export function unfold<Shown extends Pick<Step, 'view' | 'decision'>>(kept: readonly { patch: Patch }[]): Shown[] {
  let now = { view: null, decision: null } as Shown
  return kept.map(({ patch }) => (now = patched(now, patch)))
}

/** Whether two JSON values are the same, whatever the order of their keys. */
export function alike(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => alike(a[key], b[key]))
}

const key = (name: string): string => `farhaven.tour.${name}`

/** Where the tour was left: a step with words that is not the last one, else the beginning. */
export function storedStep(name: string, steps: readonly Step[]): number {
  const at = Number(kept(key(name)))
  return steps[at]?.text && at < steps.length - 1 ? at : 0
}

export function storeStep(name: string, at: number): void {
  keep(key(name), String(at))
}
