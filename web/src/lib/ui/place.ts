export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 8
const MESH = 20
/** Rather so far away than over one point of what must stay in sight. */
const FAR = 4000

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top))

/** How far two boxes are from each other; those that nearly touch are all as near as can be. */
function distance(a: Box, b: Box): number {
  const across = Math.max(a.left - b.left - b.width, b.left - a.left - a.width, 0)
  const along = Math.max(a.top - b.top - b.height, b.top - a.top - a.height, 0)
  return Math.max(GAP, Math.hypot(across, along))
}

interface Size {
  width: number
  height: number
}

/** The four sides of what is explained; first the one away from the middle, where the board is. */
function beside(anchor: Box, { width, height }: Size, screen: Size): Box[] {
  const across = anchor.left + anchor.width / 2 - width / 2
  const along = anchor.top + anchor.height / 2 - height / 2
  const over = { left: across, top: anchor.top - height - GAP, width, height }
  const under = { left: across, top: anchor.top + anchor.height + GAP, width, height }
  const isUpper = anchor.top + anchor.height / 2 < screen.height / 2
  return [
    ...(isUpper ? [over, under] : [under, over]),
    { left: anchor.left - width - GAP, top: along, width, height },
    { left: anchor.left + anchor.width + GAP, top: along, width, height },
  ]
}

/** Places all over the screen. */
function everywhere({ width, height }: Size, screen: Size): Box[] {
  const all: Box[] = []
  for (let top = GAP; top < screen.height - height; top += MESH)
    for (let left = GAP; left < screen.width - width; left += MESH) all.push({ left, top, width, height })
  return all
}

/**
 * Where a box of some size goes that explains something: beside it, within the screen, and over as little as possible of
 * what must stay in sight. If it would hide some of that beside it, it goes to the nearest place where it hides least.
 */
export function placeBeside(anchor: Box, size: Size, screen: Size, clear: readonly Box[]): Box {
  const { width, height } = size
  const within = (at: number, length: number, most: number): number => Math.max(GAP, Math.min(at, most - length - GAP))
  const near = beside(anchor, size, screen).map((box) => ({ ...box, left: within(box.left, width, screen.width), top: within(box.top, height, screen.height) }))
  // What it explains is the last thing to hide.
  const hidden = (box: Box): number => clear.reduce((sum, one) => sum + overlap(box, one), 0) + 4 * overlap(box, anchor)
  const cost = (box: Box): number => hidden(box) * FAR + distance(box, anchor)
  const best = (all: readonly Box[]): Box => all.reduce((one, other) => (cost(other) < cost(one) ? other : one))
  const nearest = best(near)
  return hidden(nearest) === 0 ? nearest : best([nearest, ...everywhere(size, screen)])
}
