import { m } from '$msg'
import { isSingular } from '$lib/i18n/plural'
import type { Box, CardName, HarbourKind, MarsField, Piece, Rates, Resource } from '$lib/games/mars/wire'

export const resources: readonly Resource[] = ['glass', 'oxide', 'brick', 'grain', 'sheep']

const resource: Record<Resource, () => string> = {
  glass: m.ma_glass,
  oxide: m.ma_oxide,
  brick: m.ma_brick,
  grain: m.ma_grain,
  sheep: m.ma_sheep,
}
const piece: Record<Piece | 'card', () => string> = {
  road: m.ma_road,
  settlement: m.ma_settlement,
  city: m.ma_city,
  dome: m.ma_dome,
  card: m.ma_card,
}
const card: Record<CardName, () => string> = {
  cowboy: m.ma_cowboy,
  victory: m.ma_victory,
  road_crew: m.ma_road_crew,
  supply_drop: m.ma_supply_drop,
  requisition: m.ma_requisition,
}
const cardText: Record<CardName, (box: Box) => string> = {
  cowboy: (box) => m.ma_cowboy_text({ least: box.limits.cowboy_power, points: box.points.cowboy_power }),
  victory: (box) => m.ma_victory_text({ points: box.points.victory_card }),
  road_crew: (box) => m.ma_road_crew_text({ count: box.limits.road_crew }),
  supply_drop: (box) => m.ma_supply_drop_text({ count: box.limits.supply_drop }),
  requisition: m.ma_requisition_text,
}

/** What one card of a resource is called, and what several are. */
const cards: Record<Resource, readonly [one: () => string, many: () => string]> = {
  glass: [m.ma_glass_one, m.ma_glass_many],
  oxide: [m.ma_oxide_one, m.ma_oxide_many],
  brick: [m.ma_brick_one, m.ma_brick_many],
  grain: [m.ma_grain_one, m.ma_grain_many],
  sheep: [m.ma_sheep_one, m.ma_sheep_many],
}

export const resourceName = (of: Resource): string => resource[of]()
/** The name that goes with a count of cards. */
export const countName = (count: number, of: Resource): string => cards[of][isSingular(count) ? 0 : 1]()
export const counted = (count: number, of: Resource): string => `${count} ${countName(count, of)}`
export const pieceName = (of: Piece | 'card'): string => piece[of]()
/** In a word, for where there is little room. */
export const shortName = (of: Piece | 'card'): string => (of === 'card' ? m.ma_card_short() : piece[of]())
export const cardName = (of: CardName): string => card[of]()
export const cardEffect = (of: CardName, box: Box): string => cardText[of](box)

export const harbourName = (kind: HarbourKind, rates: Rates): string =>
  kind === '3:1' ? m.ma_harbour_any({ count: rates.harbour }) : m.ma_harbour({ cards: counted(rates.special, kind) })

/** A field as a person would name it: what it is, its chip, what it grows. */
export function fieldName(field: MarsField): string {
  if (field.chip === null) return m.ma_barren()
  if (field.dome === 'grain') return m.ma_field_grain({ chip: field.chip })
  if (field.dome === 'sheep') return m.ma_field_sheep({ chip: field.chip })
  const land = { sand: m.ma_field_sand, air: m.ma_field_air, mountain: m.ma_field_mountain }
  return land[field.terrain]({ chip: field.chip })
}
