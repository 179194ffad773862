import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'

const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []

afterEach(() => void vi.unstubAllGlobals())

/** The theme before the first paint, and the one that the program shows. */
async function themes(kept: string | null, isDark: boolean): Promise<[string | undefined, string | undefined]> {
  vi.resetModules()
  const root = { dataset: {} as Record<string, string> }
  vi.stubGlobal('document', { documentElement: root })
  vi.stubGlobal('localStorage', { getItem: () => kept })
  vi.stubGlobal('matchMedia', () => ({ matches: isDark, addEventListener: () => {} }))
  vi.stubGlobal('addEventListener', () => {})
  new Function(script)()
  const first = root.dataset['theme']
  root.dataset = {}
  await import('$lib/shell/settings.svelte')
  return [first, root.dataset['theme']]
}

describe('the first paint', () => {
  it.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['{"theme":"light"}', true, 'light'],
    ['{"theme":"dark"}', false, 'dark'],
    ['{"theme":"auto"}', false, 'light'],
    ['{"sound":false}', true, 'dark'],
    ['null', false, 'light'],
    ['no JSON', true, 'dark'],
  ])('with %s kept, in the dark: %s, is %s', async (kept, isDark, theme) => {
    expect(await themes(kept, isDark)).toEqual([theme, theme])
  })
})
