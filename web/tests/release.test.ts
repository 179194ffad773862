import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// All messages of the app would take long to load, again for each test.
vi.mock('$msg', () => ({ m: { new_release: () => 'There is a new version.', reload: () => 'Reload' } }))

const OLD = '/assets/index-old.js'
const NEW = '/assets/index-new.js'
let reloaded = 0
let typed = ''
let kept: Map<string, string>
let answer: () => Promise<Response>

/** As much of a document as is asked for. */
const page = (script: string): object => ({
  querySelector: () => ({ getAttribute: () => script }),
  querySelectorAll: () => [{ type: 'text', value: typed, defaultValue: '' }],
  addEventListener: () => {},
  hidden: false,
})

beforeEach(() => {
  vi.resetModules()
  reloaded = 0
  typed = ''
  kept = new Map()
  answer = async () => new Response(NEW)
  vi.stubGlobal('document', page(OLD))
  vi.stubGlobal('location', { pathname: '/t/one', search: '', reload: () => (reloaded += 1) })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  vi.stubGlobal('fetch', () => answer())
  vi.stubGlobal('DOMParser', class {
    parseFromString = (text: string): object => page(text)
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function miss(): Promise<{ isOld: boolean; offers: number }> {
  const { release } = await import('$lib/shell/release')
  const { toasts } = await import('$lib/ui/toasts.svelte')
  await release.missing()
  return { isOld: release.isOld, offers: toasts.list.filter(({ link }) => link?.href === '/t/one').length }
}

describe('a page whose parts are gone from the server', () => {
  it('is loaded anew from the newer release, once', async () => {
    expect(await miss()).toEqual({ isOld: true, offers: 0 })
    expect(reloaded).toBe(1)
    expect(await miss()).toEqual({ isOld: true, offers: 1 })
    expect(reloaded).toBe(1)
  })

  it('leaves the moment to a person who is writing', async () => {
    typed = 'hello'
    expect(await miss()).toEqual({ isOld: true, offers: 1 })
    expect(reloaded).toBe(0)
  })

  it.each([
    ['there is no network', async () => Promise.reject(new TypeError('no network'))],
    ['the server is down', async () => new Response('', { status: 502 })],
    ['nothing is newer', async () => new Response(OLD)],
  ])('stays where %s', async (_, said) => {
    answer = said
    expect(await miss()).toEqual({ isOld: false, offers: 0 })
    expect(reloaded).toBe(0)
  })
})
