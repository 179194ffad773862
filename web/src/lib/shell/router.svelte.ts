/** A small router on the history API: an address is a screen with its parameters. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; title: string | null }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; source: 'match' | 'record' | null; id: string | null; at: number | null }
  | { screen: 'rules'; title: string | null; clause: string | null }
  | { screen: 'settings' }
  | { screen: 'about' }
  | { screen: 'gallery' }
  | { screen: 'lost' }

export function parse(url: URL): Route {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const at = url.searchParams.get('at')
  const number = at !== null && /^\d+$/.test(at) ? Number(at) : null
  switch (first) {
    case '':
      return { screen: 'home' }
    case 'new':
      return { screen: 'new', title: second || null }
    case 't':
      return second ? { screen: 'table', id: second } : { screen: 'lost' }
    case 'match':
    case 'record':
      return second ? { screen: 'replay', source: first, id: second, at: number } : { screen: 'lost' }
    case 'replay':
      return { screen: 'replay', source: null, id: null, at: null }
    case 'rules':
      return { screen: 'rules', title: second || null, clause: url.hash.slice(1) || null }
    case 'settings':
      return { screen: 'settings' }
    case 'about':
      return { screen: 'about' }
    case 'gallery':
      return import.meta.env.DEV ? { screen: 'gallery' } : { screen: 'lost' }
    default:
      return { screen: 'lost' }
  }
}

class Router {
  route: Route = $state.raw(parse(new URL(location.href)))

  constructor() {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#follow(event))
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.#read()
    if (!replace) scrollTo(0, 0)
  }

  #read(): void {
    this.route = parse(new URL(location.href))
  }

  /** Links inside the app change the screen without loading the page. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }
}

export const router = new Router()
