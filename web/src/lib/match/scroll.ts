/** What scrolls around an element, short of the page; null where nothing does. */
export function scrollerOf(element: Element): HTMLElement | null {
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return null
}

/** Whether there is more in an element than can be seen at once. */
export const overflows = (element: Element): boolean => element.scrollHeight > element.clientHeight + 2
