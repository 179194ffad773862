import { Address } from './address'
import { release } from './release'
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

  readonly #address = new Address((path) => history.replaceState(history.state, '', path))

  constructor() {
    addEventListener('popstate', () => {
      this.#address.drop()
      // A page of an older release may lack what the other screen needs.
      if (release.isOld && parse(new URL(location.href)).screen !== this.route.screen) location.reload()
      else this.#read()
    })
    addEventListener('pagehide', () => this.#address.flush())
    document.addEventListener('click', (event) => this.#follow(event))
  }

  go(path: string, replace = false): void {
    if (replace) {
      // What lies open over the screen has not been asked for again.
      this.#locate(new URL(path, location.href))
      this.#address.set(path)
      return
    }
    this.#address.flush()
    const isOther = parse(new URL(path, location.href)).screen !== this.route.screen
    if (release.isOld && (isOther || path === location.pathname + location.search)) return location.assign(path)
    history.pushState({ from: isOther ? location.pathname + location.search : this.from, leaf: null } satisfies Stay, '', path)
    this.#read()
    if (!path.includes('#')) scrollTo(0, 0)
  }

  /** The address of what is shown, to be handed on. */
  get address(): string {
    this.#address.flush()
    return location.pathname + location.search
  }

  /** Opens the rule book over the screen, or turns to another of its clauses. */
  look(title: string, clause: string | null): void {
    this.#address.flush()
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
    this.#address.flush()
    history.back()
  }

  #locate(url: URL): void {
    this.route = parse(url)
    this.arrived ||= this.path !== url.pathname
    this.path = url.pathname
  }

  #read(): void {
    this.#locate(new URL(location.href))
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
