import { keep, kept } from '$lib/shell/storage'
import { baseLocale, isLocale, locales, overwriteGetLocale, type Locale } from '$paraglide/runtime.js'

export { locales, type Locale }

/** Each language in its own words. */
export const languageName: Record<Locale, string> = { en: 'English', de: 'Deutsch', fr: 'Français' }

const KEY = 'farhaven.language'

function preferred(): Locale {
  const asked = [kept(KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return asked.find((tag): tag is Locale => isLocale(tag)) ?? baseLocale
}

class Language {
  current: Locale = $state(preferred())

  choose(locale: Locale): void {
    keep(KEY, locale)
    this.show(locale)
  }

  show(locale: Locale): void {
    this.current = locale
    document.documentElement.lang = locale
  }
}

export const language = new Language()
// A choice made in another window holds here too.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && isLocale(newValue)) language.show(newValue)
})

// Messages read the current language as state, so every text changes with it at once.
overwriteGetLocale(() => language.current)
document.documentElement.lang = language.current
