import { m } from '$msg'
import { home } from '$lib/shell/home'
import { toasts } from '$lib/ui/toasts.svelte'

/** Hands an address of this app on: with the device's own sheet, or by the clipboard. */
export async function share(path: string, text: string): Promise<void> {
  const url = new URL(path, await home()).href
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

/** Copies an address of this app, as others reach it. */
export const copyAddress = async (path: string): Promise<void> => copy(new URL(path, await home()).href)

export async function copy(text: string): Promise<void> {
  if ((await byClipboard(text)) || bySelection(text)) toasts.show(m.link_copied(), 'good')
  else toasts.show(m.copy_failed({ link: text }), 'bad')
}

/** Browsers have this one only for pages that came over https, or from this machine. */
async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The old way, which works in a local network without https as well. */
function bySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; opacity: 0'
  // Behind an open dialog nothing can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    focused?.focus({ preventScroll: true })
  }
}
