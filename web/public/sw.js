// Keeps the shell, so that the app opens without a network and says so itself. The server's answers
// under /api are never kept: a match is always as the server has it.
// The build writes its own mark here: each release has its shell, and those before it go.
const SHELL = 'farhaven-shell-%BUILD%'
const START = ['/', '/manifest.webmanifest', '/icon.svg', '/icon-192.png']

/** The page, and the scripts and styles that it names. */
async function keepShell() {
  const cache = await caches.open(SHELL)
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  await cache.put('/', page)
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
  await Promise.all([...START.slice(1), ...named].map((path) => cache.add(path).catch(() => undefined)))
}

self.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(clean().then(() => self.clients.claim())))

async function clean() {
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name)
}

async function page(request) {
  try {
    const fresh = await fetch(request)
    if (fresh.ok) (await caches.open(SHELL)).put('/', fresh.clone())
    return fresh
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}

/** Files with their hash in their name never change. */
async function asset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const fresh = await fetch(request)
  if (fresh.ok) (await caches.open(SHELL)).put(request, fresh.clone())
  return fresh
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (url.pathname.startsWith('/assets/') || START.includes(url.pathname)) event.respondWith(asset(request))
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
