import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'

const code = readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8').replace('%BUILD%', 'new')
const PAGE = '<div id="app"></div><script type="module" src="/assets/index-1.js"></script>'
const HERE = 'https://farhaven.example'
const SHELL = 'farhaven-shell-new'

const pathOf = (request: string | { url: string }): string => new URL(typeof request === 'string' ? request : request.url, HERE).pathname

/** A browser's caches, as far as the worker uses them. */
class Store {
  readonly entries = new Map<string, Response>()
  constructor(private readonly net: (request: string) => Promise<Response>) {}
  async match(request: string | { url: string }): Promise<Response | undefined> {
    return this.entries.get(pathOf(request))?.clone()
  }
  async put(request: string | { url: string }, response: Response): Promise<void> {
    this.entries.set(pathOf(request), response)
  }
  async addAll(paths: string[]): Promise<void> {
    const answers = await Promise.all(paths.map((path) => this.net(path)))
    if (answers.some((answer) => !answer.ok)) throw new TypeError('not all of them')
    paths.forEach((path, i) => this.entries.set(path, answers[i] as Response))
  }
}

class Worker {
  readonly stores = new Map<string, Store>()
  readonly files = new Map<string, Response>()
  isOnline = true
  readonly #heard = new Map<string, (event: object) => void>()

  constructor() {
    const net = async (request: string | { url: string }): Promise<Response> => {
      if (!this.isOnline) throw new TypeError('no network')
      return this.files.get(pathOf(request))?.clone() ?? new Response('', { status: 404 })
    }
    const open = (name: string): Store => {
      if (!this.stores.has(name)) this.stores.set(name, new Store(net))
      return this.stores.get(name) as Store
    }
    const caches = {
      open: async (name: string) => open(name),
      keys: async () => [...this.stores.keys()],
      delete: async (name: string) => this.stores.delete(name),
      match: async (request: string) => (await Promise.all([...this.stores.values()].map((one) => one.match(request)))).find(Boolean),
    }
    const self = {
      addEventListener: (type: string, listener: (event: object) => void) => this.#heard.set(type, listener),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
    }
    new Function('self', 'caches', 'fetch', 'location', code)(self, caches, net, new URL(HERE))
    for (const path of ['/manifest.webmanifest', '/icon.svg', '/icon-192.png', '/assets/index-1.js']) this.files.set(path, new Response(path))
    this.files.set('/', new Response(PAGE, { headers: { 'content-type': 'text/html' } }))
  }

  /** Lets an event happen, and waits for all that comes of it. */
  async happen(type: string): Promise<void> {
    let work: Promise<unknown> = Promise.resolve()
    this.#heard.get(type)?.({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
    await work
  }

  /** What the worker answers; nothing where it leaves the request to the browser. */
  async ask(path: string, mode = 'navigate'): Promise<Response | null> {
    let answer: Promise<Response> | null = null
    const request = { url: HERE + path, method: 'GET', mode }
    this.#heard.get('fetch')?.({ request, respondWith: (promise: Promise<Response>) => (answer = promise) })
    return answer
  }

  kept = (path: string): boolean => this.stores.get(SHELL)?.entries.has(path) ?? false
}

let worker: Worker
beforeEach(() => {
  worker = new Worker()
})

describe('the service worker', () => {
  it('keeps the shell of its release, and shows it without a network', async () => {
    await worker.happen('install')
    expect([...(worker.stores.get(SHELL)?.entries.keys() ?? [])].sort()).toEqual(['/', '/assets/index-1.js', '/icon-192.png', '/icon.svg', '/manifest.webmanifest'])
    worker.isOnline = false
    expect(await (await worker.ask('/t/some-table'))?.text()).toBe(PAGE)
    expect(await (await worker.ask('/assets/index-1.js', 'no-cors'))?.text()).toBe('/assets/index-1.js')
  })

  it.each(['/health', '/ready', '/metrics', '/icon.svg', '/api/openapi.json'])('has nothing to do with %s', async (path) => {
    await worker.happen('install')
    worker.files.set(path, new Response('something else'))
    expect(await worker.ask(path)).toBe(null)
  })

  it('never takes another page for the shell', async () => {
    await worker.happen('install')
    worker.files.set('/t/one', new Response('sign in to this network first'))
    expect(await (await worker.ask('/t/one'))?.text()).toBe('sign in to this network first')
    worker.isOnline = false
    expect(await (await worker.ask('/t/one'))?.text()).toBe(PAGE)
  })

  it.each([
    ['another page', '/', new Response('<h1>Sign in to this network</h1>')],
    ['a fault', '/', new Response(PAGE, { status: 502 })],
    ['a page without its script', '/assets/index-1.js', new Response('', { status: 404 })],
  ])('is not installed with %s', async (_, path, answer) => {
    worker.files.set(path, answer)
    await expect(worker.happen('install')).rejects.toThrow()
    expect(worker.kept('/')).toBe(false)
  })

  it('removes the shells of other releases, and nothing of others', async () => {
    await worker.happen('install')
    for (const name of ['farhaven-shell-old', 'somebody-elses', 'farhaven-records']) worker.stores.set(name, new Store(async () => new Response()))
    await worker.happen('activate')
    expect([...worker.stores.keys()].sort()).toEqual(['farhaven-records', SHELL, 'somebody-elses'])
  })
})
