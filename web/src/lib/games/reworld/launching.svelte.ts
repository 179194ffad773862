import { m } from '$msg'
import { blockOf } from './blocked'
import { fits, narrow, nothing, spots, type Ask, type Draft, type Gain, type Place } from './narrow'
import { spellings, type Spelling } from './spellings'
import type { Launch, LaunchUse, Letter, ModuleCode, Officer, SettlementDecision } from './wire'

/** What is asked while units come on board: another, or a place for the first, which is a city or only the box. */
export function cargoPrompt({ cargo }: Draft, places: readonly Place[]): string {
  if (cargo.length === 0) return m.rw_prompt_cargo()
  return places.some(({ city }) => city) ? m.rw_prompt_cargo_more() : m.rw_prompt_cargo_box()
}

/** A launch while it is composed, by taps on the carrier, the settlement or the dock. */
export class Launching {
  #draft: Draft = $state.raw(nothing)
  #unit = $state<number | null>(null)
  sign = $state<string | null>(null)

  constructor(
    private readonly decision: () => SettlementDecision | null,
    private readonly docked: () => readonly (readonly ModuleCode[])[],
  ) {}

  readonly all = $derived.by<readonly Spelling[]>(() => spellings(this.decision()?.launches ?? []))
  readonly #now = $derived.by(() => narrow(this.all, this.#draft))
  readonly draft = $derived(this.#now.draft)
  readonly next: Ask = $derived(this.#now.next)
  readonly choice = $derived(this.next.ask === 'done' ? this.next.choice : null)
  /** The module that is being launched. */
  readonly module = $derived.by<ModuleCode | null>(() => {
    if (this.draft.row === null || this.draft.use === null) return null
    return this.all.find((choice) => fits(choice, { ...this.draft, cargo: [], placed: [], loaded: false }))?.module ?? null
  })
  readonly spots = $derived.by(() =>
    this.draft.row !== null && this.module
      ? spots(this.docked(), this.draft.row, this.module, this.draft.cargo)
      : { module: null, cargo: [] },
  )
  /** Where the next unit of cargo would come from. */
  readonly cargoSpots = $derived.by(() => {
    const { next, draft, module } = this
    if (next.ask !== 'cargo' || draft.row === null || !module) return new Map<string, Gain>()
    const row = draft.row
    return new Map(
      [...next.rows].flatMap(([from, worth]): [string, Gain][] => {
        const spot = spots(this.docked(), row, module, [...draft.cargo, from]).cargo.at(-1)
        return spot ? [[`${spot.row}:${spot.at}`, worth]] : []
      }),
    )
  })
  readonly places = $derived.by<readonly Place[]>(() => (this.next.ask === 'place' || this.next.ask === 'cargo' ? this.next.places : []))
  /** The unit that is placed next. */
  readonly unit = $derived.by(() => {
    const units = this.places.map((place) => place.unit)
    return this.#unit !== null && units.includes(this.#unit) ? this.#unit : (units[0] ?? null)
  })
  /** What each city that may be chosen now would score. */
  readonly cities = $derived.by(() => {
    if (this.next.ask === 'city') return this.next.cities
    return new Map(this.places.flatMap((place): [Letter, Gain][] => (place.unit === this.unit && place.city ? [[place.city, place.gain]] : [])))
  })

  /** The ways to use the module at a row's open end. */
  usesOf(row: Officer): ReadonlyMap<LaunchUse, Gain> {
    const { next } = narrow(this.all, { ...nothing, row })
    if (next.ask === 'use') return next.uses
    return new Map()
  }

  /** Why no shuttle can fetch the unit at a row's open end now; null where one can. */
  strandedBy(row: Officer): string | null {
    return blockOf(this.docked(), row, (this.docked()[row - 1]?.length ?? 0) - 1, this.all)?.text ?? null
  }

  reset(): void {
    this.#draft = nothing
    this.#unit = null
    this.sign = null
  }

  /** Chooses all of a launch. */
  show({ row, use, sign, city, cargo = [], placed = [] }: Launch): void {
    this.reset()
    this.#draft = { row, use, city: city ?? null, cargo, loaded: true, placed }
    this.sign = sign ?? null
  }

  pickRow(row: Officer): void {
    const again = this.draft.row === row
    this.reset()
    if (!again) this.#draft = { ...nothing, row }
  }

  /** A tap on a tile of the carrier: a passenger comes along or stays, any other module is launched. */
  pickTile(row: Officer, at: number): void {
    const passenger = this.spots.cargo.findIndex((spot) => spot.row === row && spot.at === at)
    if (this.next.ask === 'cargo' && this.cargoSpots.has(`${row}:${at}`)) this.addCargo(row)
    else if (passenger >= 0) this.removeCargo(passenger)
    else this.pickRow(row)
  }

  pickUse(use: LaunchUse): void {
    if (this.draft.row !== null) this.#draft = { ...nothing, row: this.draft.row, use }
    this.#unit = null
  }

  addCargo(row: Officer): void {
    this.#draft = { ...this.draft, cargo: [...this.draft.cargo, row] }
  }

  /** Leaves a passenger behind, and one that lay beneath it. Without its coupled unit the shuttle stays too (RW-2.5a). */
  removeCargo(index: number): void {
    const { row, cargo } = this.draft
    const isCoupled = row !== null && this.docked()[row - 1]?.at(-1) !== this.module
    const left = cargo.filter((from, i) => i < index || (i > index && from !== cargo[index]))
    this.reset()
    if (index > 0 || !isCoupled) this.#draft = { ...nothing, row, use: 'transport', cargo: left }
  }

  closeCargo(): void {
    this.#draft = { ...this.draft, loaded: true }
  }

  pickUnit(unit: number): void {
    this.#unit = unit
  }

  pickCity(city: Letter | null): void {
    if (this.next.ask === 'city') this.#draft = { ...this.draft, city }
    else if (this.unit !== null) {
      this.#draft = { ...this.draft, loaded: true, placed: [...this.draft.placed, { unit: this.unit, city }] }
      this.#unit = null
    }
  }

  /** Takes the last step back. */
  back(): void {
    const { draft } = this
    this.#unit = null
    if (this.#draft.placed.length > 0) this.#draft = { ...this.#draft, placed: [] }
    else if (draft.use === 'transport' && (draft.cargo.length > 0 || draft.loaded)) {
      const before: Draft = { ...nothing, row: draft.row, use: 'transport', cargo: draft.cargo.slice(0, -1) }
      const same = narrow(this.all, before).draft.cargo.length === draft.cargo.length
      if (same && !draft.loaded) this.reset()
      else this.#draft = draft.loaded && this.next.ask !== 'place' && draft.cargo.length === 0 ? { ...nothing, row: draft.row, use: 'transport' } : before
    } else if (this.#draft.city !== null) this.#draft = { ...this.#draft, city: null }
    else if (this.#draft.use !== null) this.#draft = { ...nothing, row: draft.row }
    else this.reset()
  }
}
