import { untrack } from 'svelte'

/** How long a notice stays: what leads somewhere is read and followed. */
const STAY = 6_000
const STAY_WITH_LINK = 20_000

/** Short notices that come and go; their own region reads them out. */
export interface Toast {
  id: number
  kind: 'info' | 'good' | 'bad'
  text: string
  /** A way on, such as the clause that was broken. */
  link?: { href: string; text: string }
}

class Toasts {
  list: Toast[] = $state([])
  #next = 1

  show(text: string, kind: Toast['kind'] = 'info', link?: Toast['link']): number {
    const id = this.#next++
    // What is said once more takes the place of the first time.
    const others = this.list.filter((toast) => toast.text !== text)
    this.list = [...others.slice(-2), { id, kind, text, link }]
    setTimeout(() => this.drop(id), link ? STAY_WITH_LINK : STAY)
    return id
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }

  /** Notices are of the page that they came up on. */
  clear(): void {
    this.list = []
  }
}

export const toasts = new Toasts()

class Speaker {
  said = $state('')
  #batch: string[] = []

  /** Reads a text out. What is said at the same moment is read one after the other. */
  say(text: string): void {
    // An unchanged text would not be read again. Speaking never depends on what was said before.
    untrack(() => {
      if (this.#batch.length === 0) setTimeout(() => (this.#batch = []))
      this.#batch.push(text)
      const all = this.#batch.join(' ')
      this.said = this.said === all ? `${all}\u00a0` : all
    })
  }
}

export const speaker = new Speaker()
