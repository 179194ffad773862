import { describe, expect, it } from 'vitest'
import { dealOf, ghostsOf, replyOf } from '$lib/games/mars/advice'
import { courseOf } from '$lib/games/reworld/advice'
import type { Launch, ModuleCode } from '$lib/games/reworld/wire'

describe('advice without a decision, in Reworld', () => {
  const rows: ModuleCode[][] = [['TA', 'H1', 'B2'], ['LA', 'BF'], ['BF', 'TC'], ['H2'], []]
  const course = (launch: Omit<Launch, 'do' | 'seat'>): [string[], string[]] => {
    const { tiles, goals } = courseOf({ do: 'launch', seat: 1, ...launch }, rows)
    return [[...tiles.keys()], [...goals]]
  }

  it('shows the module at the open end, and where it goes', () => {
    expect(course({ row: 3, use: 'settle' })).toEqual([['3:1'], ['city-1-C']])
    expect(course({ row: 4, use: 'defend' })).toEqual([['4:0'], ['defence-1']])
    expect(course({ row: 2, use: 'sacrifice' })).toEqual([['2:1'], ['box']])
    expect(course({ row: 5, use: 'task' })).toEqual([[], []])
  })

  it('shows a shuttle with its cargo in order, also behind a coupled unit', () => {
    const placed = [{ unit: 0, city: 'A' as const }, { unit: 1, city: null }]
    expect(course({ row: 4, use: 'transport', cargo: [2, 1], placed })).toEqual([['4:0', '2:1', '1:2'], ['shuttles-1', 'city-1-A']])
    expect(course({ row: 1, use: 'transport', cargo: [1, 2], placed })).toEqual([['1:1', '1:2', '2:1'], ['shuttles-1', 'city-1-A']])
  })
})

describe('advice, in Mars', () => {
  it('puts pieces where they would stand', () => {
    expect(ghostsOf({ do: 'place', seat: 0, settlement: '0,0,N', road: '0,0,NE' }).map(({ kind, piece }) => [kind, piece])).toEqual([['path', 'road'], ['crossing', 'settlement']])
    expect(ghostsOf({ do: 'build', seat: 0, piece: 'city', at: '0,0,N' })).toEqual([{ kind: 'crossing', name: '0,0,N', piece: 'city' }])
    expect(ghostsOf({ do: 'build', seat: 0, piece: 'dome', at: '0,0', grows: 'grain' })).toEqual([{ kind: 'field', name: '0,0', piece: 'dome' }])
    expect(ghostsOf({ do: 'aliens', seat: 0, field: '1,0', victim: 1 })).toEqual([{ kind: 'field', name: '1,0', piece: 'aliens' }])
    expect(ghostsOf({ do: 'play', seat: 0, card: 'cowboy', field: '1,0', victim: null })).toEqual([{ kind: 'field', name: '1,0', piece: 'aliens' }])
    expect(ghostsOf({ do: 'play', seat: 0, card: 'road_crew', roads: ['0,0,W', '0,1,W'] }).map(({ name }) => name)).toEqual(['0,0,W', '0,1,W'])
  })

  it('leaves the rest to words', () => {
    expect(ghostsOf({ do: 'end', seat: 0 })).toEqual([])
    expect(ghostsOf({ do: 'bank', seat: 0, give: 'glass', count: 4, get: 'oxide' })).toEqual([])
    expect(ghostsOf({ do: 'play', seat: 0, card: 'supply_drop', take: { glass: 2 } })).toEqual([])
  })

  it('is shown at the open offer where it is an answer to it, or its end', () => {
    const decline = { do: 'answer', seat: 1, answer: 'decline' } as const
    const close = { do: 'close', seat: 0, with: 1 } as const
    expect([decline, close].map(replyOf)).toEqual([decline, close])
    expect(replyOf({ do: 'offer', seat: 0, give: { glass: 1 }, want: { oxide: 1 } })).toBeNull()
    expect(replyOf(null)).toBeNull()
  })

  it('is shown in the form for it where it begins a trade', () => {
    const offer = { do: 'offer', seat: 0, give: { glass: 1 }, want: { oxide: 1 } } as const
    const bank = { do: 'bank', seat: 0, give: 'glass', count: 4, get: 'oxide' } as const
    expect([offer, bank].map(dealOf)).toEqual([offer, bank])
    expect(dealOf({ do: 'answer', seat: 1, answer: 'accept' })).toBeNull()
    expect(dealOf({ do: 'end', seat: 0 })).toBeNull()
    expect(dealOf(null)).toBeNull()
  })
})
