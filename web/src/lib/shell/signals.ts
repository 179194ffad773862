import { settings } from './settings.svelte'

let audio: AudioContext | null = null

/** Browsers let a page sound only after a person has touched it. */
function wake(): void {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
}
// That takes long enough to be felt, so the press is answered first.
const wakeSoon = (): void => void requestAnimationFrame(() => setTimeout(wake))
addEventListener('pointerdown', wakeSoon, { once: true })
addEventListener('keydown', wakeSoon, { once: true })

/** A soft bell: each note is a tone with an octave above it, and fades away. */
function bell(notes: readonly number[], loud: number): void {
  if (!audio || audio.state !== 'running') return
  const { currentTime: now, destination } = audio
  notes.forEach((note, i) => {
    const start = now + i * 0.13
    for (const [times, share] of [[1, 1], [2, 0.3]] as const) {
      const tone = new OscillatorNode(audio as AudioContext, { type: 'sine', frequency: note * times })
      const volume = new GainNode(audio as AudioContext, { gain: 0 })
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(loud * share, start + 0.015)
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.7)
      tone.connect(volume).connect(destination)
      tone.start(start)
      tone.stop(start + 0.75)
    }
  })
}

export const sounds = {
  turn: (): void => play([659.3, 987.8], 0.14),
  over: (): void => play([523.3, 659.3, 784, 1046.5], 0.12),
  refused: (): void => play([220], 0.1),
}

function play(notes: readonly number[], loud: number): void {
  if (settings.now.sound) bell(notes, loud)
}

/** Asks whether notices may be shown; true where they may. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  return (await Notification.requestPermission()) === 'granted'
}

/** A notice of the system while the page is in the background; a click on it leads to `path`. */
export async function notify(title: string, body: string, path: string): Promise<void> {
  if (!settings.now.notify || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return
  const options = { body, icon: '/icon-192.png', tag: `farhaven-turn-${path}`, data: { path } }
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (worker) await worker.showNotification(title, options)
  else new Notification(title, options).onclick = () => window.focus()
}
