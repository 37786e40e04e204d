import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  omittedWhilePending,
  PayinCompleted,
  PayinConfirmDenied,
  PayinConfirmRefused,
  PayinConfirmResponse,
  PayinNotCompleted,
  PayinPending,
} from "../../src/spec/PayinRecord.ts"
import { accepts, anyPayinCompleted, payinCompleted, payinPending, without, withFields } from "./support.ts"

describe("PayinRecord", () => {
  it("takes a completed record in the specification's shape #79 #80 #82 #83 #85 #87 #94 #100 #101", () => {
    assert.isTrue(accepts(PayinCompleted, payinCompleted))
    assert.isTrue(accepts(PayinConfirmResponse, payinCompleted))
  })

  it("wants every field in a final record #84 #92 #93 #100 #101 #102", () => {
    for (const name of Object.keys(payinCompleted)) {
      assert.isFalse(accepts(PayinConfirmResponse, without(payinCompleted, name)), name)
    }
  })

  it("refuses near misses of a completed record #80 #82 #83 #87 #88 #89 #93 #100", () => {
    for (const fields of [
      { status: "COMPLETED" },
      { status: "nocompleted" },
      { status: "" },
      { token: "t" },
      { response_text: "Echec (Code02)" },
      { customer: null },
      { montant: 4201 },
      { amount: "4200", montant: "4200" },
      { amount: 4200.5, montant: 4200.5 },
      { date: "2026-05-09T07:20:23Z" },
      { request_id: "" },
      { operator_id: 11 },
      { custom_data: { transaction_id: "T1" } },
      { customer_details: null },
      { response_code: "01" },
    ]) {
      assert.isFalse(accepts(PayinConfirmResponse, withFields(payinCompleted, fields)), JSON.stringify(fields))
    }
  })

  it("takes a record of a payment that did not go through, with or without a payer #87", () => {
    for (const customer of ["22600000000", null]) {
      assert.isTrue(accepts(PayinNotCompleted, withFields(payinCompleted, { status: "notcompleted", customer })))
    }
  })

  it("lets a pending record leave out exactly the named fields #102", () => {
    assert.isTrue(accepts(PayinPending, payinPending))
    for (const name of Object.keys(payinPending)) {
      assert.isFalse(accepts(PayinConfirmResponse, without(payinPending, name)), name)
    }
    assert.sameMembers(
      [...omittedWhilePending],
      Object.keys(payinCompleted).filter((name) => !Object.hasOwn(payinPending, name)),
    )
  })

  it("wants operator fields empty and customer null while pending #86 #87", () => {
    assert.isTrue(accepts(PayinPending, withFields(payinPending, { operator_id: "", operator_name: "", token: "" })))
    for (const fields of [
      { operator_id: "11" },
      { operator_name: "OPERATOR" },
      { customer: "22600000000" },
      { amount: 1 },
    ]) {
      assert.isFalse(accepts(PayinPending, withFields(payinPending, fields)))
    }
  })

  it("takes a failed confirm with an empty status #79 #81 #83 #147", () => {
    const failed = { response_code: "01", status: "", response_text: "Echec (Code02)", wiki: payinCompleted["wiki"] }
    assert.isTrue(accepts(PayinConfirmRefused, failed))
    assert.isTrue(accepts(PayinConfirmResponse, withFields(failed, { token: "" })))
    for (const fields of [{ status: "notcompleted" }, { response_text: "" }, { response_code: "00" }, { token: "t" }]) {
      assert.isFalse(accepts(PayinConfirmRefused, withFields(failed, fields)))
    }
  })

  it("wants both the empty description and the empty status of an authentication failure (W5) #81 #147 #188", () => {
    const failed = {
      response_code: "01",
      response_text: "Echec (Code00)",
      token: "",
      description: "",
      status: "",
      wiki: payinCompleted["wiki"],
    }
    assert.isTrue(accepts(PayinConfirmDenied, failed))
    assert.isTrue(accepts(PayinConfirmResponse, failed))
    for (const name of ["description", "status"]) {
      assert.isFalse(accepts(PayinConfirmDenied, without(failed, name)), name)
    }
    for (const fields of [{ status: "pending" }, { description: "x" }, { response_text: "Echec (Code02)" }]) {
      assert.isFalse(accepts(PayinConfirmDenied, withFields(failed, fields)))
    }
  })

  it("wants montant and amount to be equal integers while pending, too #88", () => {
    assert.isFalse(accepts(PayinPending, withFields(payinPending, { montant: 4201 })))
  })

  it.prop("round-trips every completed record through its JSON #88 #94", [anyPayinCompleted], ([record]) => {
    const parsed: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(PayinCompleted)(record)))
    return Schema.toEquivalence(PayinCompleted)(Schema.decodeUnknownSync(PayinCompleted)(parsed), record)
  })
})
