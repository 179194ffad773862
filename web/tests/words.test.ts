import { afterEach, describe, expect, it } from 'vitest'
import { inSentences } from '$lib/i18n/sentences'
import { inWords } from '$lib/match/explain.svelte'
import { counted, countName, harbourName } from '$lib/games/mars/names'
import { middleGame } from '$lib/games/mars/fixtures'
import { title } from '$lib/games/mars/title'
import { overwriteGetLocale, type Locale } from '$paraglide/runtime.js'

const speak = (locale: Locale): void => overwriteGetLocale(() => locale)
afterEach(() => speak('en'))

describe('counts of cards', () => {
  it.each([
    ['fr', ['0 verre', '1 verre', '2 verres'], ['1 oxyde', '3 oxydes'], ['1 céréale', '2 céréales'], ['1 mouton', '2 moutons']],
    ['de', ['0 Glas', '1 Glas', '2 Glas'], ['1 Oxid', '3 Oxid'], ['1 Getreide', '2 Getreide'], ['1 Schaf', '2 Schafe']],
    ['en', ['0 glass', '1 glass', '2 glass'], ['1 oxide', '3 oxide'], ['1 grain', '2 grain'], ['1 sheep', '2 sheep']],
  ] as const)('have the right form in %s', (locale, glass, oxide, grain, sheep) => {
    speak(locale)
    expect([0, 1, 2].map((count) => counted(count, 'glass'))).toEqual(glass)
    expect([1, 3].map((count) => counted(count, 'oxide'))).toEqual(oxide)
    expect([1, 2].map((count) => counted(count, 'grain'))).toEqual(grain)
    expect([1, 2].map((count) => counted(count, 'sheep'))).toEqual(sheep)
  })

  it('have it too where the number stands apart, at harbours and in trades', () => {
    speak('fr')
    expect(countName(2, 'brick')).toBe('briques')
    expect(harbourName('glass', middleGame.box.rates)).toBe('Port\u00a0: 2 verres contre 1 carte')
    expect(title.deed({ do: 'bank', seat: 0, give: 'glass', count: 4, get: 'sheep' })).toBe('4 verres → 1 mouton')
  })
})

describe('what is read out', () => {
  it.each([
    [['Straße', 'Jetzt nicht. Bitte warten …', 'Kosten: 1 Oxid'], 'Straße. Jetzt nicht. Bitte warten … Kosten: 1 Oxid'],
    [['Nombre', 'À qui ?', 'Fin.'], 'Nombre. À qui ? Fin.'],
    [['Road', 'Not now. Your turn: roll the dice.', 'Left: 3'], 'Road. Not now. Your turn: roll the dice. Left: 3'],
  ])('never ends twice', (parts, spoken) => {
    expect(inSentences(parts)).toBe(spoken)
    const [name = '', lack = '', ...lines] = parts
    expect(inWords({ title: name, lack: [lack], lines, clause: '' })).toBe(spoken)
  })
})
