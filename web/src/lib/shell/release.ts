import { m } from '$msg'
import { toasts } from '$lib/ui/toasts.svelte'

/** How often an open page asks whether there is a newer release. */
const ASK = 10 * 60_000
/** The release for whose sake this window was loaded anew: once is enough. */
const KEY = 'farhaven.release'

/** What a page is made of: its first script, which names all others by their content. */
const scriptOf = (page: Document): string | null => page.querySelector('script[type=module][src]')?.getAttribute('src') ?? null

/** Whether somebody has begun to write something that would be lost. */
function isWriting(): boolean {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    (field) => !['checkbox', 'radio', 'range', 'hidden', 'file'].includes(field.type) && field.value !== field.defaultValue,
  )
}

/** Whether this window was already loaded anew for the sake of a release; from now on it was. */
function wasLoadedFor(script: string): boolean {
  try {
    const before = sessionStorage.getItem(KEY)
    sessionStorage.setItem(KEY, script)
    return before === script
  } catch {
    // Who cannot remember it would load the page again and again.
    return true
  }
}

/** A page that stays open while the server is renewed: parts that it has not loaded yet are gone then. */
class Release {
  /** There is a newer one: the next screen is loaded from it as a whole. */
  isOld = false
  #asked = 0

  /** Looks out for a newer release from now on. */
  watch(): void {
    addEventListener('vite:preloadError', () => void this.missing())
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
    if (!workers) return
    // The first worker that a page gets is of the page's own release.
    let isFirst = workers.controller === null
    workers.addEventListener('controllerchange', () => {
      if (!isFirst) this.isOld = true
      isFirst = false
    })
    this.#asked = Date.now()
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - this.#asked < ASK) return
      this.#asked = Date.now()
      void workers.getRegistration().then((one) => one?.update()).catch(() => {})
    })
  }

  /** A part of the program did not come: because there is a newer release, or no network. */
  async missing(): Promise<void> {
    const script = await this.#newest()
    if (script === null || script === scriptOf(document)) return
    this.isOld = true
    if (isWriting() || wasLoadedFor(script)) {
      toasts.show(m.new_release(), 'info', { href: location.pathname + location.search, text: m.reload() })
      return
    }
    location.reload()
  }

  /** The first script of the page as the server has it now. */
  async #newest(): Promise<string | null> {
    try {
      const answer = await fetch('/', { cache: 'no-store' })
      if (!answer.ok) return null
      return scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    } catch {
      return null
    }
  }
}

export const release = new Release()
