interface Point {
  x: number
  y: number
}

const ways: Record<string, readonly [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }

/** How much it counts that something lies aside of the way, and from where on it no longer lies on it. */
interface Aside {
  weight: number
  most: number
}

/** On a map, where something lies in every direction. */
const ON_MAP: Aside = { weight: 1.6, most: 2.2 }
/** Among rows, where what lies in the same one comes first, and the next one may begin far aside. */
const IN_ROWS: Aside = { weight: 3, most: Infinity }

/** The place to go to from another with an arrow key: near, and as straight ahead as can be. */
export function towards<Thing extends { at: Point }>(key: string, from: Point, things: readonly Thing[], { weight, most } = ON_MAP): Thing | null {
  const [wx, wy] = ways[key] ?? [0, 0]
  let best: { thing: Thing; cost: number } | null = null
  for (const thing of things) {
    const dx = thing.at.x - from.x
    const dy = thing.at.y - from.y
    const ahead = dx * wx + dy * wy
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx)
    if (ahead < 2 || aside > ahead * most) continue
    const cost = ahead + aside * weight
    if (!best || cost < best.cost) best = { thing, cost }
  }
  return best?.thing ?? null
}

/** Moves the focus to the nearest piece in the direction of an arrow key. */
export function arrows(event: KeyboardEvent): void {
  const from = (event.target as Element).closest('[data-rove]')
  const within = event.currentTarget
  if (!from || !(within instanceof Element)) return
  const middle = (element: Element): Point => {
    const box = element.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const all = [...within.querySelectorAll<HTMLElement>('[data-rove]')].filter((element) => element !== from)
  const next = towards(event.key, middle(from), all.map((element) => ({ element, at: middle(element) })), IN_ROWS)
  if (!next) return
  event.preventDefault()
  next.element.focus()
}
