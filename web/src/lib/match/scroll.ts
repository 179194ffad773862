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

/** Whether there is more in an element than can be seen at once. */
export const overflows = (element: Element): boolean => element.scrollHeight > element.clientHeight + 2
