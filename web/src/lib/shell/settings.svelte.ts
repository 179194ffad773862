import { keep, keptObject } from './storage'

export interface Choices {
  theme: 'auto' | 'light' | 'dark'
  motion: 'auto' | 'full' | 'reduced'
  sound: boolean
  notify: boolean
  confirm: boolean
  /** The players' colours. */
  colours: 'standard' | 'classic' | 'contrast'
}

const KEY = 'farhaven.settings'
const usual: Choices = { theme: 'auto', motion: 'auto', sound: true, notify: false, confirm: false, colours: 'standard' }

const stored = (): Choices => ({ ...usual, ...keptObject<Choices>(KEY) })

/** What a person likes, kept in this browser. */
class Settings {
  now: Choices = $state.raw(stored())
  #dark = matchMedia('(prefers-color-scheme: dark)')

  constructor() {
    this.#dark.addEventListener('change', () => this.#show())
    // A choice made in another window holds here too.
    addEventListener('storage', ({ key }) => {
      if (key !== KEY) return
      this.now = stored()
      this.#show()
    })
    this.#show()
  }

  set(part: Partial<Choices>): void {
    this.now = { ...this.now, ...part }
    keep(KEY, JSON.stringify(this.now))
    this.#show()
  }

  #show(): void {
    const { theme, motion, colours } = this.now
    const root = document.documentElement
    root.dataset['theme'] = theme === 'auto' ? (this.#dark.matches ? 'dark' : 'light') : theme
    root.dataset['colours'] = colours
    for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const of = bar.dataset['theme']
      bar.media = theme === 'auto' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
    }
    if (motion === 'auto') delete root.dataset['motion']
    else root.dataset['motion'] = motion
  }
}

export const settings = new Settings()
