let known: Promise<boolean> | undefined

/** Whether this server gives hints: its own description says so, read once. */
export function offersHints(): Promise<boolean> {
  known ??= fetch('/api/openapi.json')
    .then((response) => response.text())
    .then((text) => /"\/api\/tables\/\{[^}]+\}\/hint"/.test(text), () => false)
  return known
}
