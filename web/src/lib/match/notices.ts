import { m } from '$msg'
import type { ChatInfo } from '$lib/api/wire'

const words: Record<string, (of: { name: string }) => string> = {
  joined: m.notice_joined,
  left: m.notice_left,
  removed: m.notice_removed,
  replaced: m.notice_replaced,
  away: m.notice_away,
  back: m.notice_back,
  host: m.notice_host,
  paused: () => m.notice_paused(),
  resumed: () => m.notice_resumed(),
  chat_off: () => m.notice_chat_off(),
  chat_on: () => m.notice_chat_on(),
  rematch: m.notice_rematch,
  stopped: () => m.notice_stopped(),
  started: () => m.notice_started(),
  over: () => m.notice_over(),
}

/** A notice of the table in words. */
export function noticeWords(notice: ChatInfo, names: readonly string[]): string {
  const name = notice.name || (notice.seat === null ? '' : (names[notice.seat] ?? ''))
  return words[notice.code ?? '']?.({ name }) ?? notice.code ?? ''
}
