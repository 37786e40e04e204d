import { assert, describe, it } from "@effect/vitest"
import { PayinCallback, PayoutCallback } from "../../src/spec/CallbackPayloads.ts"
import { accepts, payinCallback, sample, without, withFields } from "./support.ts"

const payout = { status: "completed", token: "callback-token", custom_data: [], amount: 500, transaction_id: "T1" }

describe("CallbackPayloads", () => {
  it("takes a payin callback with the service's own entries #99 #202", () => {
    assert.isTrue(accepts(PayinCallback, payinCallback))
    assert.isTrue(accepts(PayinCallback, sample("callback-payin-completed")))
  })

  it("promises status, token and entries, and nothing else #202 #211", () => {
    const promised = { status: "notcompleted", token: "", custom_data: [] }
    assert.isTrue(accepts(PayinCallback, promised))
    assert.isTrue(accepts(PayoutCallback, promised))
    for (const name of Object.keys(promised)) {
      assert.isFalse(accepts(PayinCallback, without(promised, name)), name)
      assert.isFalse(accepts(PayoutCallback, without(promised, name)), name)
    }
  })

  it("takes a payout callback with the merchant's identifier beside the entries #202", () => {
    assert.isTrue(accepts(PayoutCallback, payout))
  })

  it("refuses near misses of a callback #10 #80 #202", () => {
    for (const fields of [{ status: "COMPLETED" }, { custom_data: {} }, { custom_data: "" }, { amount: "500" }]) {
      assert.isFalse(accepts(PayinCallback, withFields(payinCallback, fields)))
      assert.isFalse(accepts(PayoutCallback, withFields(payout, fields)))
    }
  })
})
