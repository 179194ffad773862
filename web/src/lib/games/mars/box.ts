import components from '../../../sentences/mars/components.json'
import type { MarsBox } from './wire'

/** What is printed on the cost card, from the title's component file. */
export const costs: MarsBox['costs'] = components.costs
