import type { Locale } from '$lib/i18n/locale.svelte'

/** No shorter stem is left: it would be found everywhere. */
const LEAST = 4

/** Endings of plurals, cases and verbs, longest first, in words without accents. */
const endings: Record<Locale, readonly RegExp[]> = {
  en: [/ing$/, /(?:ed|es)$/, /e$/, /(?<!s)s$/],
  // Whoever does something (Spieler, Gegner) keeps the ending.
  de: [/(?<=[ln]er)n$/, /(?:ern|en|em|es)$/, /(?<![ln])er$/, /[ens]$/],
  fr: [/(?:ees|ers|ee|er|es|ez)$/, /[esx]$/],
}

/** All that may follow a stem within its own word, in words without accents. */
export const inflections: Record<Locale, string> = {
  en: 's|es|e|d|ed|n|en|ing',
  // No -r alone: “öde” would be found in “oder”.
  de: 'e|en|er|ern|es|em|n|ns|s|t|et|te|ten',
  fr: 's|x|e|es|ee|ees|er|ers|ez|ent|ant|ants',
}

/** Endings of which one stands for the other. */
const pairs: Partial<Record<Locale, readonly [ending: RegExp, one: string, other: string]>> = {
  en: [/(?<=[^aeiou])(?:ies|y)$/, 'y', 'ies'],
  fr: [/(?:aux|als?)$/, 'al', 'aux'],
}

/** What a word has in common with its other forms, to be found within them: „Straßen“ → “strass”, “cities” → “city”, “cities”. */
export function stems(word: string, locale: Locale): string[] {
  if (!/^[a-z]+$/.test(word)) return [word]
  const pair = pairs[locale]
  if (pair?.[0].test(word)) {
    const begin = word.replace(pair[0], '')
    return [begin + pair[1], begin + pair[2]]
  }
  for (const ending of endings[locale]) {
    const left = word.replace(ending, '')
    if (left !== word && left.length >= LEAST) return [left]
  }
  return [word]
}
