/** `it`, with tests whose body is what `Effect.gen` takes, alone or within a world that is set up around it. */
import { it as plainIt } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { inWorld } from "./serving/browsing.ts"

type Body<Given extends ReadonlyArray<unknown>, R> = (
  ...given: Given
) => Generator<Effect.Effect<unknown, unknown, R>, void, never>

const within =
  (register: (title: string, run: () => Effect.Effect<void, unknown, Scope.Scope>) => void) =>
  <Given extends ReadonlyArray<unknown>, R>(
    world: (body: (...given: Given) => Effect.Effect<void, unknown, R>) => Effect.Effect<void, unknown, Scope.Scope>,
  ) =>
  (title: string, body: Body<Given, R>) => {
    register(title, () => world((...given) => Effect.gen(() => body(...given))))
  }

/** No world at all. */
const alone = (body: () => Effect.Effect<void, unknown, Scope.Scope>) => body()

/** `it.gen` and `it.within(world)` keep the time of the test, the others that of the machine. */
export const it = Object.assign(plainIt, {
  gen: within(plainIt.effect)(alone),
  genLive: within(plainIt.live)(alone),
  within: within(plainIt.effect),
  withinLive: within(plainIt.live),
  inWorld: within(plainIt.effect)(inWorld),
})
