// Keeps the shell, so that the app opens without a network and says so itself. The server's answers
// under /api are never kept: a match is always as the server has it.
// The build writes its own mark here: each release has its shell, and those before it go.
const OWN = 'farhaven-shell-'
const SHELL = `${OWN}%BUILD%`
const START = ['/manifest.webmanifest', '/icon.svg', '/icon-192.png']
/** Addresses of the server's own, which look like pages of the app. */
const NO_PAGES = ['/health', '/ready', '/metrics']

/** Whether an address is one of the app: then the shell is its page. */
function isPage({ pathname }) {
  return !pathname.startsWith('/api/') && !NO_PAGES.includes(pathname) && !pathname.split('/').at(-1).includes('.')
}

/** The page, and the scripts and styles that it names: all of them, or there is no new shell. */
async function keepShell() {
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  // What stands between may answer in its place: a proxy, or the sign-in page of a network.
  if (!page.ok || page.redirected || !html.includes('id="app"') || named.length === 0) throw new Error('not the page of the app')
  const cache = await caches.open(SHELL)
  await cache.addAll([...START, ...named])
  await cache.put('/', page)
}

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(clean().then(() => self.clients.claim())))

/** Shells of other releases go; what is not a shell of ours is somebody else's. */
async function clean() {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== SHELL) await caches.delete(name)
}

/** Always the server's page; without a network the one that was kept with its release. */
async function page(request) {
  try {
    return await fetch(request)
  } catch {
    return (await (await caches.open(SHELL)).match('/')) ?? Response.error()
  }
}

/** Files with their hash in their name never change. */
async function asset(request) {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone())
  return fresh
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(page(request))
  } else if (url.pathname.startsWith('/assets/') || START.includes(url.pathname)) event.respondWith(asset(request))
})

/** A click on a notice leads to the table that it speaks of: to its window, or to a new one. */
async function show(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((one) => new URL(one.url).pathname === path)
  return there ? there.focus() : self.clients.openWindow(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.path))
})
