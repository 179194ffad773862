import type { Officer, StationDecision } from './wire'

type Payment = readonly Officer[]

/** Whether a payment has the first of some cards on top and holds the others. */
function holds(payment: Payment, cards: Payment): boolean {
  const left = [...payment]
  if (cards[0] !== undefined && left[0] !== cards[0]) return false
  return cards.every((card) => {
    const at = left.indexOf(card)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** A turn at the station while it is chosen: a port and what is laid there, from either side. */
export class Acquiring {
  port = $state<number | null>(null)
  marking = $state(false)
  dropping = $state(false)
  /** Cards taken in hand, the one to lie on top first. */
  picked = $state.raw<Payment>([])
  #index = $state(0)

  constructor(private readonly decision: () => StationDecision | null) {}

  readonly choice = $derived.by(() => this.decision()?.ports.find((one) => one.port === this.port) ?? null)
  readonly price = $derived.by(() => this.decision()?.prices.find((one) => this.port !== null && one.ports.includes(this.port)) ?? null)
  readonly payments = $derived.by<readonly Payment[]>(() => (this.choice ? (this.decision()?.payments[this.choice.payments] ?? []) : []))
  readonly payment = $derived.by<Payment | null>(() => this.payments[this.#index] ?? this.payments[0] ?? null)
  readonly index = $derived(Math.max(0, this.payments.indexOf(this.payment ?? [])))
  /** Ports that may be chosen, with the cards in hand that were taken first. */
  readonly ports = $derived.by(() => {
    const decision = this.decision()
    if (!decision || this.marking || this.dropping) return new Set<number>()
    const lists = decision.payments.map((list) => list.some((payment) => holds(payment, this.picked)))
    return new Set(decision.ports.filter((one) => lists[one.payments]).map((one) => one.port))
  })

  reset(): void {
    this.port = null
    this.picked = []
    this.marking = false
    this.dropping = false
    this.#index = 0
  }

  /** Chooses a port; the cheapest payment with the cards taken in hand is the default. */
  pickPort(port: number): void {
    const cards = this.picked
    this.reset()
    this.port = port
    this.#index = Math.max(0, this.payments.findIndex((payment) => holds(payment, cards)))
  }

  /** Chooses a port and what is laid there. */
  show(port: number, cards: Payment): void {
    this.reset()
    this.port = port
    this.#index = Math.max(0, this.payments.findIndex((payment) => payment.join() === cards.join()))
  }

  pickPayment(index: number): void {
    this.#index = index
    this.picked = []
  }

  /** The cheapest payment that leads to a docking row. */
  pickRow(row: Officer): void {
    const at = this.payments.findIndex((payment) => payment[0] === row)
    if (at >= 0) this.pickPayment(at)
  }

  /** A card of the hand: one more for the payment, or a new beginning where none has them all. */
  pickCard(officer: Officer): void {
    const lists = this.port === null ? (this.decision()?.payments.flat() ?? []) : this.payments
    const more = [...this.picked, officer]
    this.picked = lists.some((payment) => holds(payment, more)) ? more : [officer]
    if (this.port === null) return
    const at = lists.findIndex((payment) => holds(payment, this.picked))
    if (at >= 0) this.#index = at
  }

  /** Cards dropped on a port: the payment that is exactly or at least that, or null. */
  drop(port: number, cards: Payment): Payment | null {
    const list = this.decision()?.payments[this.decision()?.ports.find((one) => one.port === port)?.payments ?? -1] ?? []
    const payment = list.find((one) => one.length === cards.length && holds(one, cards)) ?? list.find((one) => holds(one, cards)) ?? null
    if (payment) {
      this.pickPort(port)
      this.#index = list.indexOf(payment)
    }
    return payment
  }
}
