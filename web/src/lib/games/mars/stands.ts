import type { State } from '$lib/api/wire'
import type { CloseDecision, MarsDecision, MarsEntry, MarsOffer, MarsView } from './wire'

/**
 * True if an entry chosen in one state still answers the question of a later one. An answer is to one offer, which the
 * decision does not name. Its maker may trade with whoever has agreed, whatever others say meanwhile.
 */
export function stands(entry: MarsEntry, before: State, now: State): boolean {
  const [was, is] = [before.decision, now.decision] as (MarsDecision | null)[]
  if (offerOf(before) !== offerOf(now)) return false
  if (entry.do === 'close' && was?.kind === 'close' && is?.kind === 'close') return closes(entry.with, was, is)
  return JSON.stringify(was) === JSON.stringify(is)
}

/** The open offer without its answers, as text. */
function offerOf({ view }: State): string {
  const { offer, turns } = view as { offer: MarsOffer | null } & Pick<MarsView, 'turns'>
  return JSON.stringify(offer && [turns, offer.give, offer.want])
}

/** Somebody who agrees, or takes an answer back, is a reason to look again before withdrawing. */
function closes(partner: number | null, was: CloseDecision, is: CloseDecision): boolean {
  if (partner !== null) return is.partners.includes(partner)
  return is.partners.every((seat) => was.partners.includes(seat)) && is.waiting.every((seat) => was.waiting.includes(seat))
}
