import { m } from '$msg'
import { isSingular } from '$lib/i18n/plural'
import { signed } from './points'

/** Points that are won or lost, with their sign and what they are. */
export const gained = (points: number): string => (isSingular(Math.abs(points)) ? m.gain_one : m.gain_other)({ points: signed(points) })
