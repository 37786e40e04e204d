/**
 * Keys that are issued anew while payments come in: core, this gateway and the simulator together, on the test's clock. The old keys
 * die at once; the new ones are deployed a little later. Nothing may be lost, refused for good or sent twice.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import {
  keyText,
  layerCauri,
  memoryStore,
  Payins,
  PaymentId,
  type PaymentKey,
  Payouts,
  Policy,
  Worker,
} from "@cauri/core"
import { CallbackAddress, SharedState } from "@cauri/core/adapter"
import { Backstage, CallbackSender, type FaultRule, layerFetch, RequestLog } from "@cauri/simulator"
import { CredentialsKeeper, layer, layerCredentials } from "../src/fetch.ts"
import { pairOf, shop } from "./calls.ts"

const simulatorUrl = "http://127.0.0.1:4000"
const policy = Policy.layer({
  merchant: { shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } },
  calls: { creationRate: null, confirmRate: null },
})

const address = Layer.succeed(
  CallbackAddress,
  CallbackAddress.of({
    base: "https://shop.example",
    make: ({ attempt, key }) =>
      Effect.succeed(`https://shop.example/callbacks/${keyText(key).replace(/[ /]/g, ".")}.${attempt}`),
  }),
)

/** Core over the gateway over the simulator, and what was logged as an alarm. */
const world = (alarms: Array<string>) =>
  layerCauri.pipe(
    Layer.provideMerge(memoryStore),
    Layer.provide(layer({ baseUrl: simulatorUrl })),
    Layer.provideMerge(layerCredentials({ shop: pairOf("sandbox-key-1", "sandbox-token-1") })),
    Layer.provide(address),
    Layer.provideMerge(layerFetch({ seed: 7, baseUrl: simulatorUrl }).pipe(Layer.provide(CallbackSender.layerNone))),
    Layer.provide(policy),
    Layer.provideMerge(
      Logger.layer([
        Logger.make(({ logLevel, message }) => {
          if (logLevel === "Error") alarms.push(String(message))
        }),
      ]),
    ),
  )

const count = 30
const payinKey = (index: number): PaymentKey => ({
  kind: "payin",
  project: shop,
  id: PaymentId.make(`order-${index}`),
})
const payoutKey = (index: number): PaymentKey => ({
  kind: "payout",
  project: shop,
  id: PaymentId.make(`salary-${index}`),
})

/** A plain customer: the amount decides that what the service takes is executed at once. */
const phone = (index: number) => `226601${String(index).padStart(5, "0")}`
const executedAtOnce = 777_790

const sell = Effect.fnUntraced(function* (index: number) {
  yield* (yield* Payins).create({
    project: "shop",
    id: `order-${index}`,
    amount: executedAtOnce,
    description: "Two loaves",
    method: { type: "direct", mode: "ussd_push", phone: phone(index) },
  })
})
const payOut = Effect.fnUntraced(function* (index: number) {
  yield* (yield* Payouts).create({
    project: "shop",
    id: `salary-${index}`,
    amount: executedAtOnce,
    description: "Salary",
    method: { type: "mobile_money" },
    phone: phone(index),
  })
})

const reissue = Effect.flatMap(Backstage, (backstage) =>
  backstage.act({ _tag: "ReissueCredentials", projectId: "project-1" }),
)
const deploy = Effect.gen(function* () {
  const { apiKey, apiToken } = yield* (yield* Backstage).project("project-1")
  yield* (yield* CredentialsKeeper).replace({ shop: pairOf(apiKey, apiToken) })
})
const held = Effect.flatMap(SharedState, (shared) =>
  Effect.map(shared.pauses(), (pauses) => pauses.map(({ scope }) => scope)),
)

/** Lets time pass second by second: what runs on promises must not miss its own time-out. */
const seconds = (times: number) => Effect.repeat(TestClock.adjust("1 second"), { times: times - 1 })

/** How many payments the service has moved money for. */
const executed = Effect.flatMap(Backstage, ({ ledger }) =>
  Effect.map(ledger, ({ entries }) => new Set(entries.flatMap(({ payment }) => payment ?? [])).size),
)

const inAWorld = <A>(
  body: (alarms: ReadonlyArray<string>) => Effect.gen.Return<A, unknown, Layer.Success<ReturnType<typeof world>>>,
) =>
  Effect.suspend(() => {
    const alarms: Array<string> = []
    return Effect.provide(
      Effect.gen(() => body(alarms)),
      world(alarms),
    )
  })

describe("keys that are re-issued under load", () => {
  it.effect("lose no payment, refuse none for good, and have none executed twice (B14, #184, #192, #225)", () =>
    inAWorld(function* (alarms) {
      yield* Effect.forkChild((yield* Worker).run)
      for (let index = 0; index < count; index++) {
        if (index === 10) yield* reissue
        if (index === 20) {
          assert.deepStrictEqual(yield* held, ["project/shop"])
          yield* deploy
        }
        yield* sell(index)
        yield* payOut(index)
        yield* seconds(2)
      }
      yield* seconds(600)
      const log = yield* RequestLog
      for (let index = 0; index < count; index++) {
        const { payment: payin } = yield* (yield* Payins).get(payinKey(index))
        const payout = yield* (yield* Payouts).get(payoutKey(index))
        assert.deepStrictEqual([payin.state._tag, payout.payment.state._tag], ["completed", "completed"], String(index))
        const payins = yield* log.countsOf(`order-${index}`)
        const payouts = yield* log.countsOf(`salary-${index}`)
        // One that was denied and one that was taken, at most: a hold keeps the others at home.
        assert.isAtMost(payins.createDirectInvoice + payouts.createDirectPayout, 3, String(index))
      }
      assert.strictEqual(yield* executed, 2 * count)
      assert.deepStrictEqual(yield* held, [])
      // The alarm names the project and the cause, and holds nothing of the keys.
      assert.include(alarms.join("\n"), "Creations of project/shop are paused since ")
      const { apiKey, apiToken } = yield* (yield* Backstage).project("project-1")
      for (const secret of ["sandbox-key-1", "sandbox-token-1", apiKey, apiToken]) {
        assert.notInclude(alarms.join("\n"), secret)
      }
    }),
  )

  it.effect("are found again when they come while a denied call is still under way (#192)", () =>
    inAWorld(function* (alarms) {
      const rule: FaultRule = {
        id: "slow",
        fault: { _tag: "Delay", millis: 3_000, executed: true },
        endpoints: ["createDirectPayout"],
        times: 1,
      }
      yield* (yield* Backstage).act({ _tag: "PutFaultRule", rule })
      yield* Effect.forkChild((yield* Worker).run)
      yield* reissue
      const paying = yield* Effect.forkChild(payOut(1), { startImmediately: true })
      yield* seconds(1)
      assert.deepStrictEqual(yield* held, [])
      yield* deploy
      yield* seconds(3)
      yield* Fiber.join(paying)
      assert.strictEqual(alarms.length, 1)
      yield* seconds(120)
      const payout = yield* (yield* Payouts).get(payoutKey(1))
      assert.strictEqual(payout.payment.state._tag, "completed")
      assert.strictEqual(yield* executed, 1)
      assert.deepStrictEqual(yield* held, [])
    }),
  )
})
