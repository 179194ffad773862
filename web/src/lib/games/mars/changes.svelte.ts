import type { StepInfo } from '$lib/api/wire'
import type { MarsEntry, MarsView, Resource } from './wire'

interface Change {
  name: string
  seat: number | null
  turns: number
}

/** Cards that a field has just yielded to a seat. */
export interface Yielded {
  field: string
  seat: number
  resource: Resource
  count: number
}

/** Follows the views of a match: what the others changed since one's own last turn. */
export class Changes {
  #before: MarsView | null = null
  #list: Change[] = $state.raw([])
  #me: number | null = $state(null)

  changed = $derived(new Set(this.#list.filter((one) => one.seat !== this.#me).map((one) => one.name)))

  /** Takes the next view; the yields, if it comes from a roll. */
  take(view: MarsView, me: number | null): Yielded[] {
    const before = this.#before
    this.#before = view
    this.#me = me
    if (!before || before === view) return []
    let list = [...this.#list, ...differences(before, view)]
    const ended = me !== null && before.turn === me && view.turn !== me
    if (ended) list = list.filter((one) => one.turns > before.turns)
    this.#list = list.filter((one) => view.turns - one.turns < view.players.length && view.turns >= one.turns)
    return yields(before, view)
  }
}

/** What the others' entries in these steps changed on the board. */
export function changedIn(steps: readonly StepInfo[], me: number | null): Set<string> {
  const found = new Set<string>()
  for (const step of steps) {
    if (step.kind !== 'entry' || step.seat === me) continue
    const line = step.line as MarsEntry
    if (line.do === 'place') found.add(line.settlement).add(line.road)
    else if (line.do === 'build') found.add(line.at)
    else if (line.do === 'aliens') found.add('aliens')
    else if (line.do === 'play') {
      if (line.field) found.add('aliens')
      for (const road of line.roads ?? []) found.add(road)
    }
  }
  return found
}

function differences(before: MarsView, view: MarsView): Change[] {
  const { turns } = view
  const found: Change[] = view.players.flatMap((player, seat) => {
    const old = before.players[seat]
    if (!old) return []
    const had = new Set([...old.roads, ...old.settlements.map((one) => `s${one}`), ...old.cities.map((one) => `c${one}`)])
    return [
      ...player.roads.filter((one) => !had.has(one)),
      ...player.settlements.filter((one) => !had.has(`s${one}`)),
      ...player.cities.filter((one) => !had.has(`c${one}`)),
    ].map((name) => ({ name, seat, turns }))
  })
  view.fields.forEach((one, i) => {
    if (one.dome !== before.fields[i]?.dome && before.fields.length > 0) found.push({ name: one.at, seat: before.turn, turns })
  })
  if (before.aliens !== null && before.aliens !== view.aliens) found.push({ name: 'aliens', seat: before.turn, turns })
  return found
}

const isBeforeRoll = (view: MarsView): boolean => view.phase === 'rolling' || view.phase === 'dice'

function yields(before: MarsView, view: MarsView): Yielded[] {
  if (!isBeforeRoll(before) || isBeforeRoll(view) || !view.dice) return []
  const seats = view.players.map((player, seat) => player.hand_size > (before.players[seat]?.hand_size ?? 0))
  return [...yielding(view)].flatMap((name) => {
    const one = view.fields.find((field) => field.at === name)
    return one?.gives ? one.to.flatMap((count, seat) => (count > 0 && seats[seat] && one.gives ? [{ field: name, seat, resource: one.gives, count }] : [])) : []
  })
}

/** The fields whose chip was rolled in this turn and that yield. */
export function yielding(view: MarsView): Set<string> {
  const sum = view.dice?.reduce((a, b) => a + b, 0)
  if (sum === undefined || isBeforeRoll(view) || view.phase === 'placing') return new Set()
  return new Set(view.fields.filter((one) => one.chip === sum && one.gives).map((one) => one.at))
}
