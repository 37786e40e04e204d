/**
 * What the explorations of all worlds have in common.
 */
import { assert } from "@effect/vitest"
import { type Bounds, type CounterExample, explore, type Explored } from "../src/explore.ts"
import type { Setting } from "../src/world.ts"

/** A counter-example, as the schedule that a person can follow. */
export const counterExampleText = ({ violation, schedule }: CounterExample): string =>
  [`${violation.letter}: ${violation.what}`, ...schedule.map((step, index) => `${index + 1}. ${step}`)].join("\n")

/** Explores a world in which nothing may break. */
export const explored = (setting: Setting, bounds: Bounds): Explored => {
  const result = explore(setting, { finishEvery: 500, ...bounds })
  assert.isNull(result.counterExample, result.counterExample === null ? "" : counterExampleText(result.counterExample))
  assert.isAbove(result.finished, 0, "no state was brought to a fair end")
  return result
}
