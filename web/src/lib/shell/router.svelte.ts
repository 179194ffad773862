import { parse, type Route } from './route'

/** A small router on the history API. */
class Router {
  route: Route = $state.raw(parse(new URL(location.href)))
  /** What stands in the address before its parameters: another one is another page. */
  path = $state(location.pathname)
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
    this.path = location.pathname
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
