import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import { HostedPage, Phones } from "../src/index.ts"
import { create, directBody, hostedBody, layerWith, numbers, payinRecordOf, receiving } from "./support.ts"

const it = itOver(() => layerWith())

const hosted = (invoice: Record<string, unknown> = {}) => create("createHostedInvoice", hostedBody(invoice))
const longAfter = TestClock.adjust("60 days")
const newestCode = (phone: string) =>
  Effect.gen(function* () {
    return (yield* (yield* Phones).look(phone)).codes[0]?.code ?? "none"
  })

describe("pageActs", () => {
  it.effect(
    "the page shows the shop, the description and every operator, or those that the customer's number leaves #37 #39 #52",
    () =>
      Effect.gen(function* () {
        const { view } = yield* HostedPage
        const open = yield* view(yield* hosted())
        assert.deepStrictEqual([open.invoice.shop.name, open.invoice.description], ["Shop", "Order 1"])
        assert.strictEqual(open.operators.length, 7)
        const filtered = yield* view(yield* hosted({ customer: numbers.guidedUssd }))
        assert.deepStrictEqual(
          filtered.operators.map(({ id }) => id),
          ["13"],
        )
      }).pipe(Effect.provide(layerWith())),
  )

  it("the customer pays with each mode from the page #3 #38 #146", function* () {
    const { pay } = yield* HostedPage
    const phones = yield* Phones
    const push = yield* hosted()
    yield* pay(push, { operatorId: "12", phone: numbers.ussdPush })
    yield* phones.approve(numbers.ussdPush)
    const ussd = yield* hosted()
    const otp = yield* phones.dialForCode(numbers.ussdOtp, 4_200)
    yield* pay(ussd, { operatorId: "11", phone: numbers.ussdOtp, otp })
    const sms = yield* hosted()
    yield* pay(sms, { operatorId: "14", phone: numbers.smsOtp })
    yield* pay(sms, { operatorId: "14", phone: numbers.smsOtp, otp: yield* newestCode(numbers.smsOtp) })
    const wallet = yield* hosted()
    yield* pay(wallet, { operatorId: "1", phone: numbers.wallet })
    yield* pay(wallet, { operatorId: "1", phone: numbers.wallet, otp: yield* newestCode(numbers.wallet) })
    yield* longAfter
    for (const token of [push, ussd, sms, wallet]) {
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
    }
  })

  it("a wrong operator, number, amount or a payment that is over is refused on the page", function* () {
    const { pay, view } = yield* HostedPage
    const token = yield* hosted()
    for (const payment of [
      { operatorId: "99", phone: numbers.ussdPush },
      { operatorId: "11", phone: numbers.ussdPush },
      { operatorId: "1", phone: numbers.ussdPush },
      { operatorId: "12", phone: "+226" },
      { operatorId: "12", phone: "22660000095" },
    ]) {
      assert.strictEqual((yield* Effect.result(pay(token, payment)))._tag, "Failure")
    }
    yield* pay(token, { operatorId: "12", phone: "22660000090" })
    yield* longAfter
    assert.strictEqual((yield* Effect.result(pay(token, { operatorId: "12", phone: "22660000090" })))._tag, "Failure")
    // A direct payin has no page.
    const direct = yield* create("createDirectInvoice", directBody({}))
    assert.strictEqual((yield* Effect.result(view(direct)))._tag, "Failure")
  })

  it.effect("cancelling leaves the payin pending and payable, without a callback (U11) #54 #115", () =>
    receiving(function* (received) {
      const { cancel, pay } = yield* HostedPage
      const token = yield* hosted()
      yield* cancel(token)
      yield* longAfter
      assert.strictEqual((yield* payinRecordOf(token))["status"], "pending")
      assert.strictEqual(received.length, 0)
      yield* pay(token, { operatorId: "12", phone: "22660000090" })
      yield* longAfter
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
    }),
  )

  it.effect("cancelling ends it where that is assumed (U11) #54", () =>
    Effect.gen(function* () {
      const token = yield* hosted()
      yield* (yield* HostedPage).cancel(token)
      assert.strictEqual((yield* payinRecordOf(token))["status"], "notcompleted")
    }).pipe(Effect.provide(layerWith({ assumptions: { statusAfterCancel: "notcompleted" } }))),
  )
})
