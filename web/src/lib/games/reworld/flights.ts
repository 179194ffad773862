import { signed } from '$lib/match/points'
import type { Deed, Flight } from './changes'

function elementAt(place: string): Element | null {
  const seat = /^seat-(\d)$/.exec(place)?.[1]
  const found = seat === undefined ? document.querySelector(`[data-place="${place}"]`) : (document.querySelectorAll('.strip li')[Number(seat)] ?? null)
  return found && found.getBoundingClientRect().width > 0 ? found : null
}

const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)'
const FLIGHT = 620
const STAGGER = 130

/** The sky in which things fly now, and what is unseen at its place until it has come there. */
let above: { sky: HTMLElement; unseen: Animation[] } | null = null

interface Begun {
  flight: Flight
  box: DOMRect | null
  picture: Node | null
}

/** Ends what still flies: the board has changed below it. */
export function land(): void {
  above?.sky.remove()
  for (const animation of above?.unseen ?? []) animation.cancel()
  above = null
}

/** Notes where things are that are about to leave; to be asked before the board changes. */
export function begin(deeds: readonly Deed[]): Begun[] {
  return deeds.flatMap((deed) =>
    deed.flights.map((flight) => {
      const element = elementAt(flight.from) ?? elementAt(`seat-${flight.seat}`)
      return { flight, box: element?.getBoundingClientRect() ?? null, picture: elementAt(flight.from)?.querySelector('svg')?.cloneNode(true) ?? null }
    }),
  )
}

function layer(): HTMLElement {
  const element = document.createElement('div')
  element.setAttribute('aria-hidden', 'true')
  element.style.cssText = 'position:fixed;inset:0;pointer-events:none;z-index:60;overflow:hidden'
  document.body.append(element)
  return element
}

/** Lets things fly from where they were to where they are now. */
export function finish(begun: readonly Begun[], deeds: readonly Deed[]): void {
  const sky = layer()
  const unseen: Animation[] = []
  above = { sky, unseen }
  const flying: Promise<unknown>[] = begun.map(({ flight, box, picture }, i) => fly(sky, unseen, flight, box, picture, i * STAGGER))
  for (const deed of deeds) if (deed.points !== 0) flying.push(float(sky, deed, begun.length * STAGGER))
  void Promise.allSettled(flying).then(() => sky.remove())
}

async function fly(sky: HTMLElement, unseen: Animation[], flight: Flight, from: DOMRect | null, picture: Node | null, delay: number): Promise<void> {
  const own = elementAt(flight.to)
  const target = own ?? elementAt(`seat-${flight.seat}`)
  if (!from || !target) return
  const to = target.getBoundingClientRect()
  const drawn = (own && !flight.to.startsWith('seat-') ? own.querySelector('svg')?.cloneNode(true) : null) ?? picture
  if (!drawn) return
  const size = own && !flight.to.startsWith('seat-') ? to.width : Math.min(44, to.height)
  const tile = document.createElement('div')
  tile.style.cssText = `position:absolute;left:0;top:0;width:${size}px;transform-origin:0 0;filter:drop-shadow(0 8px 10px rgb(3 6 22 / .5))`
  tile.append(drawn)
  sky.append(tile)
  const end = { x: to.x + (to.width - size) / 2, y: own ? to.y : to.y + (to.height - size) / 2 }
  const begin = Math.min(2, Math.max(0.4, Math.min(from.width, 90) / size))
  const mid = { x: (from.x + end.x) / 2, y: Math.min(from.y, end.y) - 24 + Math.abs(from.y - end.y) * 0.3 }
  if (own && !flight.to.startsWith('seat-')) unseen.push(own.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT, delay, fill: 'backwards' }))
  await tile.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px) scale(${begin})` },
      { transform: `translate(${mid.x}px, ${mid.y}px) scale(${(begin + 1) / 2 + 0.15})`, offset: 0.5 },
      { transform: `translate(${end.x}px, ${end.y}px) scale(1)`, opacity: own ? 1 : 0.2 },
    ],
    { duration: FLIGHT, delay, easing: EASE, fill: 'both' },
  ).finished
  tile.remove()
}

/** Points rise from where they were scored to the player's mark. */
async function float(sky: HTMLElement, deed: Deed, delay: number): Promise<void> {
  const to = (elementAt(`score-${deed.seat}`) ?? elementAt(`seat-${deed.seat}`))?.getBoundingClientRect()
  const last = deed.flights.at(-1)
  const from = (last && elementAt(last.to)?.getBoundingClientRect()) ?? to
  if (!from || !to) return
  const text = document.createElement('b')
  text.textContent = signed(deed.points)
  text.style.cssText =
    'position:absolute;left:0;top:0;padding:2px 10px;border-radius:99px;background:var(--accent);color:var(--on-accent);font-size:1.1rem;box-shadow:0 4px 14px rgb(3 6 22 / .5)'
  sky.append(text)
  const near = from === to ? 36 : 0
  await text.animate(
    [
      { transform: `translate(${from.x}px, ${from.y + near}px) scale(0.6)`, opacity: 0 },
      { transform: `translate(${from.x}px, ${from.y + near - 18}px) scale(1.15)`, opacity: 1, offset: 0.25 },
      { transform: `translate(${from.x}px, ${from.y + near - 24}px) scale(1)`, opacity: 1, offset: 0.55 },
      { transform: `translate(${to.x}px, ${to.y}px) scale(0.8)`, opacity: 0.3 },
    ],
    { duration: 1300, delay, easing: 'ease-in-out', fill: 'both' },
  ).finished
}
