import { getLocale } from '$paraglide/runtime.js'

/** True if a count takes the singular in the current language: 1, and in French also 0. As messages do, it works without a page. */
export const isSingular = (count: number): boolean => new Intl.PluralRules(getLocale()).select(count) === 'one'
