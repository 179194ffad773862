import { remember } from '$lib/shell/fairness'
import { nonce } from './client'
import { patched } from './patch'
import type { ChatInfo, ClientMessage, Seat, ServerMessage, State, StepInfo, TableInfo, Violation } from './wire'

const PING = 20_000
const SILENCE = 40_000

/** A table's live connection: keeps state, steps and chat up to date, and comes back after a cut. */
export class Live {
  status: 'connecting' | 'on' | 'off' | 'gone' = $state('connecting')
  table: TableInfo | null = $state.raw(null)
  state: State | null = $state.raw(null)
  seat: Seat | null = $state(null)
  steps: StepInfo[] = $state.raw([])
  chat: ChatInfo[] = $state.raw([])
  n = $state(0)
  /** Requests that are not yet acknowledged. */
  waiting: ReadonlyMap<string, ClientMessage> = $state.raw(new Map())

  #socket: WebSocket | null = null
  #heard = 0
  #tries = 0
  #closed = false
  #timer: ReturnType<typeof setInterval> | undefined
  #begun = false
  #eyes: Seat | null = null
  /** How far the server's clock is ahead of ours. */
  #ahead = $state(0)

  constructor(
    readonly id: string,
    private readonly onrefused: (violation: Violation) => void,
    private readonly onsteps: (steps: StepInfo[]) => void = () => {},
  ) {
    this.#connect()
    this.#timer = setInterval(() => this.#beat(), PING)
  }

  act(entry: unknown): void {
    this.#request({ type: 'act', id: nonce(), entry, after: this.n })
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
    clearInterval(this.#timer)
    this.#socket?.close()
  }

  #request(message: ClientMessage & { id: string }): void {
    this.waiting = new Map(this.waiting).set(message.id, message)
    this.#send(message)
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const asked = new URLSearchParams()
    if (this.#begun) asked.set('since', String(this.n))
    if (this.#eyes !== null) asked.set('seat', String(this.#eyes))
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?${asked}`)
    this.#socket = socket
    socket.onopen = () => {
      this.status = 'on'
      this.#tries = 0
      this.#heard = Date.now()
      for (const message of this.waiting.values()) this.#send(message)
      this.#send({ type: 'ping' })
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now()
      this.#take(JSON.parse(event.data) as ServerMessage)
    }
    socket.onclose = (event) => {
      if (this.#closed) return
      if (event.code === 4003 || event.code === 4004) {
        this.status = 'gone'
        return
      }
      this.status = 'off'
      this.#tries += 1
      setTimeout(() => this.#connect(), Math.min(10_000, 400 * 2 ** this.#tries))
    }
  }

  #beat(): void {
    if (this.status !== 'on') return
    if (Date.now() - this.#heard > SILENCE) this.#socket?.close()
    else this.#send({ type: 'ping' })
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#begun = true
        this.n = message.n
        this.seat = message.seat
        this.table = message.table
        this.state = message.state
        this.steps = message.steps
        this.chat = message.chat
        this.#giveNonce()
        break
      case 'steps':
        if (message.since !== this.n && !message.state) {
          this.#send({ type: 'resume', since: this.n })
          return
        }
        if (message.state) this.state = message.state
        else if (message.patch && this.state) this.state = patched(this.state, message.patch)
        this.n = message.n
        this.steps = [...this.steps, ...message.steps]
        this.#settle(message.steps.map((step) => step.id))
        this.onsteps(message.steps)
        break
      case 'table':
        this.table = message.table
        this.#giveNonce()
        break
      case 'chat':
        this.chat = [...this.chat, ...message.messages]
        break
      case 'done':
        this.#settle([message.id])
        break
      case 'refused':
        this.#settle([message.id])
        // Without an id it answers nothing that a person asked for, such as a nonce that came late.
        if (message.id !== null) this.onrefused({ clause: message.clause, reason: message.reason, params: message.params })
        break
      case 'pong':
        this.#ahead = message.at - Date.now()
        break
    }
  }

  #settle(ids: readonly (string | null | undefined)[]): void {
    if (!ids.some((id) => id && this.waiting.has(id))) return
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
