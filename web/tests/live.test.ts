import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Live } from '$lib/api/live.svelte'

/** A socket whose other side never answers, as after a cut. */
class Socket {
  static OPEN = 1
  static all: Socket[] = []
  readyState = 0
  sent: string[] = []
  closed = false
  onopen?: () => void
  onclose?: (event: { code: number }) => void
  onmessage?: (event: { data: string }) => void
  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  open(): void {
    this.readyState = Socket.OPEN
    this.onopen?.()
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  send(text: string): void {
    this.sent.push(text)
  }
  hear(...messages: object[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }
  /** What was sent, by its type. */
  asked(type: string): Record<string, unknown>[] {
    return this.sent.map((text) => JSON.parse(text) as Record<string, unknown>).filter((message) => message['type'] === type)
  }
  close(): void {
    this.closed = true
  }
}

const page = new EventTarget()
class Sheet extends EventTarget {
  hidden = false
}
const sheet = new Sheet()
let live: Live
let refused: string[]

/** The entries that were sent, each with the number of the state that it was chosen in. */
const acts = (): { id: string; after: number }[] =>
  (Socket.all[0]?.sent ?? []).map((text) => JSON.parse(text) as { type: string; id: string; after: number }).filter(({ type }) => type === 'act')

const said = (number: number, text: string): object => ({ number, at: 0, seat: 0, name: 'Ada', code: null, text, account: 'a' })
const table = (mine: number[], more: object = {}): object => ({ id: 'one', state: 'running', seats: [], mine, fairness: { commitment: 'c' }, ...more })
const snapshot = (n: number, seat: number | null, chat: object[] = []): object => ({ type: 'snapshot', protocol: 1, n, seat, table: table(seat === null ? [] : [seat]), state: { decision: null }, steps: [], chat })
const last = (): Socket => Socket.all.at(-1) as Socket
/** A connection that is cut, and made again. */
function again(): Socket {
  page.dispatchEvent(new Event('offline'))
  page.dispatchEvent(new Event('online'))
  last().open()
  return last()
}

beforeEach(() => {
  vi.useFakeTimers()
  sheet.hidden = false
  vi.stubGlobal('document', sheet)
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', new URL('https://farhaven.example/t/one'))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  refused = []
  live = new Live('one', (violation) => refused.push(violation.reason))
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a live connection', () => {
  it('is given up when nothing is heard any more, and made anew', () => {
    last().open()
    expect(live.status).toBe('on')
    vi.advanceTimersByTime(11_000)
    expect(live.status).toBe('off')
    expect(Socket.all[0]?.closed).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(Socket.all.length).toBe(2)
  })

  it('stays as long as there are answers', () => {
    last().open()
    for (let second = 0; second < 120; second += 1) {
      const pings = last().asked('ping').length
      vi.advanceTimersByTime(1000)
      if (last().asked('ping').length > pings) last().hear({ type: 'pong', at: 0 })
    }
    expect(live.status).toBe('on')
    expect(Socket.all.length).toBe(1)
    expect(last().asked('ping').length).toBeGreaterThan(20)
  })

  it('asks for no sign of life where there are signs enough, and seldom out of sight', () => {
    last().open()
    const first = last().asked('ping').length
    for (let second = 0; second < 20; second += 1) {
      vi.advanceTimersByTime(1000)
      last().hear({ type: 'chat', messages: [] })
    }
    sheet.hidden = true
    vi.advanceTimersByTime(15_000)
    expect(last().asked('ping').length).toBe(first)
  })

  it('is looked at when the page comes back into sight', () => {
    last().open()
    last().hear({ type: 'pong', at: 0 })
    const first = last().asked('ping').length
    sheet.dispatchEvent(new Event('visibilitychange'))
    expect(last().asked('ping').length).toBe(first + 1)
    vi.advanceTimersByTime(4000)
    expect(live.status).toBe('off')
  })

  it('is asked once more after the device has slept', () => {
    last().open()
    vi.advanceTimersByTime(5000)
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(1000)
    expect(live.status).toBe('on')
    last().hear({ type: 'pong', at: 0 })
    vi.advanceTimersByTime(2000)
    expect(live.status).toBe('on')
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(5000)
    expect(live.status).toBe('off')
  })

  it('that does not come about is tried again', () => {
    vi.advanceTimersByTime(9000)
    expect(Socket.all.length).toBe(2)
    expect(Socket.all[0]?.closed).toBe(true)
  })

  it('is tried again after ever longer waits, no two alike', () => {
    live.close()
    const waits = [0, 1].map((chance) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const other = new Live('two', () => {})
      const found: number[] = []
      for (let i = 0; i < 6; i += 1) {
        const count = Socket.all.length
        const begun = Date.now()
        last().onclose?.({ code: 1006 })
        while (Socket.all.length === count) vi.advanceTimersByTime(10)
        found.push(Date.now() - begun)
      }
      other.close()
      return found
    })
    expect(waits[0]).toEqual([400, 800, 1600, 3200, 5000, 5000])
    expect(waits[1]).toEqual([800, 1600, 3200, 6400, 10_000, 10_000])
    vi.restoreAllMocks()
  })

  it('asks for what was missed, and takes each message once', () => {
    last().open()
    last().hear(snapshot(7, 0, [said(1, 'hello')]))
    const socket = again()
    expect(new URL(socket.url).searchParams.toString()).toBe('since=7&chat=1')
    socket.hear({ type: 'steps', since: 7, n: 7, steps: [], state: { decision: null } })
    socket.hear({ type: 'table', table: table([0], { spectators: false }) }, { type: 'chat', messages: [said(1, 'hello'), said(2, 'missed')] })
    expect(live.table?.spectators).toBe(false)
    expect(live.chat.map(({ text }) => text)).toEqual(['hello', 'missed'])
    expect(Socket.all.length).toBe(2)
    socket.hear({ type: 'steps', since: 9, n: 10, steps: [] })
    expect(socket.asked('resume')).toEqual([{ type: 'resume', since: 7, chat: 2 }])
  })

  it('puts what was said in order, whatever comes first, and asks again from the first gap on', () => {
    last().open()
    last().hear(snapshot(7, 0, [said(5, 'five')]))
    last().hear({ type: 'chat', messages: [said(7, 'seven')] })
    expect(new URL(again().url).searchParams.get('chat')).toBe('5')
    last().hear({ type: 'chat', messages: [said(6, 'six'), said(7, 'seven')] })
    expect(live.chat.map(({ text }) => text)).toEqual(['five', 'six', 'seven'])
    expect(new URL(again().url).searchParams.get('chat')).toBe('7')
  })

  it('begins anew where a seat was lost or won meanwhile', () => {
    last().open()
    last().hear(snapshot(7, 1))
    again().hear({ type: 'steps', since: 7, n: 7, steps: [], state: { decision: null } }, { type: 'table', table: table([]) })
    expect(Socket.all.length).toBe(3)
    expect(new URL(last().url).search).toBe('')
  })

  it('looks on as anybody may when the chosen seat is somebody else’s now', () => {
    last().open()
    last().hear(snapshot(7, 0))
    live.look(1)
    again().onclose?.({ code: 4003 })
    expect(live.status).not.toBe('refused')
    expect(new URL(last().url).search).toBe('')
    last().onclose?.({ code: 4003 })
    expect(live.status).toBe('refused')
  })

  it('sends again what was not acknowledged, under the same id', () => {
    last().open()
    last().hear(snapshot(7, 0))
    live.act({ do: 'roll' })
    const [sent] = last().asked('act')
    const socket = again()
    expect(socket.asked('act')).toEqual([sent])
    socket.hear({ type: 'done', id: sent?.['id'], n: 8 })
    expect(live.deciding).toBe(false)
    expect(again().asked('act')).toEqual([])
  })

  it('is one only, also when the network comes back during an attempt', () => {
    Socket.all[0]?.open()
    page.dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(1000)
    expect(Socket.all.length).toBe(2)
    page.dispatchEvent(new Event('online'))
    expect(Socket.all.map(({ closed }) => closed)).toEqual([true, true, false])
    vi.advanceTimersByTime(7_000)
    expect(Socket.all.length).toBe(3)
  })

  it.each([
    [4003, 'refused'],
    [4004, 'gone'],
    [1006, 'off'],
  ])('that ends with %i is %s', (code, status) => {
    Socket.all[0]?.onclose?.({ code })
    expect(live.status).toBe(status)
  })

  it('waits for moves, not for what is said', () => {
    live.say('hello')
    expect(live.deciding).toBe(false)
    live.act({ do: 'roll' })
    expect(live.deciding).toBe(true)
  })
})

describe('an entry that reaches the server late', () => {
  const steps = { type: 'steps', since: 4, n: 5, steps: [] }

  beforeEach(() => {
    Socket.all[0]?.open()
    const table = { id: 'one', state: 'running', seats: [], mine: [0], fairness: { commitment: '' } }
    Socket.all[0]?.say({ type: 'snapshot', n: 4, seat: 0, table, state: { decision: { kind: 'roll' } }, steps: [], chat: [] })
    live.act({ do: 'roll' })
    Socket.all[0]?.say({ type: 'refused', id: acts()[0]?.id, clause: 'server', reason: 'stale', params: { n: 5 }, n: 5 })
  })

  it('is sent again where it still answers the same question', () => {
    expect(acts().length).toBe(1)
    Socket.all[0]?.say({ ...steps, patch: [] })
    expect(acts()).toMatchObject([{ after: 4 }, { after: 5, id: acts()[0]?.id }])
    expect(live.deciding).toBe(true)
  })

  it('is dropped without a word where there is another question', () => {
    Socket.all[0]?.say({ ...steps, patch: [[['decision'], { kind: 'act' }]] })
    expect(acts().length).toBe(1)
    expect(live.deciding).toBe(false)
    expect(refused).toEqual([])
  })

  it('is judged by its title where that knows more', () => {
    Socket.all[0]?.say({ ...steps, patch: [[['decision'], { kind: 'act' }]] })
    live.act({ do: 'end' }, () => true)
    Socket.all[0]?.say({ type: 'refused', id: acts()[1]?.id, clause: 'server', reason: 'stale', params: { n: 6 }, n: 6 })
    Socket.all[0]?.say({ type: 'steps', since: 5, n: 6, steps: [], patch: [[['decision'], null]] })
    expect(acts().map(({ after }) => after)).toEqual([4, 5, 6])
  })
})
