import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DirectPayoutRequest, topUpWallet, WalletPayoutRequest } from "../src/index.ts"
import { accepts, payoutRequest, without, wrongNumbers } from "./support.ts"

const wallet = (fields: Record<string, unknown> = {}) => ({
  commande: { ...payoutRequest.commande, top_up_wallet: 1, ...fields },
})

const direct = (fields: Record<string, unknown>) => ({ commande: { ...payoutRequest.commande, ...fields } })

describe("PayoutRequest", () => {
  it("takes the two bodies in the specification's shape #18 #61 #62 #63 #64 #65", () => {
    assert.isTrue(accepts(WalletPayoutRequest, wallet()))
    assert.isTrue(accepts(DirectPayoutRequest, payoutRequest))
  })

  it("wants amount, description, customer and callback_url #61 #62 #63 #64", () => {
    for (const name of ["amount", "description", "customer", "callback_url"]) {
      assert.isFalse(accepts(WalletPayoutRequest, { commande: without(wallet().commande, name) }), name)
      assert.isFalse(accepts(DirectPayoutRequest, { commande: without(payoutRequest.commande, name) }), name)
    }
  })

  it("wants a positive integer as amount and sets no other bound #61 #245 #250", () => {
    for (const amount of [0, -5, 1.5, "500"]) {
      assert.isFalse(accepts(WalletPayoutRequest, wallet({ amount })))
      assert.isFalse(accepts(DirectPayoutRequest, direct({ amount })))
    }
    assert.isTrue(accepts(DirectPayoutRequest, direct({ amount: 1 })))
    assert.isTrue(accepts(DirectPayoutRequest, direct({ amount: 50_000_000 })))
  })

  it("wants the beneficiary's number without plus or spaces #13 #63", () => {
    for (const customer of wrongNumbers) {
      assert.isFalse(accepts(DirectPayoutRequest, direct({ customer })))
    }
  })

  it("wants an HTTPS callback for payouts #64 #195 #210", () => {
    assert.isFalse(accepts(WalletPayoutRequest, wallet({ callback_url: "http://shop.example/callback" })))
    assert.isFalse(accepts(DirectPayoutRequest, direct({ callback_url: "http://shop.example/callback" })))
    assert.isFalse(accepts(DirectPayoutRequest, direct({ callback_url: "HTTPS" })))
  })

  it("wants top_up_wallet to be the integer 1 or 0 on wallet payouts #65 #66", () => {
    assert.isTrue(accepts(WalletPayoutRequest, wallet({ top_up_wallet: topUpWallet.keepInWallet })))
    assert.isTrue(accepts(WalletPayoutRequest, wallet({ top_up_wallet: topUpWallet.transferToMobileMoney })))
    assert.deepStrictEqual(topUpWallet, { keepInWallet: 1, transferToMobileMoney: 0 })
    for (const top_up_wallet of [2, "1", true, null]) {
      assert.isFalse(accepts(WalletPayoutRequest, wallet({ top_up_wallet })))
    }
    assert.isFalse(accepts(WalletPayoutRequest, payoutRequest))
  })

  it("knows no top_up_wallet on direct payouts #67", () => {
    assert.isFalse(accepts(DirectPayoutRequest, wallet()))
    assert.isFalse(Schema.is(DirectPayoutRequest)(wallet()))
  })

  it("lets custom_data be absent #70", () => {
    assert.isTrue(accepts(WalletPayoutRequest, { commande: without(wallet().commande, "custom_data") }))
    assert.isTrue(accepts(DirectPayoutRequest, { commande: without(payoutRequest.commande, "custom_data") }))
  })

  it.prop("round-trips every wallet payout through its JSON #17 #18", [WalletPayoutRequest], ([request]) => {
    const parsed: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(WalletPayoutRequest)(request)))
    return Schema.toEquivalence(WalletPayoutRequest)(Schema.decodeUnknownSync(WalletPayoutRequest)(parsed), request)
  })
})
