import { parse, type Route } from './route'

/** A rule book, opened at a clause. */
export interface Leaf {
  title: string
  clause: string | null
}

/** What the browser's history keeps beside an address, so that it outlives a reload. */
interface Stay {
  /** The address of the screen before this one, for a way back. */
  from: string | null
  /** The rule book that lies open over the screen. */
  leaf: Leaf | null
}

const stay = (): Stay => ({ from: null, leaf: null, ...(history.state as Partial<Stay> | null) })

/** Screens that are not left to look something up. */
const isPlay = (screen: Route['screen']): boolean => screen === 'table' || screen === 'tour' || screen === 'replay'

/** A small router on the history API. */
class Router {
  route: Route = $state.raw(parse(new URL(location.href)))
  /** What stands in the address before its parameters: another one is another page. */
  path = $state(location.pathname)
  /** Whether one came to this page from another one of the app: false while the page is the one that was loaded. */
  arrived = false
  from: string | null = $state(stay().from)
  leaf: Leaf | null = $state.raw(stay().leaf)
  /** The match, replay or tour that one came from. */
  match = $derived(this.from !== null && isPlay(parse(new URL(this.from, location.href)).screen) ? this.from : null)

  constructor() {
    addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#follow(event))
  }

  go(path: string, replace = false): void {
    if (replace) {
      // What lies open over the screen has not been asked for again.
      history.replaceState(history.state, '', path)
      this.#locate()
      return
    }
    const isOther = parse(new URL(path, location.href)).screen !== this.route.screen
    history.pushState({ from: isOther ? location.pathname + location.search : this.from, leaf: null } satisfies Stay, '', path)
    this.#read()
    if (!path.includes('#')) scrollTo(0, 0)
  }

  /** Opens the rule book over the screen, or turns to another of its clauses. */
  look(title: string, clause: string | null): void {
    const next: Stay = { from: this.from, leaf: { title, clause } }
    if (this.leaf) history.replaceState(next, '')
    else history.pushState(next, '')
    this.#read()
  }

  /** Closes that book, as the browser's own way back does. */
  shut(): void {
    if (!this.leaf) return
    // At once, so that who asks twice does not leave the screen as well.
    this.leaf = null
    history.back()
  }

  #locate(): void {
    this.route = parse(new URL(location.href))
    this.arrived ||= this.path !== location.pathname
    this.path = location.pathname
  }

  #read(): void {
    this.#locate()
    const { from, leaf } = stay()
    this.from = from
    this.leaf = leaf
  }

  /** Links inside the app change the screen without loading the page. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    const to = parse(new URL(link.href))
    if (to.screen === 'rules' && to.title && isPlay(this.route.screen)) this.look(to.title, to.clause)
    else this.go(link.pathname + link.search + link.hash)
  }
}

export const router = new Router()
