import { setImmediate } from "node:timers/promises"
import { layerCauri, memoryStore, Payins, Worker } from "@cauri/core"
import { layerCallbackAddress } from "@cauri/callbacks"
import { layer as layerGateway, layerCredentials } from "@cauri/gateway-http/fetch"
import { CallbackSender, layerFetch, Phones } from "@cauri/simulator"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"

const baseUrl = "http://127.0.0.1:4010"
const keys = { apiKey: Redacted.make("sandbox-key-1"), apiToken: Redacted.make("sandbox-token-1") }
const signing = { id: "k1", secret: Redacted.make("a-secret-for-tests-0123456789abcdef") }

/** Core over a store in memory, and the whole service in this process. Without callbacks, the worker asks by itself. */
const layerShop = layerCauri.pipe(
  Layer.provide(memoryStore),
  Layer.provide(layerGateway({ baseUrl })),
  Layer.provide(layerCredentials({ shop: keys })),
  Layer.provide(layerCallbackAddress({ base: "https://shop.example", signing })),
  Layer.provideMerge(layerFetch({ baseUrl })),
  Layer.provide(CallbackSender.layerNone),
)

/** Lets time pass in small steps: an answer needs turns of the event loop and no time, and must not come too late. */
const pass = (minutes: number) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust("2 seconds"),
      Effect.promise(() => setImmediate()),
    ),
    { times: minutes * 30 - 1 },
  )

it.effect("an order is paid when its customer has entered the PIN", () =>
  Effect.gen(function* () {
    yield* Effect.forkChild((yield* Worker).run)
    const payins = yield* Payins
    const phone = "22660000001"
    const { next, payment } = yield* payins.create({
      project: "shop",
      id: "order-17",
      amount: 500,
      method: { type: "direct", mode: "ussd_push", phone },
      description: "Two loaves",
      shop: { name: "Boutique", siteUrl: "https://shop.example" },
    })
    assert.strictEqual(next._tag, "confirm_on_phone")
    const page = yield* Effect.forkChild(Stream.runCollect(payins.changes(payment.key)))
    const paid = yield* Effect.forkChild(payins.waitFor(payment.key))
    yield* pass(1)
    assert.isUndefined(paid.pollUnsafe())
    yield* (yield* Phones).approve(phone)
    yield* pass(1)
    assert.strictEqual((yield* Fiber.join(paid)).payment.state._tag, "completed")
    const states = (yield* Fiber.join(page)).map((seen) => seen.payment.state._tag)
    assert.deepStrictEqual(states, ["pending", "completed"])
  }).pipe(Effect.provide(layerShop)),
)
