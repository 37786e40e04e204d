import { catalogue } from "@cauri/catalogue"
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { Backstage, CallbackSender, type CallbackPost, Engine, layer, Phones } from "../src/index.ts"
import {
  call,
  create,
  directBody,
  hostedBody,
  layerWith,
  ledgerSum,
  numbers,
  payinRecordOf,
  payoutBody,
  payoutRecordOf,
  receiving,
} from "./support.ts"

/** A bit of everything, with something still to come. */
const script = Effect.gen(function* () {
  const phones = yield* Phones
  const paid = yield* create("createDirectInvoice", directBody({}))
  yield* phones.approve(numbers.ussdPush)
  const otp = yield* phones.dialForCode(numbers.ussdOtp, 4_200)
  yield* create("createDirectInvoice", directBody({ customer: numbers.ussdOtp, otp }))
  yield* call("sendWalletOtp", { parameters: { phone_number: numbers.wallet, amount: "500" } })
  const waiting = yield* create("createDirectPayout", payoutBody({ customer: "22660000096" }))
  yield* TestClock.adjust("1 minute")
  return { paid, waiting }
})

const tokenOf = (seed: number) =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const { paid } = yield* script
    return { paid, start }
  }).pipe(Effect.provide(layerWith({ seed })))

const { en } = catalogue

