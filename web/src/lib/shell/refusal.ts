import { m } from '$msg'
import { Offline, Refused } from '$lib/api/client'
import type { Violation } from '$lib/api/wire'
import { language } from '$lib/i18n/locale.svelte'
import { toasts } from '$lib/ui/toasts.svelte'

/** The server's own reasons; a test compares them with those in its source. */
export const server: Record<string, () => string> = {
  already_member: m.refused_already_member,
  busy: m.refused_busy,
  chat_off: m.refused_chat_off,
  clock_or_days: m.refused_clock_or_days,
  foreign_origin: m.refused_foreign_origin,
  hint_first: m.refused_hint_first,
  id_used: m.refused_id_used,
  internal: m.refused_unavailable,
  json_only: m.refused_json_only,
  knows_hands: m.refused_knows_hands,
  malformed: m.refused_malformed,
  name_at_table: m.refused_name_at_table,
  name_empty: m.refused_name_empty,
  name_taken: m.refused_name_taken,
  no_analysis: m.refused_no_analysis,
  no_database: m.refused_no_database,
  no_spectators: m.refused_no_spectators,
  no_such_bot: m.refused_no_such_bot,
  no_such_table: m.refused_no_such_table,
  no_such_title: m.refused_no_such_title,
  not_a_bot: m.refused_not_a_bot,
  not_at_table: m.refused_not_at_table,
  not_found: m.refused_not_found,
  not_host: m.refused_not_host,
  not_over: m.refused_not_over,
  not_paused: m.refused_not_paused,
  not_running: m.refused_not_running,
  not_signed_in: m.refused_not_signed_in,
  not_started: m.refused_not_started,
  not_your_seat: m.refused_not_your_seat,
  one_me: m.refused_one_me,
  others_play: m.refused_others_play,
  password_needed: m.refused_password_needed,
  pause_used: m.refused_pause_used,
  paused: m.refused_paused,
  rated: m.refused_rated,
  rated_seats: m.refused_rated_seats,
  refused: m.refused_refused,
  seat_taken: m.refused_seat_taken,
  stale: m.refused_stale,
  started: m.refused_started,
  table_over: m.refused_table_over,
  text_empty: m.refused_text_empty,
  time_over: m.refused_time_over,
  too_large: m.refused_too_large,
  too_many: m.refused_too_many,
  too_many_bytes: m.refused_too_many_bytes,
  too_many_here: m.refused_too_many_here,
  too_many_invites: m.refused_too_many_invites,
  too_many_listed: m.refused_too_many_listed,
  too_many_records: m.refused_too_many_records,
  analyses_first: m.refused_analyses_first,
  too_many_tables: m.refused_too_many_tables,
  too_many_tokens: m.refused_too_many_tokens,
  unavailable: m.refused_unavailable,
  unknown_host: m.refused_unknown_host,
  wrong_code: m.refused_wrong_code,
  wrong_login: m.refused_wrong_login,
  wrong_token: m.refused_wrong_token,
}

type Sentences = Record<string, Record<string, string>>
const records = import.meta.glob<{ default: Sentences }>('../../sentences/core/*.json')

/** A refusal in words, where no title has its own. */
export function words({ clause, reason }: Violation): string {
  return server[reason]?.() ?? (clause === 'server' ? m.refused_refused() : m.refused_other({ clause }))
}

export function faultWords(fault: unknown): string {
  if (fault instanceof Offline) return m.offline_text()
  if (fault instanceof Refused) return words(fault.violation)
  return m.fault_text()
}

/** What is wrong with a document that was sent; its sentences are loaded only when needed. */
async function recordWords({ clause, reason, params }: Violation): Promise<string | null> {
  const file = await records[`../../sentences/core/${language.current}.json`]?.()
  const sentence = file?.default[clause]?.[reason]
  return sentence?.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')) ?? null
}

/** Does what a person asked for, and tells where it was refused; whether it was done. */
export async function doing(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what()
    return true
  } catch (fault) {
    void tell(fault)
    return false
  }
}

/** Shows what went wrong with something that a person has just asked for. */
export async function tell(fault: unknown): Promise<void> {
  const own = fault instanceof Refused && fault.violation.clause !== 'server' ? await recordWords(fault.violation).catch(() => null) : null
  toasts.show(own ?? faultWords(fault), 'bad')
}
