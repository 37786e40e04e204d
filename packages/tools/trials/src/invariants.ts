/**
 * What must hold in every state and after every step, each under its letter in the list of invariants. They look at the stored
 * history and at the service's ledger, never at what core thinks of itself.
 */
import { stateChecks } from "./stateInvariants.ts"
import { stepChecks } from "./stepInvariants.ts"
import type { Step } from "./steps.ts"
import type { Views } from "./views.ts"
import type { World } from "./world.ts"

export interface Violation {
  readonly letter: string
  readonly what: string
}

/** Looks at a step and, if the state after it is new, at that state. */
export type Check = (before: World, step: Step, isNew: boolean) => Violation | null

/** The checks of these letters; all of them by default. */
export const makeInvariants = (views: Views, letters?: ReadonlyArray<string>): Check => {
  const counts = ([letter]: readonly [string, unknown]) => letters === undefined || letters.includes(letter)
  const states = Object.entries(stateChecks).filter(counts)
  const steps = Object.entries(stepChecks).filter(counts)
  return (before, step, isNew) => {
    for (const [letter, check] of steps) {
      const what = check(before, step, views)
      if (what !== null) return { letter, what }
    }
    if (!isNew) return null
    const seen = views(step.world.store)
    for (const [letter, check] of states) {
      const what = check(step.world, seen)
      if (what !== null) return { letter, what }
    }
    return null
  }
}