describe("Cell", () => {
  it.effect("thirty days pass in as many steps as there are events", () =>
    Effect.gen(function* () {
      const { waiting } = yield* script
      assert.strictEqual((yield* payoutRecordOf(waiting))["status"], "pending")
      yield* TestClock.adjust("30 days")
      assert.strictEqual((yield* payoutRecordOf(waiting))["status"], "completed")
      assert.strictEqual(yield* (yield* Engine).now, 30 * 86_400_000 + 60_000)
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("callbacks leave at their own time, without a call that would wake the simulator", () => {
    const received: Array<readonly [number, string]> = []
    const sender = CallbackSender.layerTo((post) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        received.push([now, post.encoding])
        return { _tag: "Answered", status: 200 }
      }),
    )
    return Effect.gen(function* () {
      yield* create("createDirectInvoice", directBody({ customer: "22660000091" }))
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(received, [])
      yield* TestClock.adjust("10 days")
      assert.deepStrictEqual(received, [
        [60_000, "Form"],
        [60_000, "Json"],
      ])
    }).pipe(Effect.provide(layer().pipe(Layer.provide(sender))))
  })

  it.effect("simulated time runs faster by a factor, and jumps when told", () =>
    Effect.gen(function* () {
      const engine = yield* Engine
      const token = yield* create("createDirectInvoice", directBody({ customer: "22660000096" }))
      yield* TestClock.adjust("47 minutes")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "pending")
      // Two days pass in 48 minutes.
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
      const before = yield* engine.now
      yield* engine.passTime(86_400_000)
      assert.strictEqual(yield* engine.now, before + 86_400_000)
      yield* engine.passTime(-5_000)
      assert.strictEqual(yield* engine.now, before + 86_400_000)
    }).pipe(Effect.provide(layerWith({ timeFactor: 60 }))),
  )

  it.effect(
    "the pace of time is part of the state: it can be changed, saved and restored, and what has passed stays",
    () =>
      Effect.gen(function* () {
        const engine = yield* Engine
        const backstage = yield* Backstage
        const start = yield* engine.now
        yield* TestClock.adjust("1 hour")
        yield* backstage.act({ _tag: "SetTimeFactor", factor: 3_600 })
        assert.strictEqual(yield* engine.now, start + 3_600_000)
        // What is planned comes sooner by the clock: two days pass in 48 seconds.
        const token = yield* create("createDirectInvoice", directBody({ customer: "22660000096" }))
        yield* TestClock.adjust("47 seconds")
        assert.strictEqual((yield* payinRecordOf(token))["status"], "pending")
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
        const saved = yield* engine.save
        yield* engine.reset
        const reset = yield* engine.now
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* engine.now, reset + 1_000)
        yield* engine.restore(saved)
        const restored = yield* engine.now
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* engine.now, restored + 3_600_000)
        for (const factor of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
          const refused = yield* Effect.flip(backstage.act({ _tag: "SetTimeFactor", factor }))
          assert.include(refused.message, en.simulatorRefusals.time_factor)
        }
      }).pipe(Effect.provide(layerWith())),
  )

  it.effect("no callback is lost where one step may process a few events only", () =>
    receiving(
      function* (received) {
        for (let count = 0; count < 10; count++) {
          yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
        }
        yield* TestClock.adjust("1 minute")
        yield* (yield* Engine).settled
        assert.strictEqual(received.length, 20)
        assert.strictEqual(new Set(received.map(({ id }) => id)).size, 20)
      },
      { limits: { eventsPerStep: 3 } },
    ),
  )

  it("a saved state is JSON, and goes on elsewhere as if nothing had happened", function* () {
    const { paid, waiting, saved } = yield* Effect.gen(function* () {
      const tokens = yield* script
      return { ...tokens, saved: JSON.stringify(yield* (yield* Engine).save) }
    }).pipe(Effect.provide(layerWith()))
    yield* Effect.gen(function* () {
      const engine = yield* Engine
      assert.strictEqual((yield* payinRecordOf(paid))["response_text"], "Echec (Code02)")
      yield* engine.restore(JSON.parse(saved))
      assert.strictEqual(JSON.stringify(yield* engine.save), saved)
      assert.strictEqual((yield* payinRecordOf(paid))["status"], "completed")
      assert.strictEqual((yield* payoutRecordOf(waiting))["status"], "pending")
      yield* TestClock.adjust("3 days")
      assert.strictEqual((yield* payoutRecordOf(waiting))["status"], "completed")
      assert.strictEqual(yield* ledgerSum, 0)
    }).pipe(Effect.provide(layerWith()))
  })

  it("a state whose time had been pushed forward goes on from its own time", function* () {
    const { saved, token } = yield* Effect.gen(function* () {
      const engine = yield* Engine
      yield* engine.passTime(10 * 86_400_000)
      const token = yield* create("createDirectPayout", payoutBody({ customer: "22660000096" }))
      return { saved: yield* engine.save, token }
    }).pipe(Effect.provide(layerWith()))
    yield* Effect.gen(function* () {
      const engine = yield* Engine
      yield* engine.restore(saved)
      assert.strictEqual(yield* engine.now, 10 * 86_400_000)
      yield* TestClock.adjust("3 days")
      assert.strictEqual((yield* payoutRecordOf(token))["status"], "completed")
      assert.strictEqual(yield* engine.now, 13 * 86_400_000)
    }).pipe(Effect.provide(layerWith()))
  })

  it.effect("garbage is not restored, and leaves the state alone", () =>
    Effect.gen(function* () {
      const engine = yield* Engine
      const token = yield* create("createHostedInvoice", hostedBody())
      for (const garbage of [null, 1, {}, { now: "x" }, []]) {
        assert.strictEqual((yield* Effect.result(engine.restore(garbage)))._tag, "Failure")
      }
      assert.strictEqual((yield* payinRecordOf(token))["status"], "pending")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("the same seed and the same calls give the same state, another seed other tokens", () => {
    return Effect.gen(function* () {
      const [one, two, other] = [yield* tokenOf(1), yield* tokenOf(1), yield* tokenOf(2)]
      assert.strictEqual(one.paid, two.paid)
      assert.notStrictEqual(one.paid, other.paid)
    })
  })

  it.effect("a reset brings the opening state back", () =>
    Effect.gen(function* () {
      const engine = yield* Engine
      const { paid } = yield* script
      yield* (yield* Backstage).act({ _tag: "ReissueCredentials", projectId: "project-1" })
      yield* engine.reset
      assert.strictEqual((yield* payinRecordOf(paid))["response_text"], "Echec (Code02)")
      const { invoices, payouts, phones } = yield* engine.state
      assert.isTrue(HashMap.isEmpty(invoices) && HashMap.isEmpty(payouts) && HashMap.isEmpty(phones))
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("a receiver that hangs delays no other, and settled waits for it", () => {
    const received: Array<CallbackPost> = []
    const sender = CallbackSender.layerTo((post) =>
      Effect.sync(() => {
        received.push(post)
        return { _tag: "Answered", status: 200 } as const
      }).pipe(Effect.delay(post.url.includes("slow") ? "1 hour" : "0 millis")),
    )
    return Effect.gen(function* () {
      const actions = { cancel_url: "", return_url: "", callback_url: "https://slow.example/c" }
      yield* create("createDirectInvoice", directBody({ customer: "22660000090" }, { actions }))
      yield* create("createDirectInvoice", directBody({ customer: "22660000190" }))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        received.map(({ url }) => url),
        ["https://shop.example/callback", "https://shop.example/callback"],
      )
      const waiting = yield* Effect.forkChild((yield* Engine).settled)
      yield* TestClock.adjust("90 minutes")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("31 minutes")
      assert.isDefined(waiting.pollUnsafe())
      assert.strictEqual(received.length, 4)
    }).pipe(Effect.provide(layer().pipe(Layer.provide(sender))))
  })

  it.effect("a hundred calls at once are a hundred payments, each with its own token", () =>
    Effect.gen(function* () {
      const tokens = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, index) => index),
        () =>
          create("createWalletPayout", {
            commande: { ...payoutBody().commande, customer: numbers.wallet, top_up_wallet: 1 },
          }),
        { concurrency: 100 },
      )
      assert.strictEqual(new Set(tokens).size, 100)
      assert.strictEqual(HashMap.size((yield* (yield* Engine).state).payouts), 100)
    }).pipe(Effect.provide(layerWith())),
  )
})
