const ways: Record<string, readonly [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }

/** Moves the focus to the nearest piece in the direction of an arrow key. */
export function arrows(event: KeyboardEvent): void {
  const way = ways[event.key]
  const from = (event.target as Element).closest('[data-rove]')
  const within = event.currentTarget
  if (!way || !from || !(within instanceof Element)) return
  const middle = (element: Element): [number, number] => {
    const box = element.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const [x, y] = middle(from)
  let best: HTMLElement | null = null
  let least = Infinity
  for (const element of within.querySelectorAll<HTMLElement>('[data-rove]')) {
    const [ex, ey] = middle(element)
    const ahead = (ex - x) * way[0] + (ey - y) * way[1]
    const aside = Math.abs((ex - x) * way[1]) + Math.abs((ey - y) * way[0])
    if (element === from || ahead < 4) continue
    const cost = ahead + aside * 3
    if (cost < least) [best, least] = [element, cost]
  }
  if (!best) return
  event.preventDefault()
  best.focus()
}
