/** The one layer that most programs provide, over ports that they fill. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Stream, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Submission } from "../src/services/Submission.ts"
import {
  defaultPolicy,
  Review,
  layerCauri,
  memoryStore,
  Payins,
  PaymentStore,
  Payouts,
  Policy,
  type PolicyShape,
  Worker,
} from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  CallbackIntake,
  CreationAnswer,
  Credentials,
  Deliveries,
  Gateway,
  WakeSignal,
} from "@cauri/core/adapter"
import { DoubleCollections } from "../src/services/DoubleCollections.ts"
import { payinKey, pushPayin, scripted, testPolicy, tokenNumber } from "./scripted.ts"

const accepts = () => Effect.succeed(CreationAnswer.cases.accepted.make({ token: tokenNumber(1), url: null }))
const completes = () => Effect.succeed({ ...blankConfirmRecord, status: "completed" as const, amount: 500 })

/** Ports in the fewest words: one that accepts everything and completes it. */
const ports = Layer.mergeAll(
  memoryStore,
  Layer.succeed(Gateway, {
    create: accepts,
    requestCode: accepts,
    confirm: completes,
  }),
  Layer.succeed(CallbackAddress, {
    base: "https://shop.example",
    make: () => Effect.succeed("https://shop.example/callbacks/1"),
  }),
  Layer.succeed(Credentials, {
    generation: () => Effect.succeed("one"),
  }),
)

const withCalls = (calls: Partial<PolicyShape["calls"]>): PolicyShape => ({
  ...defaultPolicy,
  calls: { ...defaultPolicy.calls, ...calls },
})

describe("layerCauri", () => {
  it.effect("offers every service of core over the five ports, and needs no consumer and no policy of its own", () =>
    Effect.gen(function* () {
      const services = [
        CallbackIntake,
        Deliveries,
        Review,
        WakeSignal,
        Payins,
        Payouts,
        Worker,
        Confirmation,
        Submission,
      ]
      for (const service of services) assert.isDefined(yield* service)
      const { payment: payin } = yield* (yield* Payins).create(
        pushPayin("order-1", { shop: { name: "Boutique", siteUrl: "https://shop.example" } }),
      )
      assert.strictEqual(payin.state._tag, "pending")
    }).pipe(Effect.provide(layerCauri.pipe(Layer.provide(ports)))),
  )

  const [half, more] = [Duration.seconds(30), Duration.seconds(40)]
  const delivery = { ...defaultPolicy.delivery, timeout: Duration.millis(30_001) }
  const unsafe: ReadonlyArray<readonly [why: string, policy: PolicyShape, named: string]> = [
    ["a creation may outlast its lease", withCalls({ lease: half, creationTimeout: half }), "creationTimeout"],
    ["a creation has no room for its connection", withCalls({ lease: Duration.seconds(35) }), "connectTimeout"],
    ["a confirm may outlast its lease", withCalls({ lease: more, confirmTimeout: more }), "confirmTimeout"],
    ["a consumer may outlast half of a lease", { ...defaultPolicy, delivery }, "delivery.timeout"],
    ["a time is no number", withCalls({ lease: Duration.millis(Number.NaN) }), "calls.lease"],
  ]
  it.effect.each(unsafe)("refuses a policy under which %s", ([, policy, named]) =>
    Effect.gen(function* () {
      const built = Layer.build(layerCauri.pipe(Layer.provide(ports)))
      const refusal = yield* Effect.flip(Effect.provideService(built, Policy, policy))
      assert.strictEqual(refusal._tag, "PolicyRefused")
      assert.include(refusal.message, named)
    }).pipe(Effect.scoped),
  )

  it.effect("its services share one store, one breaker and one wakeSignal: what one does the other sees", () =>
    Effect.gen(function* () {
      yield* Effect.forkChild((yield* Worker).run)
      yield* TestClock.adjust("1 second")
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* (yield* Payins).get(payinKey("order-1"))).payment.state._tag, "completed")
    }).pipe(Effect.provide(layerCauri.pipe(Layer.provide(ports), Layer.provide(Layer.succeed(Policy, testPolicy))))),
  )
})

/** A tracer that keeps the names of the spans, in the order in which they begin. */
const collecting = (names: Array<string>) =>
  Tracer.make({
    span: (options) => {
      names.push(options.name)
      return new Tracer.NativeSpan(options)
    },
  })

describe("a program that traces", () => {
  it.effect("sees each method of a service as a span of the service's and the method's name", () =>
    scripted(() =>
      Effect.gen(function* () {
        const services = {
          CallbackIntake: yield* CallbackIntake,
          Review: yield* Review,
          DoubleCollections: yield* DoubleCollections,
          Payins: yield* Payins,
          PaymentStore: yield* PaymentStore,
          Payouts: yield* Payouts,
          Confirmation: yield* Confirmation,
          Submission: yield* Submission,
        }
        for (const [service, methods] of Object.entries(services)) {
          for (const [method, call] of Object.entries(methods)) {
            if (typeof call !== "function") continue
            const spans: Array<string> = []
            // What comes of a call with arguments that mean nothing is of no interest: its span is there before.
            const called = Effect.suspend((): Effect.Effect<unknown, unknown> => {
              const returned: Effect.Effect<unknown, unknown> | Stream.Stream<unknown, unknown> = Reflect.apply(
                call,
                methods,
                [{}, {}],
              )
              return Effect.isEffect(returned) ? returned : Stream.runDrain(returned)
            })
            yield* Effect.exit(Effect.withTracer(called, collecting(spans)))
            assert.strictEqual(spans[0], `${service}.${method}`)
          }
        }
        const swept: Array<string> = []
        yield* Effect.withTracer((yield* Worker).runOnce, collecting(swept))
        assert.strictEqual(swept[0], "Worker.runOnce")
      }).pipe(Effect.provide(DoubleCollections.layer)),
    ),
  )
})
