import type { Targets } from './geometry'
import { never } from '$lib/match/never'
import type { CardName, Counts, MarsDecision, MarsEntry, Piece, Resource, Target } from './wire'

type Without<T> = T extends unknown ? Omit<T, 'seat'> : never

/**
 * What a person has picked so far towards one entry. What may be picked next comes from the
 * decision alone; nothing here knows the rules.
 */
export class Choosing {
  piece: Piece | 'card' | null = $state(null)
  card: CardName | null = $state(null)
  at: string | null = $state(null)
  /** The road of a first settlement, or the free roads of a crew. */
  roads: string[] = $state([])
  take: Counts = $state({})

  constructor(
    private readonly decision: () => MarsDecision | null,
    private readonly seat: () => number,
    private readonly act: (entry: MarsEntry) => void,
    /** Whether a pick waits for a confirmation. */
    private readonly careful: () => boolean,
  ) {}

  /** Pieces that may be built now, and whether a card may be bought. */
  pieces = $derived.by((): ReadonlySet<Piece | 'card'> => {
    const now = this.decision()
    if (now?.kind !== 'act') return new Set()
    const all: [Piece | 'card', boolean][] = [
      ['road', now.roads.length > 0],
      ['settlement', now.settlements.length > 0],
      ['city', now.cities.length > 0],
      ['dome', now.domes.length > 0],
      ['card', now.buy],
    ]
    return new Set(all.filter(([, may]) => may).map(([piece]) => piece))
  })

  targets = $derived.by((): Targets => {
    const now = this.decision()
    if (!now) return {}
    switch (now.kind) {
      case 'place': {
        const site = now.sites.find((one) => one.settlement === this.at)
        return site ? { crossings: [site.settlement], paths: site.roads } : { crossings: now.sites.map((one) => one.settlement) }
      }
      case 'aliens':
        return { fields: now.targets.map((one) => one.field) }
      case 'act':
        if (this.card === 'cowboy') return { fields: now.cowboy?.map((one) => one.field) ?? [] }
        if (this.card === 'road_crew') return { paths: this.#crewSites() }
        if (this.piece === 'road') return { paths: now.roads }
        if (this.piece === 'settlement') return { crossings: now.settlements }
        if (this.piece === 'city') return { crossings: now.cities }
        if (this.piece === 'dome') return { fields: now.domes }
        return {}
      case 'roll':
      case 'discard':
      case 'answer':
      case 'close':
        return {}
      default:
        return never(now)
    }
  })

  chosen = $derived([...(this.at ? [this.at] : []), ...this.roads])
  /** Something is begun that can be given up. */
  begun = $derived(this.piece !== null || this.card !== null || this.at !== null)

  /** The fields for the aliens, while they are being moved. */
  #haunts(): readonly Target[] | null {
    const now = this.decision()
    if (now?.kind === 'aliens') return now.targets
    return now?.kind === 'act' && this.card === 'cowboy' ? now.cowboy : null
  }

  /** The seats that may be robbed at the field that is picked. */
  victims = $derived.by((): readonly number[] => this.#haunts()?.find((one) => one.field === this.at)?.victims ?? [])
  robbing = $derived(this.#haunts() !== null)

  #crewSites(): string[] {
    const now = this.decision()
    const crew = now?.kind === 'act' ? now.road_crew : null
    if (!crew || this.roads.length >= crew.most) return this.roads
    const opened = this.roads.flatMap((road) => crew.opens[road] ?? [])
    return [...new Set([...crew.sites, ...opened])]
  }

  reset(): void {
    this.piece = null
    this.card = null
    this.at = null
    this.roads = []
    this.take = {}
  }

  /** Picks all that an entry says, without sending it. */
  show(entry: MarsEntry): void {
    this.reset()
    if (entry.do === 'place') {
      this.at = entry.settlement
      this.roads = [entry.road]
    } else if (entry.do === 'aliens') this.at = entry.field
    else if (entry.do === 'buy') this.piece = 'card'
    else if (entry.do === 'build') {
      this.piece = entry.piece
      this.at = entry.at
    } else if (entry.do === 'play') {
      this.card = entry.card
      this.at = entry.field ?? null
      this.roads = [...(entry.roads ?? [])]
      this.take = { ...entry.take }
    }
  }

  choose(piece: Piece | 'card'): void {
    const again = this.piece === piece
    this.reset()
    if (!again) this.piece = piece
  }

  play(card: CardName): void {
    const again = this.card === card
    this.reset()
    if (!again) this.card = card
  }

  /** Picks a place; the same place once more counts as the confirmation. */
  pick(name: string): void {
    const now = this.decision()
    if (this.card === 'road_crew') {
      this.roads = this.roads.includes(name) ? this.roads.slice(0, this.roads.indexOf(name)) : [...this.roads, name]
      return
    }
    if (now?.kind === 'place') this.#placeAt(name)
    else {
      const again = this.at === name
      this.at = name
      // A card cannot be taken back, and its turn is over: it never goes out with a single click.
      if (again || !(this.careful() || this.card)) this.confirm()
    }
  }

  #placeAt(name: string): void {
    if (!this.at) this.at = name
    else if (name === this.at) this.reset()
    else {
      const again = this.roads[0] === name
      this.roads = [name]
      if (again || !this.careful()) this.confirm()
    }
  }

  /** Sends what is picked, where nothing more is to be said about it. */
  confirm(): void {
    const [road] = this.roads
    if (this.decision()?.kind === 'place') {
      if (this.at && road) this.send({ do: 'place', settlement: this.at, road })
    } else if (this.robbing) {
      if (this.victims.length < 2) this.rob(this.victims[0] ?? null)
    } else if (this.piece !== 'dome') this.build()
  }

  send(entry: Without<MarsEntry>): void {
    this.act({ seat: this.seat(), ...entry } as MarsEntry)
  }

  build(grows?: 'grain' | 'sheep'): void {
    if (this.piece === 'card') this.send({ do: 'buy' })
    else if (this.piece === 'dome' && this.at && grows) this.send({ do: 'build', piece: 'dome', at: this.at, grows })
    else if (this.piece && this.piece !== 'dome' && this.at) this.send({ do: 'build', piece: this.piece, at: this.at })
  }

  rob(victim: number | null): void {
    if (!this.at) return
    if (this.card === 'cowboy') this.send({ do: 'play', card: 'cowboy', field: this.at, victim })
    else this.send({ do: 'aliens', field: this.at, victim })
  }

  requisition(resource: Resource): void {
    this.send({ do: 'play', card: 'requisition', resource })
  }
}
