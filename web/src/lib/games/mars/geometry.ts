/** Where fields, crossings and paths lie on the drawing (MA-C9): pointy tops, r growing downwards. */
export interface Point {
  x: number
  y: number
}

/** What may be chosen on the board, by name. */
export interface Targets {
  fields?: readonly string[]
  crossings?: readonly string[]
  paths?: readonly string[]
}

/** From a field's centre to its corners. */
export const SIDE = 56
export const HALF = (SIDE * Math.sqrt(3)) / 2

function numbers(name: string): { q: number; r: number; at: string } {
  const [q, r, at = ''] = name.split(',')
  return { q: Number(q), r: Number(r), at }
}

export function field(name: string): Point {
  const { q, r } = numbers(name)
  return { x: HALF * (2 * q + r), y: SIDE * 1.5 * r }
}

export function crossing(name: string): Point {
  const { at } = numbers(name)
  const centre = field(name)
  return { x: centre.x, y: centre.y + (at === 'N' ? -SIDE : SIDE) }
}

/** The two ends of a path. */
export function path(name: string): [Point, Point] {
  const { at } = numbers(name)
  const { x, y } = field(name)
  const top = { x, y: y - SIDE }
  if (at === 'NE') return [top, { x: x + HALF, y: y - SIDE / 2 }]
  if (at === 'NW') return [{ x: x - HALF, y: y - SIDE / 2 }, top]
  return [
    { x: x - HALF, y: y + SIDE / 2 },
    { x: x - HALF, y: y - SIDE / 2 },
  ]
}

export const middle = ([a, b]: [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The angle of a path, in degrees. */
export function turn(name: string): number {
  const [a, b] = path(name)
  return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI
}

/** The two fields that a path lies between. */
function besides(name: string): [string, string] {
  const { q, r, at } = numbers(name)
  const other = { NE: `${q + 1},${r - 1}`, NW: `${q},${r - 1}`, W: `${q - 1},${r}` }[at] ?? `${q},${r}`
  return [`${q},${r}`, other]
}

/** The point in space off a coastal path, where its harbour floats. */
export function offshore(name: string, land: ReadonlySet<string>, distance: number): Point {
  const [one, two] = besides(name)
  const home = field(land.has(one) ? one : two)
  const at = middle(path(name))
  const length = Math.hypot(at.x - home.x, at.y - home.y)
  return {
    x: at.x + ((at.x - home.x) / length) * distance,
    y: at.y + ((at.y - home.y) / length) * distance,
  }
}

/** The outline of a field around its centre, drawn in by `inset`. */
export function hexagon(inset = 0): string {
  const side = SIDE - inset
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i + Math.PI / 6
    return `${(side * Math.cos(angle)).toFixed(2)},${(side * Math.sin(angle)).toFixed(2)}`
  }).join(' ')
}

/** How many of the 36 throws of two dice give a number. */
export const chances = (chip: number): number => 6 - Math.abs(7 - chip)
