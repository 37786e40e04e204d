/** `it` for tests in a console of their own. */
import { itWithin } from "@cauri/house/it"
import { Effect, type Scope } from "effect"
import { newWorld } from "./world.ts"

/** `it` whose generators begin with what is made. */
export const itFrom = <A>(make: Effect.Effect<A, unknown, Scope.Scope>) =>
  itWithin((body: (made: A) => Effect.Effect<void, unknown, Scope.Scope>) => Effect.flatMap(make, body))

export const it = itFrom(newWorld())
