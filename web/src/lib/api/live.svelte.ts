import { remember } from '$lib/shell/fairness'
import { nonce } from './client'
import { patched } from './patch'
import { Pulse } from './pulse'
import type { ChatInfo, ClientMessage, Refusal, Seat, ServerMessage, State, StepInfo, Steps, TableInfo, Violation } from './wire'

/** How long a connection may take to come about. */
const OPENING = 8_000
/** How long one waits before the next attempt: twice as long each time, up to the last. */
const FIRST_WAIT = 800
const LAST_WAIT = 10_000
/** Why the server ends a connection, as in its `live` module. */
const NOT_ALLOWED = 4003
const NO_TABLE = 4004

/** True if an entry chosen in one state still answers the question of a later one. */
export type Stands = (before: State, now: State) => boolean
const sameDecision: Stands = (before, now) => JSON.stringify(before.decision) === JSON.stringify(now.decision)

/** A table's live connection: keeps state, steps and chat up to date, and comes back after a cut. */
export class Live {
  /** `gone`: there is no such table; `refused`: it is not open to this person. Neither is tried again. */
  status: 'connecting' | 'on' | 'off' | 'gone' | 'refused' = $state('connecting')
  table: TableInfo | null = $state.raw(null)
  state: State | null = $state.raw(null)
  seat: Seat | null = $state(null)
  steps: StepInfo[] = $state.raw([])
  chat: ChatInfo[] = $state.raw([])
  n = $state(0)
  /** Requests that are not yet acknowledged. */
  waiting: ReadonlyMap<string, ClientMessage> = $state.raw(new Map())
  /** A move or its undoing is under way; what is said beside the game is no reason to wait. */
  readonly deciding = $derived([...this.waiting.values()].some((message) => message.type === 'act' || message.type === 'undo'))

  #socket: WebSocket | null = null
  readonly #pulse = new Pulse({ ping: () => this.#send({ type: 'ping' }), dead: () => this.#cut() })
  #tries = 0
  #closed = false
  #next: ReturnType<typeof setTimeout> | undefined
  #begun = false
  /** A connection was made again, and what was missed is still to come. */
  #resuming = false
  #eyes: Seat | null = null
  /** The number up to which no message is missing: after a cut those that follow are asked for. */
  #said = 0
  /** For each entry under way, true if it still answers the question of a later state. */
  readonly #stands = new Map<string, (now: State) => boolean>()
  /** Entries that reached the server after something else had happened, with its refusal. */
  readonly #late = new Map<string, Refusal>()
  /** How far the server's clock is ahead of ours. */
  #ahead = $state(0)

