import { m } from '$msg'
import { getLocale } from '$paraglide/runtime.js'
import { signed } from './points'

/** Points that are won or lost, with their sign and what they are; as messages do, it asks for the language without a page. */
export function gained(points: number): string {
  const one = new Intl.PluralRules(getLocale()).select(Math.abs(points)) === 'one'
  return (one ? m.gain_one : m.gain_other)({ points: signed(points) })
}
