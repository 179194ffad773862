import type { Patch } from './wire'

type Node = Record<string | number, unknown>

/** The state after a patch. Only the parts that change are made anew. */
export function patched<State>(state: State, patch: Patch): State {
  return patch.reduce((now, [path, value]) => put(now, path, value) as State, state)
}

function put(node: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = (Array.isArray(node) ? [...node] : { ...(node as Node) }) as Node
  copy[key] = put((node as Node)[key], rest, value)
  return copy
}
