import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8')
const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? []

afterEach(() => void vi.unstubAllGlobals())

/** The metas that colour the browser's own bar. */
interface Bar {
  content: string
  media: string
  dataset: { theme: string }
}
let bars: Bar[] = []
beforeEach(() => {
  bars = [...html.matchAll(/<meta name="theme-color" content="(.*?)" media="(.*?)" data-theme="(.*?)" \/>/g)].map(([, content = '', media = '', theme = '']) => ({ content, media, dataset: { theme } }))
})

/** The theme before the first paint, and the one that the program shows. */
async function themes(kept: string | null, isDark: boolean): Promise<[string | undefined, string | undefined]> {
  vi.resetModules()
  const root = { dataset: {} as Record<string, string> }
  vi.stubGlobal('document', { documentElement: root, querySelectorAll: () => bars })
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

describe('the bar of the browser', () => {
  const css = readFileSync(new URL('../src/lib/ui/theme.css', import.meta.url), 'utf8')
  const page = (theme: string): string | undefined => new RegExp(`\\[data-theme='${theme}'\\] \\{[^}]*?--page: (.*?);`).exec(css)?.[1]

  it('has the colour of the page in each theme', () => {
    expect(bars.map(({ content, media }) => [content, media])).toEqual([
      [page('dark'), '(prefers-color-scheme: dark)'],
      [page('light'), '(prefers-color-scheme: light)'],
    ])
  })

  it.each([
    ['{"theme":"light"}', ['not all', 'all']],
    ['{"theme":"dark"}', ['all', 'not all']],
    ['{"theme":"auto"}', ['(prefers-color-scheme: dark)', '(prefers-color-scheme: light)']],
  ])('follows the theme that is chosen: %s', async (kept, media) => {
    await themes(kept, true)
    expect(bars.map((bar) => bar.media)).toEqual(media)
  })
})
