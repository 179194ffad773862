import { m } from '$msg'
import { gained } from '$lib/match/gained'
import { gainText, type Gain } from './narrow'

/** What a choice scores in words: `+3 points`, or `+2…8 points` where more is to be chosen. */
export const worthText = (gain: Gain): string => (gain.least === gain.best ? gained(gain.best) : m.gain_other({ points: gainText(gain) }))

/** Points of which it is known how many they are. */
export const surely = (points: number): Gain => ({ least: points, best: points })
