/** Whether what had the focus is gone, so that whoever plays by keyboard would begin at the top again. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body
