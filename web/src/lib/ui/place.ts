export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 8

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top))

/**
 * Where a box of some size goes that explains something: beside it, within the screen, and over as little as possible of
 * what must stay in sight. Of places that are equally good, the one away from the middle, where the board is.
 */
export function placeBeside(anchor: Box, size: { width: number; height: number }, screen: { width: number; height: number }, clear: readonly Box[]): Box {
  const { width, height } = size
  const within = (at: number, length: number, most: number): number => Math.max(GAP, Math.min(at, most - length - GAP))
  const across = within(anchor.left + anchor.width / 2 - width / 2, width, screen.width)
  const along = within(anchor.top + anchor.height / 2 - height / 2, height, screen.height)
  const over = (box: Box): Box => ({ left: across, top: box.top - height - GAP, width, height })
  const under = (box: Box): Box => ({ left: across, top: box.top + box.height + GAP, width, height })
  const isUpper = anchor.top + anchor.height / 2 < screen.height / 2
  const all = [
    ...(isUpper ? [over(anchor), under(anchor)] : [under(anchor), over(anchor)]),
    { left: anchor.left - width - GAP, top: along, width, height },
    { left: anchor.left + anchor.width + GAP, top: along, width, height },
    ...clear.flatMap((box) => [over(box), under(box)]),
  ].map((box) => ({ ...box, left: within(box.left, width, screen.width), top: within(box.top, height, screen.height) }))
  // What it explains is the last thing to hide.
  const cost = (box: Box): number => clear.reduce((sum, one) => sum + overlap(box, one), 0) + 4 * overlap(box, anchor)
  return all.reduce((best, box) => (cost(box) < cost(best) ? box : best))
}
