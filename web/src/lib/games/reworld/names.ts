import { m } from '$msg'
import type { Company, FinalCategory, LaunchUse, ModuleCode, Price, PriceClause, ReworldBox, ReworldView, SatelliteCode, ShipName } from '$lib/games/reworld/wire'
import { isSingular } from '$lib/i18n/plural'
import { getLocale } from '$paraglide/runtime.js'
import type { PlaceNamer } from '$lib/match/sentences.svelte'
import names from '../../../sentences/reworld/names.json'
import type { GlyphName } from './art/Glyph.svelte'
import { look } from './looks'

const company: Record<Company, () => string> = {
  1: m.rw_company_1,
  2: m.rw_company_2,
  3: m.rw_company_3,
  4: m.rw_company_4,
  5: m.rw_company_5,
}

const companyName = (of: Company | null): string => (of ? company[of]() : m.rw_farming())

/** What a module is called within a sentence: as in the log; as messages do, it asks for the language without a page. */
export const moduleWord = (code: ModuleCode): string => names[getLocale()].module[code]

/** The same where it stands alone or first. */
export function moduleName(code: ModuleCode): string {
  const word = moduleWord(code)
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** What a module does when it is launched, in one sentence. */
export function moduleText(code: ModuleCode, box: ReworldBox): string {
  const face = look(code)
  switch (face.kind) {
    case 'terrabot':
      return m.rw_text_terrabot({ letter: face.letter })
    case 'shuttle':
      return m.rw_text_shuttle()
    case 'builder':
      return face.special ? m.rw_text_special({ points: box.special }) : face.company ? m.rw_text_builder() : m.rw_text_farming()
    case 'satellite':
      return taskText(face.code, box.task_points[face.code] ?? 1)
  }
}

/** Points with their word, which may be one of them: how many a task scores is printed on the box. */
function pointsText(points: number): string {
  return (isSingular(points) ? m.gain_one : m.gain_other)({ points })
}

function taskText(code: SatelliteCode, worth: number): string {
  const points = pointsText(worth)
  if (code.startsWith('L')) return m.rw_text_task_letter({ letter: code[1] ?? '', points })
  if (/^K[1-5]$/.test(code))
    return m.rw_text_task_company({ company: companyName(Number(code[1]) as Company), points })
  const others = {
    KK: m.rw_text_task_companies,
    IN: () => m.rw_text_task_industry({ points: worth }),
    ME: m.rw_text_task_metropolis,
    TT: m.rw_text_task_terrabots,
    SH: m.rw_text_task_shields,
    BU: m.rw_text_task_builders,
  }
  return others[code as keyof typeof others]({ points })
}

interface Tops {
  top: number
  other: number
}
const whole: Record<PriceClause, (tops: Tops) => string> = { 'RW-1.4a': m.rw_price_a, 'RW-1.4b': m.rw_price_b, 'RW-1.4c': m.rw_price_c }
const brief: Record<PriceClause, (tops: Tops) => string> = { 'RW-1.4a': m.rw_pay_a, 'RW-1.4b': m.rw_pay_b, 'RW-1.4c': m.rw_pay_c }
const tops = ({ tops: [top, other] }: Price): Tops => ({ top: top ?? 0, other: other ?? 0 })

/** What modules cost that lie in a situation, and why. */
export const priceText = (price: Price): string => whole[price.clause](tops(price))
/** The same in a few words. */
export const payText = (price: Price): string => brief[price.clause](tops(price))

export function shipGlyph(ship: ShipName): GlyphName {
  if (ship.startsWith('row') && ship !== 'rows') return 'docking'
  const glyphs: Partial<Record<ShipName, GlyphName>> = {
    docking: 'docking',
    city: 'city',
    farming: 'farming',
    shields: 'shield',
    companies: 'companies',
    shuttles: 'shuttle',
    satellites: 'satellite',
    rows: 'rows',
    points: 'points',
  }
  return glyphs[ship] ?? 'docking'
}

/** A ship's requirement in words. */
export function shipText(ship: ShipName, atLeast: number): string {
  if (/^row[1-5]$/.test(ship)) return m.rw_ship_row({ row: ship[3] ?? '' })
  const texts = {
    docking: m.rw_ship_docking,
    city: m.rw_ship_city,
    farming: m.rw_ship_farming,
    shields: m.rw_ship_shields,
    companies: m.rw_ship_companies,
    shuttles: m.rw_ship_shuttles,
    satellites: m.rw_ship_satellites,
    rows: m.rw_ship_rows,
    points: m.rw_ship_points,
  }
  return texts[ship as keyof typeof texts]({ count: atLeast })
}

/** The same as a name within a sentence, where it must not be a sentence of its own. */
export function shipName(ship: ShipName, atLeast: number): string {
  if (/^row[1-5]$/.test(ship)) return m.rw_ship_name_row({ row: ship[3] ?? '' })
  const names: Partial<Record<ShipName, (of: { count: number }) => string>> = {
    docking: m.rw_ship_name_docking,
    city: m.rw_ship_name_city,
    companies: m.rw_ship_name_companies,
    rows: m.rw_ship_name_rows,
  }
  return names[ship]?.({ count: atLeast }) ?? shipText(ship, atLeast)
}

const use: Record<LaunchUse, () => string> = {
  settle: m.rw_use_settle,
  defend: m.rw_use_defend,
  task: m.rw_use_task,
  sacrifice: m.rw_use_sacrifice,
  transport: m.rw_use_transport,
}
export const useName = (of: LaunchUse): string => use[of]()

export const categoryName = (category: FinalCategory): string =>
  category === 'defence' ? m.rw_defence() : m.rw_city_letter({ letter: category })

/** The log calls a ship by what it asks for, as the board does. */
export const places = (view: unknown): PlaceNamer => {
  const { ships } = (view as ReworldView).box
  return (kind, name) => (kind === 'ship' && name in ships ? shipName(name as ShipName, ships[name as ShipName].at_least ?? 0) : null)
}
