import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { it } from "@cauri/house/it"
import { CallbackSender, Engine, layer, layerFetch, type OptionsInput, ProductionRefused, serve } from "../src/index.ts"

/** Runs with another `NODE_ENV`, and puts the old one back. */
const inEnvironment = <A, E, R>(name: string, run: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = process.env["NODE_ENV"]
      process.env["NODE_ENV"] = name
      return before
    }),
    () => run,
    (before) =>
      Effect.sync(() => {
        if (before === undefined) delete process.env["NODE_ENV"]
        else process.env["NODE_ENV"] = before
      }),
  )

/** The three ways to a simulator, each as far as it can be used. */
const ways: ReadonlyArray<readonly [name: string, start: (options: OptionsInput) => Effect.Effect<unknown, unknown>]> =
  [
    ["layer", (options) => started(layer(options).pipe(Layer.provide(CallbackSender.layerNone)))],
    ["layerFetch", (options) => started(layerFetch(options).pipe(Layer.provide(CallbackSender.layerNone)))],
    ["serve", (options) => Effect.scoped(serve(options))],
  ]

const started = <E>(simulator: Layer.Layer<Engine, E>) =>
  Effect.flatMap(Engine, ({ now }) => now).pipe(Effect.provide(simulator))

const refusalOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

describe("production", () => {
  for (const [name, start] of ways) {
    it.live(`refuses to run by ${name} where NODE_ENV is production, and says why`, function* () {
      const refused = refusalOf(yield* inEnvironment("production", Effect.exit(start({}))))
      assert.instanceOf(refused, ProductionRefused)
      assert.include(refused.message, "NODE_ENV is production")
    })

    it.live(`runs by ${name} everywhere else, and in production only when it is allowed to`, function* () {
      for (const environment of ["test", "development", "Production", ""]) {
        assert.isTrue(Exit.isSuccess(yield* inEnvironment(environment, Effect.exit(start({})))), environment)
      }
      const told = yield* inEnvironment("production", Effect.exit(start({ runsInProduction: true })))
      assert.isTrue(Exit.isSuccess(told))
    })
  }
})
