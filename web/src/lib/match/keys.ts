/** A key that is meant for the page and not for what has the focus; null otherwise, or where it was `used` before. */
export function shortcut(event: KeyboardEvent, used = event.defaultPrevented): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || used) return null
  const target = event.target as HTMLElement | null
  if (target?.closest('input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]')) return null
  if (document.querySelector('dialog:modal')) return null
  return event.key
}
