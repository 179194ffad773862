import { patched } from '$lib/api/patch'
import type { Patch } from '$lib/api/wire'
import { keep, kept } from '$lib/shell/storage'

/** One moment of a guided tour, as it is shown, and what is asked for. */
export interface Step {
  /** Null where something happens by itself and is only looked at. */
  text: (() => string) | null
  view: unknown
  decision: unknown
  /** The entry that leads on; null where there is only something to read. */
  expect: object | null
}

/** A moment as it is kept: what changed since the one before it. */
export interface Kept<Name extends string> {
  name: Name
  patch: Patch
  expect: object | null
}

/** The steps of moments that are kept as changes, each with its words. */
export function unfold<Name extends string>(moments: readonly Kept<Name>[], words: Record<Name, () => string>): Step[] {
  let now: { view: unknown; decision: unknown } = { view: null, decision: null }
  return moments.map(({ name, patch, expect }) => {
    now = patched(now, patch)
    return { text: words[name], view: now.view, decision: now.decision, expect }
  })
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
