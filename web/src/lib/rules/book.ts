import type { Locale } from '$lib/i18n/locale.svelte'
import type { RuleBook } from '$lib/match/rulebook'

const files = import.meta.glob<{ default: RuleBook }>('../games/*/rules/*.json')

/** A title's rule book in a language; null where it has none. */
export async function ruleBook(title: string, locale: Locale): Promise<RuleBook | null> {
  const load = files[`../games/${title}/rules/${locale}.json`]
  return load ? (await load()).default : null
}
