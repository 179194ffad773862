import type { ChoiceReview, Part, Review, SeatReview } from '$lib/api/wire'

/** What a result is counted in: points of lead, or the chance to win. */
export type Unit = keyof Part
/** The parts of a unit that are shown: tenths of a point, hundredths of a win. */
export const SCALE: Readonly<Record<Unit, number>> = { lead: 10, win: 100 }

/** Where a seat's result comes from, in parts of the unit that add up as they are shown. */
export interface Account {
  luck: number
  kinds: ReadonlyMap<string, number>
  decisions: number
  others: number
  rest: number
  result: number
}

const sum = (parts: readonly number[]): number => parts.reduce((all, part) => all + part, 0)
const DUST = 1e-6 // what adding such numbers up may leave over

/** Parts, `scale` of them to one, in whole numbers that add up to `whole`: rounded one by one they might not. */
export function wholes(parts: readonly number[], scale: number, whole = Math.round(scale * sum(parts))): number[] {
  const floors = parts.map((part) => Math.floor(scale * part + DUST))
  const cut = parts.map((part, i) => ({ i, by: scale * part - (floors[i] ?? 0) })).sort((a, b) => b.by - a.by)
  const raised = new Set(cut.slice(0, whole - sum(floors)).map(({ i }) => i))
  return floors.map((floor, i) => floor + (raised.has(i) ? 1 : 0))
}

export function accountOf(seat: SeatReview, unit: Unit): Account {
  const parts = [seat.luck, seat.decisions, seat.others, seat.rest].map((part) => part[unit])
  const [luck = 0, decisions = 0, others = 0, rest = 0] = wholes(parts, SCALE[unit])
  const kinds = Object.keys(seat.luck_by)
  const shares = wholes(Object.values(seat.luck_by).map((part) => part[unit]), SCALE[unit], luck)
  return { luck, kinds: new Map(kinds.map((kind, i) => [kind, shares[i] ?? 0])), decisions, others, rest, result: luck + decisions + others + rest }
}

/** The kinds of luck that made a difference to anybody. */
export function kindsOf(accounts: readonly Account[]): string[] {
  const kinds = [...(accounts[0]?.kinds.keys() ?? [])]
  return kinds.filter((kind) => accounts.some((account) => (account.kinds.get(kind) ?? 0) !== 0))
}

/** How mistakes are listed: the worst first, or as they were made. */
export type Order = 'worst' | 'time'

/** The mistakes of a seat, or of all (null). */
export function mistakesOf(review: Review, order: Order, seat: number | null): ChoiceReview[] {
  const found = review.choices.filter((choice) => choice.mistake && (seat === null || choice.seat === seat))
  return order === 'worst' ? found.sort((a, b) => b.cost - a.cost) : found
}

/** The mistake that is about to be made at a moment, where there is one. */
export const mistakeAt = (review: Review, at: number): ChoiceReview | null => review.choices.find((choice) => choice.mistake && choice.at === at) ?? null
