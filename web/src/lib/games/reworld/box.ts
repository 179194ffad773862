import components from '../../../sentences/reworld/components.json'
import type { FinalCategory, ModuleCode, ReworldBox, SatelliteCode, ShipName } from './wire'
import { companies, letters } from './looks'

/** What is printed on tiles and ships, from the title's own component file: for pictures outside a match. */
export function boxFor(seats: number): ReworldBox {
  const at = Math.max(0, Math.min(2, seats - 2))
  const tasks = components.satellites
  const shields: Partial<Record<ModuleCode, number>> = { H0: 0, H1: 1, H2: 2 }
  const points: Partial<Record<SatelliteCode, number>> = {}
  const put = (code: SatelliteCode, task: { points: number; shields: number }): void => {
    shields[code] = task.shields
    points[code] = task.points
  }
  for (const letter of letters) put(`L${letter}`, tasks.letter)
  for (const company of companies) put(`K${company}`, tasks.company)
  put('KK', tasks.companies)
  put('IN', tasks.industry)
  put('ME', tasks.metropolis)
  put('TT', tasks.terrabots)
  put('SH', tasks.shields)
  put('BU', tasks.builders)
  const ships = Object.entries(components.ships as Record<string, { points: number; at_least?: number[] }>).map(
    ([ship, { points: worth, at_least }]) => [ship, { points: worth, at_least: at_least?.[at] ?? null }],
  )
  const categories: FinalCategory[] = ['defence', ...letters]
  return {
    shields,
    task_points: points,
    terrabot_points: components.points.terrabot,
    ships: Object.fromEntries(ships) as Record<ShipName, { points: number; at_least: number | null }>,
    absent: components.final_ship.absent,
    special: components.points.special_per_tile,
    final: Object.fromEntries(categories.map((one) => [one, components.final_ship[one][at] ?? []])) as Record<FinalCategory, number[]>,
  }
}
