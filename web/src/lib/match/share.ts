import { m } from '$msg'
import { toasts } from '$lib/ui/toasts.svelte'

/** Hands an address of this app on: with the device's own sheet, or by the clipboard. */
export async function share(path: string, text: string): Promise<void> {
  const url = new URL(path, location.origin).href
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title: 'Farhaven', text, url })
      return
    } catch (fault) {
      if (fault instanceof DOMException && fault.name === 'AbortError') return
    }
  }
  await copy(url)
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.show(m.link_copied(), 'good')
  } catch {
    toasts.show(text)
  }
}
