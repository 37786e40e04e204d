import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { TestClock } from "effect/testing"
import { Engine } from "../src/index.ts"
import {
  call,
  create,
  directBody,
  hostedBody,
  layerWith,
  ledgerSum,
  payinRecordOf,
  walletPayoutBody,
} from "./support.ts"

const size = Effect.gen(function* () {
  const { invoices, payouts } = yield* (yield* Engine).state
  return HashMap.size(invoices) + HashMap.size(payouts)
})

describe("retention", () => {
  it.effect("forgets the oldest final payments, and never a pending one #121 #248", () =>
    Effect.gen(function* () {
      const pending = yield* create("createHostedInvoice", hostedBody())
      const first = yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
      yield* TestClock.adjust("1 minute")
      for (let count = 0; count < 20; count++) {
        yield* create("createWalletPayout", walletPayoutBody({ amount: 1 }))
        yield* TestClock.adjust("1 minute")
      }
      assert.strictEqual(yield* size, 5)
      assert.strictEqual((yield* payinRecordOf(pending))["status"], "pending")
      assert.strictEqual((yield* payinRecordOf(first))["response_text"], "Echec (Code02)")
      assert.strictEqual(yield* ledgerSum, 0)
    }).pipe(Effect.provide(layerWith({ limits: { payments: 5 } }))),
  )

  it.effect("turns creations away with a page when every payment is pending, and executes nothing", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 3; count++) yield* create("createHostedInvoice", hostedBody())
      const reply = yield* call("createHostedInvoice", { body: hostedBody() })
      assert.deepStrictEqual([reply._tag, reply._tag === "Page" ? reply.status : 0], ["Page", 503])
      assert.strictEqual(yield* size, 3)
    }).pipe(Effect.provide(layerWith({ limits: { payments: 3 } }))),
  )

  it.effect("turns creations away when there is no room for another phone", () =>
    Effect.gen(function* () {
      for (const customer of ["22660000001", "22660000002"]) {
        yield* create("createDirectInvoice", directBody({ customer }))
      }
      const reply = yield* call("createDirectInvoice", { body: directBody({ customer: "22660000003" }) })
      assert.strictEqual(reply._tag, "Page")
    }).pipe(Effect.provide(layerWith({ limits: { phones: 2 } }))),
  )

  it.effect("forgets a final payment after its time", () =>
    Effect.gen(function* () {
      const first = yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
      yield* TestClock.adjust("1 minute")
      yield* create("createHostedInvoice", hostedBody())
      assert.strictEqual((yield* payinRecordOf(first))["status"], "completed")
      yield* TestClock.adjust("1 hour")
      yield* create("createHostedInvoice", hostedBody())
      assert.strictEqual((yield* payinRecordOf(first))["response_text"], "Echec (Code02)")
    }).pipe(Effect.provide(layerWith({ limits: { finalPaymentMillis: 1_800_000 } }))),
  )

  it.effect("every list of a phone is bounded", () =>
    Effect.gen(function* () {
      for (let count = 0; count < 30; count++) {
        yield* create("createDirectInvoice", directBody({ customer: "22650000001" }))
        yield* create("createDirectInvoice", directBody({ customer: "22640000001" }))
      }
      const { callbackLog, phones } = yield* (yield* Engine).state
      for (const { codes, inbox, prompts } of HashMap.values(phones)) {
        assert.isTrue(codes.length <= 3 && inbox.length <= 4 && prompts.length <= 2)
      }
      assert.strictEqual(callbackLog.length, 0)
    }).pipe(Effect.provide(layerWith({ limits: { codesPerPhone: 3, messagesPerPhone: 4, promptsPerPhone: 2 } }))),
  )
})
