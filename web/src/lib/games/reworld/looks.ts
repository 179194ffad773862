import { getContext, setContext } from 'svelte'
import type { BuilderCode, Company, Letter, ModuleCode, Officer, ReworldBox, SatelliteCode } from '$lib/games/reworld/wire'

/** Colours of the printed parts. They are the same in both themes, as on cardboard. */
export const letterColour: Record<Letter, { sky: string; base: string; dark: string }> = {
  A: { sky: '#b9b6f2', base: '#6b63c9', dark: '#37307f' },
  B: { sky: '#a5e0ef', base: '#1f8fb4', dark: '#0a4a63' },
  C: { sky: '#f7c1a0', base: '#c9512f', dark: '#74240f' },
  D: { sky: '#fbe6ab', base: '#cf9a25', dark: '#6b4a06' },
  E: { sky: '#c6ecb5', base: '#3f934b', dark: '#174d22' },
}

export const companyColour: Record<Company, string> = {
  1: '#c22f2b',
  2: '#a85a00',
  3: '#0f7a63',
  4: '#2053b4',
  5: '#7a35a8',
}
export const farmingColour = '#3f7d1e'

export const officerColour: Record<Officer, { base: string; dark: string; light: string }> = {
  1: { base: '#d0443f', dark: '#7d1f1d', light: '#f4a19c' },
  2: { base: '#d98a12', dark: '#7a4a00', light: '#f8d08a' },
  3: { base: '#2b9a66', dark: '#0f5435', light: '#9ddfbd' },
  4: { base: '#2d77cf', dark: '#123f7c', light: '#a3cbf7' },
  5: { base: '#8550c8', dark: '#47237a', light: '#cdb2f0' },
}

export const letters: readonly Letter[] = ['A', 'B', 'C', 'D', 'E']
export const officers: readonly Officer[] = [1, 2, 3, 4, 5]
export const companies: readonly Company[] = [1, 2, 3, 4, 5]

export type ModuleLook =
  | { kind: 'terrabot'; letter: Letter }
  | { kind: 'shuttle' }
  | { kind: 'builder'; code: BuilderCode; company: Company | null; special: boolean }
  | { kind: 'satellite'; code: SatelliteCode }

/** What a module's code says of its face. */
export function look(code: ModuleCode): ModuleLook {
  if (code.startsWith('T') && code !== 'TT') return { kind: 'terrabot', letter: code[1] as Letter }
  if (code.startsWith('H')) return { kind: 'shuttle' }
  if (code === 'BF') return { kind: 'builder', code, company: null, special: false }
  if (/^[BS][1-5]$/.test(code))
    return {
      kind: 'builder',
      code: code as BuilderCode,
      company: Number(code[1]) as Company,
      special: code.startsWith('S'),
    }
  return { kind: 'satellite', code: code as SatelliteCode }
}

const BOX = Symbol('box')

/** Makes the printed values known to all tiles below. */
export function provideBox(box: () => PrintedOnTiles): void {
  setContext(BOX, box)
}

/** The part of the box that single tiles show. */
export type PrintedOnTiles = Pick<ReworldBox, 'shields' | 'task_points'>

export function useBox(): () => PrintedOnTiles {
  return getContext<(() => PrintedOnTiles) | undefined>(BOX) ?? (() => ({ shields: {}, task_points: {} }))
}