  constructor(
    readonly id: string,
    private readonly onrefused: (violation: Violation) => void,
  ) {
    this.#connect()
    addEventListener('offline', this.#cut)
    addEventListener('online', this.#back)
    addEventListener('pageshow', this.#back)
    document.addEventListener('visibilitychange', this.#seen)
  }

  /** Sends an entry chosen in the present state; `stands` says whether it still fits a later one. */
  act(entry: unknown, stands: Stands = sameDecision): void {
    const id = nonce()
    const { state } = this
    if (state) this.#stands.set(id, (now) => stands(state, now))
    this.#request({ type: 'act', id, entry, after: this.n })
  }

  undo(): void {
    this.#request({ type: 'undo', id: nonce() })
  }

  say(text: string): void {
    this.#request({ type: 'say', id: nonce(), text })
  }

  /** Sees with the eyes of another seat that this person holds (several at one device). */
  look(seat: Seat): void {
    this.#eyes = seat
    this.#send({ type: 'look', seat })
  }

  /** Milliseconds since the last step, by the server's clock. */
  since(now: number): number {
    return Math.max(0, now + this.#ahead - (this.steps.at(-1)?.at ?? now))
  }

  close(): void {
    this.#closed = true
    removeEventListener('offline', this.#cut)
    removeEventListener('online', this.#back)
    removeEventListener('pageshow', this.#back)
    document.removeEventListener('visibilitychange', this.#seen)
    this.#drop()
  }

  #request(message: ClientMessage & { id: string }): void {
    this.waiting = new Map(this.waiting).set(message.id, message)
    this.#send(message)
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #connect(): void {
    this.#drop()
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const asked = new URLSearchParams()
    if (this.#begun) {
      asked.set('since', String(this.n))
      asked.set('chat', String(this.#said))
    }
    this.#resuming = this.#begun
    if (this.#eyes !== null) asked.set('seat', String(this.#eyes))
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?${asked}`)
    this.#socket = socket
    // Where nobody answers, a socket would wait for a minute or more.
    this.#next = setTimeout(() => this.#cut(), OPENING)
    socket.onopen = () => {
      if (socket !== this.#socket) return
      clearTimeout(this.#next)
      this.status = 'on'
      this.#pulse.start()
      for (const message of this.waiting.values()) this.#send(message)
      this.#send({ type: 'ping' })
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return
      // Only now: a server may take connections and have nothing to say on them.
      this.#tries = 0
      this.#pulse.heard()
      this.#take(JSON.parse(event.data) as ServerMessage)
    }
    socket.onclose = (event) => {
      if (this.#closed || socket !== this.#socket) return
      this.#drop()
      if (event.code === NO_TABLE) this.status = 'gone'
      else if (event.code === NOT_ALLOWED) this.#refusedHere()
      else this.#lost()
    }
  }

  /** A seat with whose eyes one looked may be somebody else's now: then one comes in as anybody may. */
  #refusedHere(): void {
    if (this.#eyes === null) {
      this.status = 'refused'
      return
    }
    this.#eyes = null
    this.renew()
  }

  /** Tries again soon, and not at the same moment as all others who have lost the same server. */
  #lost(): void {
    this.#pulse.stop()
    this.status = 'off'
    const wait = Math.min(LAST_WAIT, FIRST_WAIT * 2 ** this.#tries)
    this.#tries += 1
    this.#next = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  /** The connection is dead, or the device has lost the network: a socket would notice that only much later. */
  readonly #cut = (): void => {
    if (this.#closed || !this.#socket) return
    this.#drop()
    this.#lost()
  }

  /** Gives a connection up without waiting for the other side, which may be long gone. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#pulse.stop()
    clearTimeout(this.#next)
  }

  /** Comes in anew, with what this person may see now: as one who has taken a seat. */
  renew(): void {
    this.#begun = false
    this.#connect()
  }

  /** The network, or the page, is back: nobody waits for the next attempt. */
  readonly #back = (): void => {
    if (this.status === 'off') this.#connect()
    else if (this.status === 'on') this.#pulse.probe()
  }

  readonly #seen = (): void => {
    if (!document.hidden) this.#back()
  }

  /** Messages come in any order, and some twice: one may be pushed while those before it are still read from the database. */
  #hear(messages: readonly ChatInfo[]): void {
    const known = new Set(this.chat.map(({ number }) => number))
    const fresh = messages.filter(({ number }) => !known.has(number))
    this.chat = [...this.chat, ...fresh].sort((a, b) => a.number - b.number)
    for (const { number } of fresh) known.add(number)
    while (known.has(this.#said + 1)) this.#said += 1
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#begun = true
        this.#resuming = false
        this.n = message.n
        this.seat = message.seat
        this.table = message.table
        this.state = message.state
        this.steps = message.steps
        this.chat = message.chat
        this.#said = message.chat.at(-1)?.number ?? 0
        this.#giveNonce()
        this.#again()
        break
      case 'steps':
        this.#follow(message)
        break
      case 'table':
        this.table = message.table
        this.#giveNonce()
        this.#compareEyes()
        break
      case 'chat':
        this.#hear(message.messages)
        break
      case 'done':
        this.#settle([message.id])
        break
      case 'refused':
        if (message.id !== null && message.reason === 'stale') {
          this.#late.set(message.id, message)
          this.#again()
        } else this.#refuse(message)
        break
      case 'pong':
        this.#ahead = message.at - Date.now()
        break
    }
  }

  /** What has happened since; steps that do not follow on those that are known are asked for again. */
  #follow({ since, state, patch, n, steps }: Steps): void {
    if (since !== this.n && !state) return this.#send({ type: 'resume', since: this.n, chat: this.#said })
    if (state) this.state = state
    else if (patch && this.state) this.state = patched(this.state, patch)
    this.n = n
    this.steps = [...this.steps, ...steps]
    this.#settle(steps.map((step) => step.id))
    this.#again()
  }

  /** Who got or lost a seat during the cut sees with other eyes now, and begins anew with them. */
  #compareEyes(): void {
    if (!this.#resuming) return
    this.#resuming = false
    const eyes = this.#eyes ?? this.table?.mine[0] ?? null
    if (eyes !== this.seat) this.renew()
  }

  /**
   * Where several decide at once, an entry may reach the server late. It is sent again if it still answers the same question.
   * If not, it is dropped without a word: the person sees the new question.
   */
  #again(): void {
    for (const [id, refusal] of this.#late) {
      if (this.n < refusal.n) continue
      this.#late.delete(id)
      const message = this.waiting.get(id)
      if (message?.type === 'act' && this.state && this.#stands.get(id)?.(this.state)) this.#request({ ...message, after: this.n })
      else this.#settle([id])
    }
  }

  #refuse({ id, clause, reason, params }: Refusal): void {
    this.#settle([id])
    // Without an id it answers nothing that a person asked for, such as a nonce that came late.
    if (id !== null) this.onrefused({ clause, reason, params })
  }

  #settle(ids: readonly (string | null | undefined)[]): void {
    if (!ids.some((id) => id && this.waiting.has(id))) return
    for (const id of ids) if (id) this.#stands.delete(id)
    this.waiting = new Map([...this.waiting].filter(([id]) => !ids.includes(id)))
  }

  #giveNonce(): void {
    const { table } = this
    if (table) remember(table.id, table.state, table.fairness.commitment)
    if (!table || (table.state !== 'open' && table.state !== 'starting')) return
    if (table.seats.some((one) => table.mine.includes(one.seat) && !one.nonce)) {
      const own = nonce()
      remember(table.id, table.state, table.fairness.commitment, own)
      this.#send({ type: 'nonce', nonce: own })
    }
  }
}
