/** The catalogue of scenarios. */
import { oddServiceScenarios } from "./oddServiceScenarios.ts"
import { payoutScenarios } from "./payoutScenarios.ts"
import { pushScenarios } from "./pushScenarios.ts"
import type { Scenario } from "./Scenario.ts"
import { wayScenarios } from "./wayScenarios.ts"

/** Every scenario, in the order in which pages and the command line list them. */
export const scenarios: ReadonlyArray<Scenario> = [
  ...pushScenarios,
  ...wayScenarios,
  ...oddServiceScenarios,
  ...payoutScenarios,
]

/** A scenario by its name. */
export const scenarioNamed = (name: string): Scenario | undefined => scenarios.find((each) => each.name === name)
