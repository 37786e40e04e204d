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
  Shop,
  totalPrice,
  webUrl,
} from "../src/model/Content.ts"
import { Msisdn, PayinAmount, PaymentId, PayoutAmount, ProjectId } from "../src/model/Identifiers.ts"
import { DirectMode } from "../src/model/ValidationMode.ts"

const customer = Msisdn.make("22670000001")
const url = "https://shop.example/back"
const hosted = PayinMethod.cases.hosted.make({ returnUrl: url, cancelUrl: url, operatorFilter: null })

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
  beneficiary: Msisdn.make("22670000002"),
  description: "Salary",
  operator: null,
  refundOf: null,
  customData: {},
})
const direct = (mode: DirectMode) => PayinMethod.cases.direct.make({ mode, customer })
const wallet = PayinMethod.cases.wallet.make({ customer })
const mobileMoney = PayoutMethod.cases.mobile_money.make({})
const walletPayout = PayoutMethod.cases.wallet.make({ funds: "keep_in_wallet" })

describe("an item of an order", () => {
  it("has a name, a whole quantity and a unit price in whole francs #47 #49 #50", () => {
    const item = { name: "Loaf", quantity: 2, unitPrice: 250 }
    assert.isTrue(Schema.is(LineItem)(item))
    for (const name of ["name", "quantity", "unitPrice"]) {
      const less = Object.fromEntries(Object.entries(item).filter(([each]) => each !== name))
      assert.isFalse(Schema.is(LineItem)(less), name)
    }
    for (const name of ["", "x".repeat(201)]) assert.isFalse(Schema.is(LineItem)({ ...item, name }))
    for (const quantity of [0, -1, 1.5, "2", 1_000_001]) assert.isFalse(Schema.is(LineItem)({ ...item, quantity }))
    for (const unitPrice of [-1, 0.5, "250", Number.NaN]) assert.isFalse(Schema.is(LineItem)({ ...item, unitPrice }))
    assert.isTrue(Schema.is(LineItem)({ ...item, unitPrice: 0 }))
  })

  it("may have a description #48", () => {
    const item = { name: "Loaf", quantity: 2, unitPrice: 250 }
    assert.isTrue(Schema.is(LineItem)({ ...item, description: "" }))
    assert.isTrue(Schema.is(LineItem)({ ...item, description: "Of wheat" }))
    assert.isFalse(Schema.is(LineItem)({ ...item, description: "x".repeat(501) }))
  })

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

describe("text that a store and a wire can carry", () => {
  const fits = Schema.is(plainText(10))

  it("is any text up to its length, in any script, with line breaks", () => {
    for (const text of ["", "Pain 🥖", "a\nb", "Ouaga", "عربي", "1234567890"]) assert.isTrue(fits(text), text)
    assert.isFalse(fits("12345678901"))
  })

  it("holds no other control character and no broken one", () => {
    for (const text of ["a\u0000", "a\tb", "a\rb", "\u001B[31m", "\u007F", "\uD83E", "\uDD56a"]) {
      assert.isFalse(fits(text), JSON.stringify(text))
    }
  })
})

describe("addresses, shops and customers", () => {
  it("an address is absolute and at most 2,048 characters long #54 #55", () => {
    const fits = Schema.is(webUrl)
    assert.isTrue(fits(url))
    assert.isTrue(fits(`https://shop.example/${"a".repeat(2_027)}`))
    for (const address of [
      "/back",
      "shop.example",
      "",
      "javascript:alert(1)",
      `https://shop.example/${"a".repeat(2_028)}`,
    ]) {
      assert.isFalse(fits(address), address.slice(0, 40))
    }
  })

  it("a shop has a name and a site #52 #53", () => {
    assert.isTrue(Schema.is(Shop)({ name: "Boutique", siteUrl: "https://shop.example" }))
    for (const shop of [{ name: "Boutique" }, { siteUrl: "https://shop.example" }, { name: "", siteUrl: url }]) {
      assert.isFalse(Schema.is(Shop)(shop), JSON.stringify(shop))
    }
  })

  it("names and e-mail address of a customer are optional, each for itself #42", () => {
    const details = { firstName: "Firstname", lastName: "Lastnamé", email: "customer@shop.example" }
    for (const each of [
      {},
      details,
      { firstName: "Firstname" },
      { lastName: "Lastnamé" },
      { email: "customer@shop.example" },
    ]) {
      assert.deepStrictEqual(Schema.decodeUnknownSync(CustomerDetails)(each), each)
    }
    assert.isFalse(Schema.is(CustomerDetails)({ firstName: "x".repeat(101) }))
  })
})

describe("methods", () => {
  it("a hosted payin needs a return and a cancel address, and names no customer unless to filter operators #38 #39 #54 #55", () => {
    const is = Schema.is(PayinMethod)
    assert.isTrue(is(hosted))
    assert.isTrue(is({ ...hosted, operatorFilter: "22670000001" }))
    assert.isFalse(is({ ...hosted, operatorFilter: "" }))
    assert.isFalse(is({ _tag: "hosted", returnUrl: url, operatorFilter: null }))
    assert.isFalse(is({ _tag: "hosted", cancelUrl: url, operatorFilter: null }))
  })

  it("a direct and a wallet payin need the payer's number #40 #41", () => {
    const is = Schema.is(PayinMethod)
    assert.isTrue(is(direct("ussd_push")))
    assert.isTrue(is(wallet))
    for (const method of [
      { _tag: "direct", mode: "ussd_push" },
      { _tag: "direct", mode: "ussd_push", customer: "" },
      { _tag: "wallet" },
      { _tag: "wallet", customer: "+22670000001" },
    ]) {
      assert.isFalse(is(method), JSON.stringify(method))
    }
  })

  it("a direct payin has no mode for the wallet, which is a method of its own #157 #171", () => {
    assert.isFalse(Schema.is(PayinMethod)({ _tag: "direct", mode: "wallet", customer }))
  })

  it("a wallet payout says in words what becomes of the funds, never 0 or 1 #65 #66 #68 #69", () => {
    const is = Schema.is(PayoutMethod)
    for (const funds of ["keep_in_wallet", "transfer_to_mobile_money"]) assert.isTrue(is({ _tag: "wallet", funds }))
    for (const funds of [0, 1, 2, "0", "1", true, undefined])
      assert.isFalse(is({ _tag: "wallet", funds }), String(funds))
    assert.isFalse(is({ _tag: "wallet" }))
  })

  it("a mobile-money payout has no funds to keep anywhere #67", () => {
    const read = Schema.decodeUnknownSync(PayoutMethod)({ _tag: "mobile_money", funds: "keep_in_wallet" })
    assert.deepStrictEqual(read, { _tag: "mobile_money" })
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
    assert.strictEqual(
      counterparty(payinBy(PayinMethod.cases.hosted.make({ ...hosted, operatorFilter: customer }))),
      customer,
    )
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
