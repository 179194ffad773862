import { m } from '$msg'
import type { PauseInfo } from '$lib/api/generated'
import { language } from '$lib/i18n/locale.svelte'

/** What there is to say about a pause besides that there is one. */
export function pauseText(pause: PauseInfo | null | undefined): string {
  if (!pause) return ''
  if (pause.reason !== 'host') return m.paused_waiting()
  if (pause.until === null) return ''
  const time = new Date(pause.until).toLocaleTimeString(language.current, { hour: '2-digit', minute: '2-digit' })
  return m.paused_until({ time })
}
