import type { PlaceNamer } from '$lib/match/sentences.svelte'
import { crossing, field, middle, path, SIDE, type Point } from './geometry'
import type { MarsField, MarsView } from './wire'

/** The fields at a crossing or beside a path. */
export function near(view: MarsView, at: Point): MarsField[] {
  return view.fields.filter((one) => {
    const centre = field(one.at)
    return Math.hypot(centre.x - at.x, centre.y - at.y) < SIDE * 1.05
  })
}

function fieldsOf(view: MarsView, kind: string, name: string): MarsField[] {
  if (kind === 'field') return view.fields.filter((one) => one.at === name)
  if (kind === 'crossing') return near(view, crossing(name))
  return kind === 'path' ? near(view, middle(path(name))) : []
}

/** Names places as people at a table do, by the fields around: `sand 8 / air 10`. */
export function places(seen: unknown): PlaceNamer | null {
  const view = seen as MarsView
  if (view.fields.length === 0) return null
  return (kind, name, word) =>
    fieldsOf(view, kind, name)
      .map((one) => `${word('terrain', one.terrain)} ${one.chip ?? ''}`.trim())
      .join(' / ') || null
}
