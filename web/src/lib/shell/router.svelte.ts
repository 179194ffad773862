/** A small router on the history API: an address is a screen with its parameters. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; title: string | null }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; source: 'match' | 'record' | null; id: string | null; at: number | null; seat: number | null }
  | { screen: 'rules'; title: string | null; clause: string | null }
  | { screen: 'tour'; title: string }
  | { screen: 'settings' }
  | { screen: 'about'; match: string | null }
  | { screen: 'recover'; code: string }
  | { screen: 'gallery' }
  | { screen: 'lost' }

export function parse(url: URL): Route {
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const number = (name: string): number | null => {
    const text = url.searchParams.get(name)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  switch (first) {
    case '':
      return { screen: 'home' }
    case 'new':
      return { screen: 'new', title: second || null }
    case 't':
      return second ? { screen: 'table', id: second } : { screen: 'lost' }
    case 'match':
    case 'record':
      return second ? { screen: 'replay', source: first, id: second, at: number('at'), seat: number('seat') } : { screen: 'lost' }
    case 'replay':
      return { screen: 'replay', source: null, id: null, at: null, seat: null }
    case 'rules':
      return { screen: 'rules', title: second || null, clause: decodeURIComponent(url.hash.slice(1)) || null }
    case 'tour':
      return second ? { screen: 'tour', title: second } : { screen: 'lost' }
    case 'settings':
      return { screen: 'settings' }
    case 'about':
      return { screen: 'about', match: url.searchParams.get('match') }
    case 'recover':
      return { screen: 'recover', code: url.hash.slice(1) }
    case 'gallery':
      return import.meta.env.DEV ? { screen: 'gallery' } : { screen: 'lost' }
    default:
      return { screen: 'lost' }
  }
}

class Router {
  route: Route = $state.raw(parse(new URL(location.href)))
  /** The address of the screen before this one, for a way back. */
  from: string | null = $state(null)
  #here = location.pathname + location.search

  constructor() {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#follow(event))
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    this.#read()
    if (!replace && !path.includes('#')) scrollTo(0, 0)
  }

  #read(): void {
    const next = parse(new URL(location.href))
    if (next.screen !== this.route.screen) this.from = this.#here
    this.#here = location.pathname + location.search
    this.route = next
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
