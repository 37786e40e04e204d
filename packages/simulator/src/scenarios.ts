/** The catalogue of scenarios. */
import { payinScenarios } from "./payinScenarios.ts"
import { payoutScenarios } from "./payoutScenarios.ts"
import type { Scenario } from "./Scenario.ts"

/** Every scenario, in the order in which pages and the command line list them. */
export const scenarios: ReadonlyArray<Scenario> = [...payinScenarios, ...payoutScenarios]

/** A scenario by its name. */
export const scenarioNamed = (name: string): Scenario | undefined => scenarios.find((each) => each.name === name)
