/** What this browser keeps. One that keeps nothing, or has no room left, can still play. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // It will not be there the next time.
  }
}

/** An object that was kept as JSON; nothing where it cannot be read. */
export function keptObject<Content extends object>(key: string): Partial<Content> {
  try {
    const content: unknown = JSON.parse(kept(key) ?? '{}')
    return typeof content === 'object' && content !== null ? content : {}
  } catch {
    return {}
  }
}
