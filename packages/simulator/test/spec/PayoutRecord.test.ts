import { assert, describe, it } from "@effect/vitest"
import { PayoutConfirmRefused, PayoutConfirmResponse, PayoutFinal, PayoutPending } from "../../src/spec/PayoutRecord.ts"
import { accepts, payoutPending, sample, without, withFields } from "./support.ts"

describe("PayoutRecord", () => {
  it("takes the final records in the specification's shape #103 #105 #106 #107 #108 #110", () => {
    for (const status of ["completed", "notcompleted"]) {
      assert.isTrue(accepts(PayoutFinal, withFields(payoutPending, { status, operator_id: "11", operator_name: "O" })))
    }
    assert.isTrue(accepts(PayoutConfirmResponse, sample("payout-confirm-success")))
  })

  it("wants every field #105 #106 #107 #110", () => {
    for (const name of Object.keys(payoutPending)) {
      assert.isFalse(accepts(PayoutConfirmResponse, without(payoutPending, name)), name)
    }
  })

  it("wants operator fields empty while pending #109", () => {
    assert.isTrue(accepts(PayoutPending, payoutPending))
    assert.isFalse(accepts(PayoutConfirmResponse, withFields(payoutPending, { operator_id: "11" })))
  })

  it("refuses near misses of a payout record #107 #108", () => {
    for (const fields of [
      { token: "" },
      { custom_data: "" },
      { custom_data: [1] },
      { status: "" },
      { status: "Completed" },
      { response_code: "01" },
    ]) {
      assert.isFalse(accepts(PayoutConfirmResponse, withFields(payoutPending, fields)), JSON.stringify(fields))
    }
  })

  it("takes any code but 00 as a failed confirm #103 #179", () => {
    const failed = { response_code: "01", response_text: "Echec (Code02)", wiki: payoutPending["wiki"] }
    assert.isTrue(accepts(PayoutConfirmRefused, failed))
    assert.isTrue(accepts(PayoutConfirmResponse, withFields(failed, { response_code: "07", token: "" })))
    assert.isFalse(accepts(PayoutConfirmResponse, withFields(failed, { response_code: "00" })))
    assert.isFalse(accepts(PayoutConfirmResponse, withFields(failed, { response_text: "" })))
  })

  it("takes an authentication failure #188 #224", () => {
    const failed = {
      response_code: "01",
      response_text: "Echec (Code00)",
      token: "",
      description: "",
      wiki: payoutPending["wiki"],
    }
    assert.isTrue(accepts(PayoutConfirmResponse, failed))
  })
})
