import { assert, describe, it } from "@effect/vitest"
import { Equal, Schema } from "effect"
import {
  counterparty,
  CustomerDetails,
  LineItem,
  PayinContent,
  PayinMethod,
  plainText,
  PayoutContent,
  PayoutMethod,
  railOf,
  totalPrice,
} from "../src/model/Content.ts"
import { Msisdn, PayinAmount, PaymentId, PayoutAmount, ProjectId } from "../src/model/Identifiers.ts"
import { DirectMode } from "../src/model/ValidationMode.ts"

const customer = Msisdn.make("22670000001")
const url = "https://shop.example/back"
const hosted = PayinMethod.cases.hosted.make({ returnUrl: url, cancelUrl: url, phone: null })

const payinBy = (method: PayinMethod): PayinContent => ({
  kind: "payin",
  project: ProjectId.make("shop"),
  id: PaymentId.make("order-1"),
  amount: PayinAmount.make(500),
  method,
  description: "Two loaves",
  items: [],
  shop: { name: "Boutique", siteUrl: "https://shop.example" },
  customer: {},
  customData: {},
  orderRef: null,
})
const payoutBy = (method: PayoutMethod): PayoutContent => ({
  kind: "payout",
  project: ProjectId.make("shop"),
  id: PaymentId.make("salary-1"),
  amount: PayoutAmount.make(700),
  method,
  phone: Msisdn.make("22670000002"),
  description: "Salary",
  operator: null,
  refundOf: null,
  customData: {},
})
const direct = (mode: DirectMode) => PayinMethod.cases.direct.make({ mode, phone: customer })
const wallet = PayinMethod.cases.wallet.make({ phone: customer })
const mobileMoney = PayoutMethod.cases.mobile_money.make({})
const walletPayout = PayoutMethod.cases.wallet.make({ funds: "keep_in_wallet" })

describe("an item of an order", () => {
  it.prop(
    "costs its quantity times its unit price, and a number can always hold that exactly #51 #10",
    [LineItem],
    ([item]) => {
      const total = totalPrice(item)
      return Number.isSafeInteger(total) && BigInt(total) === BigInt(item.quantity) * BigInt(item.unitPrice)
    },
  )

  it("costs a whole number of francs even at the bounds of quantity and price #51 #10", () => {
    const dear = { name: "Loaf", quantity: 1_000_000, unitPrice: Number.MAX_SAFE_INTEGER }
    assert.isFalse(Schema.is(LineItem)(dear))
    const item = Schema.decodeUnknownSync(LineItem)({ ...dear, unitPrice: 1_000_000_000 })
    assert.strictEqual(totalPrice(item), 1_000_000_000_000_000)
  })
})

describe("railOf and counterparty", () => {
  it("every method travels on its own rail #4 #5 #6 #7", () => {
    for (const mode of DirectMode.literals) assert.strictEqual(railOf(payinBy(direct(mode))), mode)
    assert.strictEqual(railOf(payinBy(hosted)), "hosted")
    assert.strictEqual(railOf(payinBy(wallet)), "wallet")
    assert.strictEqual(railOf(payoutBy(walletPayout)), "wallet_payout")
    assert.strictEqual(railOf(payoutBy(mobileMoney)), "mobile_money_payout")
  })

  it("the person at the other end is the payer or the beneficiary, and unknown on an open hosted page", () => {
    assert.strictEqual(counterparty(payinBy(direct("ussd_push"))), "22670000001")
    assert.strictEqual(counterparty(payinBy(wallet)), "22670000001")
    assert.strictEqual(counterparty(payoutBy(mobileMoney)), "22670000002")
    assert.strictEqual(counterparty(payoutBy(walletPayout)), "22670000002")
    assert.isNull(counterparty(payinBy(hosted)))
    assert.strictEqual(counterparty(payinBy(PayinMethod.cases.hosted.make({ ...hosted, phone: customer }))), customer)
  })
})

describe("what is stored comes back", () => {
  it.prop(
    "a payin's content is the same after a round through JSON",
    [PayinAmount, Schema.Array(LineItem), CustomerDetails, plainText(40)],
    ([amount, items, customer, note]) => {
      const content = { ...payinBy(hosted), amount, items, customer, customData: { note } }
      const read = Schema.decodeUnknownSync(PayinContent)(JSON.parse(JSON.stringify(content)))
      return Equal.equals(read, content)
    },
  )

  it.prop("a payout's content is the same after a round through JSON", [PayoutContent], ([content]) => {
    const read = Schema.decodeUnknownSync(PayoutContent)(JSON.parse(JSON.stringify(content)))
    return Equal.equals(read, content)
  })

  it("custom data named like parts of every object survives", () => {
    const customData = { constructor: "a", toString: "b", hasOwnProperty: "c" }
    const content = { ...payinBy(wallet), customData }
    const read = Schema.decodeUnknownSync(PayinContent)(JSON.parse(JSON.stringify(content)))
    assert.deepStrictEqual(Object.entries(read.customData), Object.entries(customData))
  })
})
