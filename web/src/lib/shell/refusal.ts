import { m } from '$msg'
import { Offline, Refused } from '$lib/api/client'
import type { Violation } from '$lib/api/wire'
import { toasts } from '$lib/ui/toasts.svelte'

const server: Record<string, () => string> = {
  not_signed_in: m.refused_not_signed_in,
  no_such_table: m.refused_no_such_table,
  seat_taken: m.refused_seat_taken,
  unavailable: m.refused_unavailable,
  too_many: m.refused_too_many,
  stale: m.refused_stale,
}

/** A refusal in words. */
export function words(violation: Violation): string {
  return (server[violation.reason] ?? (() => m.refused_other({ clause: violation.clause })))()
}

export function faultWords(fault: unknown): string {
  if (fault instanceof Offline) return m.offline_text()
  if (fault instanceof Refused) return words(fault.violation)
  return m.fault_text()
}

/** Shows what went wrong with something that a person has just asked for. */
export function tell(fault: unknown): void {
  toasts.show(faultWords(fault), 'bad')
}
