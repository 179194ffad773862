import type { Launch, LaunchChoice, Placed } from './wire'

/** One way to write a launch. The server lists each effect once; ways with the same `effect` do the same. */
export interface Spelling extends LaunchChoice {
  effect: number
}

const both = [false, true] as const
const either = (free: boolean | undefined): readonly boolean[] => (free ? both : [false])

function swap<Item>([first, second]: readonly Item[]): Item[] {
  return [second, first].filter((item) => item !== undefined)
}

/** A transport of two units in every order of docking and placing that has the same effect. */
function orders({ launch, docked_in_any_order, placed_in_any_order, interchangeable }: LaunchChoice): Launch[] {
  const { cargo = [], placed = [] } = launch
  const cities = placed.map(({ city }) => city)
  return either(docked_in_any_order).flatMap((docking) =>
    either(placed_in_any_order).flatMap((placing) =>
      either(interchangeable).map((exchange): Launch => {
        const to = exchange ? swap(cities) : cities
        const units = placed.map(({ unit }, i): Placed => ({ unit: docking ? 1 - unit : unit, city: to[i] ?? null }))
        return { ...launch, cargo: docking ? swap(cargo) : cargo, placed: placing ? swap(units) : units }
      }),
    ),
  )
}

function launchesOf(choice: LaunchChoice): Launch[] {
  const { launch, cities = [] } = choice
  if (cities.length > 0) return cities.map((city) => ({ ...launch, city }))
  return launch.cargo?.length === 2 ? orders(choice) : [launch]
}

/** Every way to write every launch, so that it can be composed in any order. The spelling in the list comes first. */
export function spellings(listed: readonly LaunchChoice[]): Spelling[] {
  return listed.flatMap((choice, effect) => launchesOf(choice).map((launch) => ({ ...choice, launch, effect })))
}
