/** What scrolls around an element, short of the page; null where nothing does. */
export function scrollerOf(element: Element): HTMLElement | null {
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return null
}

/** Brings an element to the middle of all that scrolls around it; the page itself stays where it is. */
export function centre(element: Element): void {
  for (let pane = scrollerOf(element); pane; pane = scrollerOf(pane)) {
    const inner = element.getBoundingClientRect()
    const outer = pane.getBoundingClientRect()
    pane.scrollBy(inner.x + inner.width / 2 - outer.x - outer.width / 2, inner.y + inner.height / 2 - outer.y - outer.height / 2)
  }
}

/** Room around what was brought into sight, such as for a sign at its corner. */
const GAP = 14

/** Brings an element into sight, no further than it must, above whatever covers the foot of its pane. */
export function uncover(element: Element, cover: Element | null): void {
  const pane = scrollerOf(element)
  if (!pane) return
  const { top, bottom } = element.getBoundingClientRect()
  const outer = pane.getBoundingClientRect()
  pane.scrollBy(0, past(top - GAP, bottom + GAP, outer.top, Math.min(outer.bottom, cover?.getBoundingClientRect().top ?? Infinity)))
}

/** How far it must be scrolled until what is from `top` to `bottom` lies between `first` and `last`; where it is too long, its end does. */
export const past = (top: number, bottom: number, first: number, last: number): number => Math.max(bottom - last, Math.min(0, top - first))

/** Whether there is more in an element than can be seen at once. */
export const overflows = (element: Element): boolean => element.scrollHeight > element.clientHeight + 2
