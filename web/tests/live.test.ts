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
  constructor(readonly url: string) {
    Socket.all.push(this)
  }
  open(): void {
    this.readyState = Socket.OPEN
    this.onopen?.()
  }
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
}

const page = new EventTarget()
let live: Live

beforeEach(() => {
  vi.useFakeTimers()
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('location', new URL('https://farhaven.example/t/one'))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  live = new Live('one', () => {})
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a live connection', () => {
  it('is given up when nothing is heard any more, and made anew', () => {
    Socket.all[0]?.open()
    expect(live.status).toBe('on')
    vi.advanceTimersByTime(60_000)
    expect(live.status).toBe('off')
    expect(Socket.all[0]?.closed).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(Socket.all.length).toBe(2)
  })

  it('is one only, also when the network comes back during an attempt', () => {
    Socket.all[0]?.open()
    page.dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(1000)
    expect(Socket.all.length).toBe(2)
    page.dispatchEvent(new Event('online'))
    expect(Socket.all.map(({ closed }) => closed)).toEqual([true, true, false])
    vi.advanceTimersByTime(10_000)
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
