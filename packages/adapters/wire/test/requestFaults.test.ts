import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DirectPayoutRequest, HostedInvoiceRequest, requestFaults, WalletPayoutRequest } from "../src/index.ts"
import { anyJson, hostedRequest, payoutRequest } from "./support.ts"

const faults = (invoice: Record<string, unknown>) =>
  requestFaults(HostedInvoiceRequest, {
    commande: { ...hostedRequest.commande, invoice: { ...hostedRequest.commande.invoice, ...invoice } },
  }).map((fault) => `${fault.path.join(".")} ${fault.kind}`)

describe("requestFaults", () => {
  it("finds nothing wrong with a right body #18 #30", () => {
    assert.deepStrictEqual(requestFaults(HostedInvoiceRequest, hostedRequest), [])
  })

  it("names the amount when only the amount is wrong #35 #227 #245", () => {
    for (const total_amount of [8, 2_000_001, 9.5]) {
      assert.deepStrictEqual(faults({ total_amount }), ["commande.invoice.total_amount Refused"])
    }
    assert.deepStrictEqual(faults({ total_amount: "4200" }), ["commande.invoice.total_amount IllTyped"])
  })

  it("names every wrong field at once #32 #36 #38", () => {
    assert.deepStrictEqual(faults({ items: null, devise: "EUR", customer: "+226", otp: 1 }), [
      "commande.invoice.items IllTyped",
      "commande.invoice.devise IllTyped",
      "commande.invoice.customer Refused",
      "commande.invoice.otp IllTyped",
    ])
    assert.deepStrictEqual(faults({ customer: 226 }), ["commande.invoice.customer IllTyped"])
  })

  it("names the place of a fault inside an item #50 #51", () => {
    assert.deepStrictEqual(faults({ items: [{ name: "Book", quantity: 1, total_price: 1 }] }), [
      "commande.invoice.items.0.unit_price Missing",
    ])
    assert.deepStrictEqual(faults({ items: [{ name: "Book", quantity: 1, unit_price: 2, total_price: 1 }] }), [
      "commande.invoice.items.0.total_price Refused",
    ])
  })

  it("names the root when there is no commande at all #18", () => {
    assert.deepStrictEqual(requestFaults(WalletPayoutRequest, {}), [{ path: ["commande"], kind: "Missing" }])
    assert.deepStrictEqual(requestFaults(WalletPayoutRequest, "x"), [{ path: [], kind: "IllTyped" }])
  })

  it("names top_up_wallet where it is missing, wrong or not applicable #65 #66 #67", () => {
    const withTopUp = { commande: { ...payoutRequest.commande, top_up_wallet: 2 } }
    const path = ["commande", "top_up_wallet"]
    assert.deepStrictEqual(requestFaults(WalletPayoutRequest, payoutRequest), [{ path, kind: "Missing" }])
    assert.deepStrictEqual(requestFaults(WalletPayoutRequest, withTopUp), [{ path, kind: "IllTyped" }])
    assert.deepStrictEqual(requestFaults(DirectPayoutRequest, withTopUp), [{ path, kind: "IllTyped" }])
  })

  it("reads a fault through a transformation as a refusal", () => {
    const schema = Schema.Struct({ a: Schema.FiniteFromString })
    assert.deepStrictEqual(requestFaults(schema, { a: "x" }), [{ path: ["a"], kind: "Refused" }])
  })

  it("reads a value that fits two exclusive schemas as a refusal", () => {
    const schema = Schema.Union([Schema.String, Schema.NonEmptyString], { mode: "oneOf" })
    assert.deepStrictEqual(requestFaults(schema, "x"), [{ path: [], kind: "Refused" }])
  })

  it.prop("agrees with the schema on any body #18", [anyJson], ([body]) => {
    return (requestFaults(WalletPayoutRequest, body).length === 0) === Schema.is(WalletPayoutRequest)(body)
  })
})
