/**
 * Whether nothing has the focus: what had it is gone or cannot be used any more, or a new page has just begun. Whoever plays by keyboard would begin
 * at the top.
 */
export const isFocusLost = (): boolean => [null, document.body, document.getElementById('main')].includes(document.activeElement as HTMLElement | null) || document.activeElement?.matches(':disabled') === true

/** Gives the focus to the first button in what has just come. */
export const focusWithin = (element: HTMLElement): void => element.querySelector('button')?.focus()
