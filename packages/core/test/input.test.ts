import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { PayinContent, PayoutContent } from "../src/model/Content.ts"
import type { InvalidInput } from "../src/model/fields.ts"
import { PaymentId, ProjectId } from "../src/model/Identifiers.ts"
import { ContentConflict, readPayin, readPayout } from "../src/services/input.ts"
import type { PolicyShape } from "../src/model/Policy.ts"
import { DirectMode } from "../src/model/ValidationMode.ts"
import { payout, pushPayin, testPolicy } from "./scripted.ts"
import { policyWith } from "./samples.ts"

/** Hands in what a program without types might. */
const payin = (more: object, policy: PolicyShape = testPolicy) =>
  readPayin({ ...pushPayin("order-1"), ...more }, policy)
const out = (more: object, policy: PolicyShape = testPolicy) => readPayout({ ...payout("salary-1"), ...more }, policy)

type Read = Result.Result<PayinContent | PayoutContent, InvalidInput>
const wrong = (read: Read) => (Result.isFailure(read) ? `${read.failure.field}: ${read.failure.expected}` : "accepted")
const fieldOf = (read: Read) => (Result.isFailure(read) ? read.failure.field : "accepted")
const payinOf = (more: object, policy: PolicyShape = testPolicy) => Result.getOrThrow(payin(more, policy))
const payoutOf = (more: object, policy: PolicyShape = testPolicy) => Result.getOrThrow(out(more, policy))

const payoutMethod = (method: object) => JSON.parse(JSON.stringify(payoutOf({ method }).method))
const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "x"]))

const ids = "1 to 64 letters, digits, hyphens or underscores"
const aMethod = 'method: of type "hosted", "direct" or "wallet"'
const phone = "the country code and the number in digits, without plus, spaces or letters, such as 22670XXXXXXX"
const address = "an absolute http or https address"
const text = (from: number) => `${from} to 500 characters, without control characters other than line breaks (\\n)`
const pushMethod = { type: "direct", mode: "ussd_push", phone: "22670000001" }
const notWhole = [10.5, 100.0001, Number.NaN, Infinity, "500", "500 XOF", null, undefined, {}, [500], true]
const notIds = ["", "order 1", "order/1", "order.1", "é", "x".repeat(65), "a\n", 17, null, undefined]
const notPhones = [
  "+22670000001",
  "226 70 00 00 01",
  "2267000000a",
  "",
  "070000001",
  "0022670000001",
  " 22670000001",
  "22670000001\n",
  "226-70-00-00-01",
  "(226)70000001",
  "٢٢٦٧٠٠٠٠٠٠١",
  "1234567",
  "1234567890123456",
  22670000001,
  null,
]

describe("the amount", () => {
  it("of a payin is a whole number of francs from 9 to 2,000,000 #35 #243 #244 #245 #10", () => {
    for (const amount of [9, 500, 2_000_000]) assert.strictEqual(payinOf({ amount }).amount, amount)
    for (const amount of [...notWhole, 8, 0, -500, 2_000_001]) {
      assert.strictEqual(
        wrong(payin({ amount })),
        "amount: a whole number of francs (XOF) from 9 to 2,000,000",
        JSON.stringify(amount),
      )
    }
  })

  it("of a payout is a whole number of francs, at least 1 #61 #245 #250", () => {
    for (const amount of [1, 8, 2_000_001, 900_000_000]) assert.strictEqual(payoutOf({ amount }).amount, amount)
    for (const amount of [...notWhole, 0, -0, -700, Number.MAX_SAFE_INTEGER + 1]) {
      assert.strictEqual(
        wrong(out({ amount })),
        "amount: a whole number of francs (XOF), at least 1",
        JSON.stringify(amount),
      )
    }
  })

  it("is held to no bound of an operator or country, because none is shown #249", () => {
    for (const mode of DirectMode.literals) {
      for (const amount of [9, 2_000_000]) {
        const method = { type: "direct", mode, phone: "22670000001" }
        assert.strictEqual(payinOf({ amount, method }).amount, amount)
      }
    }
  })

  it("is in francs and nothing else: a currency is refused #11", () => {
    for (const currency of ["currency", "devise"]) {
      for (const read of [payin({ [currency]: "EUR" }), out({ [currency]: "EUR" })]) {
        assert.match(wrong(read), new RegExp(`^${currency}: left out: amounts are whole francs \\(XOF\\)`))
      }
    }
  })

  it("wins over the items, which may say something else or nothing #32 #33 #34", () => {
    const items = [{ name: "Loaf", quantity: 3, unitPrice: 1_000 }]
    for (const each of [undefined, [], items]) {
      assert.strictEqual(payinOf({ amount: 500, ...(each === undefined ? {} : { items: each }) }).amount, 500)
    }
  })
})

describe("names", () => {
  it("an id and a project have letters, digits, hyphens and underscores, for payins and payouts", () => {
    for (const name of notIds) {
      assert.strictEqual(wrong(payin({ id: name })), `id: ${ids}`)
      assert.strictEqual(wrong(out({ id: name })), `id: ${ids}`)
      const expected = (name ?? null) === null ? `project: ${ids}; there is no default one` : `project: ${ids}`
      assert.strictEqual(wrong(payin({ project: name })), expected)
      assert.strictEqual(wrong(out({ project: name })), expected)
    }
  })

  it("a payment that names no project belongs to that of the settings", () => {
    const settings = policyWith(testPolicy, { merchant: { project: "shop", shops: testPolicy.merchant.shops } })
    assert.strictEqual(payinOf({ project: undefined }, settings).project, "shop")
    assert.strictEqual(payoutOf({ project: undefined }, settings).project, "shop")
    assert.strictEqual(payoutOf({ project: "other" }, settings).project, "other")
  })

  it("a project named like a part of every object has no shop by accident", () => {
    for (const project of ["__proto__", "constructor", "toString"]) {
      assert.strictEqual(fieldOf(payin({ project })), "shop")
      assert.strictEqual(payoutOf({ project }).project, project)
    }
    const shops: PolicyShape["merchant"]["shops"] = Object.create({
      other: { name: "Stand", siteUrl: "https://stand.example" },
    })
    assert.strictEqual(
      fieldOf(payin({ project: "other" }, { ...testPolicy, merchant: { ...testPolicy.merchant, shops } })),
      "shop",
    )
  })

  it("an id named like a part of every object is an id like any other", () => {
    for (const id of ["__proto__", "constructor", "toString"]) assert.strictEqual(payinOf({ id }).id, id)
  })

  it("an order reference is optional and printable", () => {
    assert.isNull(payinOf({}).orderRef)
    assert.isNull(payinOf({ orderRef: null }).orderRef)
    for (const orderRef of ["2026/10#4", "x".repeat(128)]) assert.strictEqual(payinOf({ orderRef }).orderRef, orderRef)
    for (const orderRef of ["", "a b", "é", "a\n", "x".repeat(129), 4]) {
      assert.strictEqual(wrong(payin({ orderRef })), "orderRef: 1 to 128 printable characters without spaces")
    }
  })

  it("an operator, of which no list is shown, and the payin that a payout gives back are optional #111", () => {
    const content = payoutOf({})
    assert.isNull(content.operator)
    assert.isNull(content.refundOf)
    for (const operator of ["ORANGE BURKINA", "An Operator Nobody Knows", "7", "x".repeat(64)]) {
      assert.strictEqual(payoutOf({ operator }).operator, operator)
    }
    assert.strictEqual(payoutOf({ refundOf: "order-1" }).refundOf, "order-1")
    for (const operator of ["", "x".repeat(65), "a\n", "é", 1]) {
      assert.strictEqual(wrong(out({ operator })), "operator: the operator's name in at most 64 printable characters")
    }
    assert.strictEqual(wrong(out({ refundOf: "order 1" })), `refundOf: ${ids}`)
  })
})

describe("the method", () => {
  it("of a payin is one of three", () => {
    for (const method of [
      undefined,
      null,
      "direct",
      {},
      { _tag: "page" },
      { _tag: "constructor" },
      { type: "mobile_money" },
    ]) {
      assert.strictEqual(wrong(payin({ method })), aMethod)
    }
  })

  it("direct needs a known mode, which the wallet is not, and the payer's number #40 #13 #157 #171", () => {
    const direct = { type: "direct", mode: "ussd_push", phone: "22670000001" }
    assert.deepStrictEqual(JSON.parse(JSON.stringify(payinOf({ method: direct }).method)), direct)
    for (const mode of [undefined, "wallet", "ussdPush", "USSD", "toString"]) {
      assert.strictEqual(
        wrong(payin({ method: { ...direct, mode } })),
        "method.mode: one of ussd_otp, ussd_push, guided_ussd, sms_otp, operator_redirect, service_redirect",
      )
    }
    for (const customer of [...notPhones, undefined]) {
      assert.strictEqual(wrong(payin({ method: { ...direct, phone: customer } })), `method.phone: ${phone}`)
    }
  })

  it("whose type is the value of another field says of which type it is one", () => {
    const cure = 'ussd_push is a value of mode: {"type":"direct","mode":"ussd_push"}'
    assert.strictEqual(wrong(payin({ method: { type: "ussd_push", phone: "22670000001" } })), `${aMethod}; ${cure}`)
    const kept = wrong(out({ method: { type: "keep_in_wallet" } }))
    assert.include(kept, '; keep_in_wallet is a value of funds: {"type":"wallet","funds":"keep_in_wallet"}')
    assert.strictEqual(wrong(payin({ method: { type: "mobile_money" } })), aMethod)
  })

  it("wallet needs the number of the wallet account #41 #159", () => {
    const wallet = { type: "wallet", phone: "22670000001" }
    assert.deepStrictEqual(JSON.parse(JSON.stringify(payinOf({ method: wallet }).method)), wallet)
    for (const customer of [...notPhones, undefined]) {
      assert.strictEqual(wrong(payin({ method: { ...wallet, phone: customer } })), `method.phone: ${phone}`)
    }
  })

  it("hosted needs both addresses and leaves the customer out unless told to filter operators #38 #39 #54 #55", () => {
    const back = "https://shop.example/back"
    const hosted = { type: "hosted", returnUrl: back, cancelUrl: back }
    const methodOf = (more: object) => JSON.parse(JSON.stringify(payinOf({ method: { ...hosted, ...more } }).method))
    assert.deepStrictEqual(methodOf({}), { ...hosted, phone: null })
    assert.deepStrictEqual(methodOf({ phone: null }), { ...hosted, phone: null })
    const longest = `https://shop.example/${"a".repeat(2_027)}`
    assert.strictEqual(methodOf({ returnUrl: longest }).returnUrl, longest)
    assert.deepStrictEqual(methodOf({ phone: "22670000001" }), { ...hosted, phone: "22670000001" })
    const wrongs = [undefined, "", "/back", "shop.example", "javascript:alert(1)", "https://shop.example/a b", 1]
    for (const url of [...wrongs, `${longest}a`]) {
      assert.strictEqual(wrong(payin({ method: { ...hosted, returnUrl: url } })), `method.returnUrl: ${address}`)
      assert.strictEqual(wrong(payin({ method: { ...hosted, cancelUrl: url } })), `method.cancelUrl: ${address}`)
    }
    for (const operatorFilter of notPhones.filter((each) => each !== null)) {
      assert.strictEqual(wrong(payin({ method: { ...hosted, phone: operatorFilter } })), `method.phone: ${phone}`)
    }
  })

  it("hosted may name an identifier of the merchant's own, which is left out when it is empty #43", () => {
    const back = "https://shop.example/back"
    const hostedWith = (externalId: unknown) =>
      payin({ method: { type: "hosted", returnUrl: back, cancelUrl: back, externalId } })
    const methodOf = (externalId: unknown) => Result.getOrThrow(hostedWith(externalId)).method
    assert.propertyVal(methodOf("Facture 17/é"), "externalId", "Facture 17/é")
    for (const unused of [undefined, null, ""]) assert.notProperty(methodOf(unused), "externalId")
    for (const externalId of [17, {}, "x".repeat(129), "a\u0000"]) {
      const expected = "at most 128 characters, without control characters other than line breaks"
      assert.strictEqual(wrong(hostedWith(externalId)), `method.externalId: ${expected}`)
    }
  })

  it("direct and wallet refuse what only a hosted page would need #56", () => {
    for (const method of [
      { type: "direct", mode: "ussd_push", phone: "22670000001", cancelUrl: "https://canary.example" },
      { type: "wallet", phone: "22670000001", cancelUrl: "https://canary.example" },
    ]) {
      assert.match(
        wrong(payin({ method })),
        /^method\.cancelUrl: left out: there is no such field.*What there is: type, /,
      )
    }
  })

  it("of a payout is mobile money, or the wallet with the funds' way in words, never 0 or 1 #65 #66 #67 #68 #69", () => {
    for (const funds of ["keep_in_wallet", "transfer_to_mobile_money"]) {
      assert.deepStrictEqual(payoutMethod({ type: "wallet", funds }), { type: "wallet", funds })
    }
    assert.deepStrictEqual(payoutMethod({ type: "mobile_money" }), { type: "mobile_money" })
    assert.strictEqual(fieldOf(out({ method: { type: "mobile_money", funds: 1 } })), "method.funds")
    for (const method of [undefined, null, {}, { type: "hosted" }]) {
      assert.strictEqual(wrong(out({ method })), 'method: of type "mobile_money" or "wallet"')
    }
    for (const funds of [undefined, 0, 1, 2, "0", "1", true]) {
      const expected = "method.funds: one of keep_in_wallet, transfer_to_mobile_money"
      assert.strictEqual(wrong(out({ method: { type: "wallet", funds } })), expected)
    }
  })

  it("a payout needs the beneficiary's number #63 #13", () => {
    for (const beneficiary of ["22670000002", "2250700000001", "12345678", "123456789012345"]) {
      assert.strictEqual(payoutOf({ phone: beneficiary }).phone, beneficiary)
    }
    for (const beneficiary of [...notPhones, undefined]) {
      assert.strictEqual(wrong(out({ phone: beneficiary })), `phone: ${phone}`)
    }
  })
})

describe("texts", () => {
  it("a description is required and is kept as it came #37 #62", () => {
    const description = " Deux pains 🥖\npour tous "
    assert.strictEqual(payinOf({ description }).description, description)
    assert.strictEqual(payoutOf({ description }).description, description)
    const broken = ["a\u0000", "a\tb", "a\rb", "\u001B[31m", "\u007F", "\uD83E", "\uDD56a"]
    for (const each of ["", "x".repeat(501), ...broken, 7, null, undefined]) {
      assert.strictEqual(wrong(payin({ description: each })), `description: ${text(1)}`)
      assert.strictEqual(wrong(out({ description: each })), `description: ${text(1)}`)
    }
  })

  it("a shop comes from the payin, else from the policy, and one there must be #52 #53", () => {
    const own = { name: "Stand", siteUrl: "https://stand.example" }
    assert.deepStrictEqual(payinOf({}).shop, { name: "Boutique", siteUrl: "https://shop.example" })
    assert.deepStrictEqual(payinOf({ shop: own }).shop, own)
    assert.deepStrictEqual(payinOf({ project: "other", shop: own }).shop, own)
    const expected =
      "shop: a name of 1 to 200 characters and an absolute http or https siteUrl, here or in the policy's shops"
    assert.strictEqual(wrong(payin({ project: "other" })), expected)
    for (const shop of [{ siteUrl: own.siteUrl }, { ...own, name: "" }, "Stand"]) {
      assert.strictEqual(wrong(payin({ shop })), expected)
    }
    for (const siteUrl of [undefined, "stand.example"]) {
      assert.strictEqual(wrong(payin({ shop: { ...own, siteUrl } })), `shop.siteUrl: ${address}`)
    }
  })

  it("a customer's names and e-mail address are optional, and undefined and null are the same as left out #42", () => {
    const customer = { firstName: "Firstname", lastName: "Lastnamé", email: "customer@shop.example" }
    assert.deepStrictEqual(payinOf({}).customer, {})
    assert.deepStrictEqual(payinOf({ customer: null }).customer, {})
    assert.deepStrictEqual(payinOf({ customer }).customer, customer)
    for (const email of [undefined, null]) {
      assert.deepStrictEqual(payinOf({ customer: { ...customer, email } }).customer, {
        firstName: "Firstname",
        lastName: "Lastnamé",
      })
    }
    for (const each of ["Firstname", 7, [], { firstName: 7 }, { email: 7 }, { lastName: "x".repeat(101) }]) {
      assert.strictEqual(
        wrong(payin({ customer: each })),
        "customer: firstName and lastName of at most 100 and email of at most 200 characters, each of them optional",
      )
    }
  })
})

describe("items", () => {
  const item = { name: "Loaf", description: "Of wheat", quantity: 2, unitPrice: 250 }

  const many = (length: number) => Array.from({ length }, () => item)

  it("are optional and may be empty #32 #168", () => {
    assert.deepStrictEqual(payinOf({}).items, [])
    assert.deepStrictEqual(payinOf({ items: [] }).items, [])
  })

  it("are kept in their order, with or without a description #47 #48 #49 #50", () => {
    const { description: _, ...plain } = item
    const items = payinOf({ items: [item, plain, { ...item, description: undefined }] }).items
    assert.deepStrictEqual(JSON.parse(JSON.stringify(items)), [item, plain, plain])
    const least = { ...item, description: "", unitPrice: 0 }
    assert.deepStrictEqual(JSON.parse(JSON.stringify(payinOf({ items: [least] }).items)), [least])
  })

  it("take no total from outside, so no total can disagree #51", () => {
    assert.strictEqual(
      wrong(payin({ items: [item, { ...item, totalPrice: 500 }] })),
      "items[1].totalPrice: left out: there is no such field; the nearest is unitPrice. What there is: name, description, quantity, unitPrice",
    )
  })

  it("name the first one that is wrong, a missing one too", () => {
    const expected =
      "a name of 1 to 200 characters, a whole quantity from 1 to 1,000,000, a unitPrice in whole francs up to " +
      "1,000,000,000 and perhaps a description of at most 500 characters"
    const sparse: Array<unknown> = [item]
    sparse[2] = item
    assert.strictEqual(wrong(payin({ items: sparse })), `items[1]: ${expected}`)
    for (const each of [
      ...["", "x".repeat(201), undefined].map((name) => ({ ...item, name })),
      ...[0, -1, 1.5, "2", 1_000_001, undefined].map((quantity) => ({ ...item, quantity })),
      ...[-1, 2.5, "250", Number.NaN, 1_000_000_001, undefined].map((unitPrice) => ({ ...item, unitPrice })),
      { ...item, description: "x".repeat(501) },
      null,
      "Loaf",
      [],
    ]) {
      assert.strictEqual(wrong(payin({ items: [item, each, { ...item, name: "" }] })), `items[1]: ${expected}`)
    }
  })

  it("are a list, of at most as many as the policy says", () => {
    assert.strictEqual(payinOf({ items: many(200) }).items.length, 200)
    assert.strictEqual(wrong(payin({ items: many(201) })), "items: a list of at most 200 items")
    for (const items of ["Loaf", { 0: item, length: 1 }, new Set([item]), many(2).values()])
      assert.strictEqual(wrong(payin({ items })), "items: a list of items")
    assert.strictEqual(
      wrong(payin({ items: many(2) }, policyWith(testPolicy, { merchant: { maxItems: 1 } }))),
      "items: a list of at most 1 items",
    )
  })
})

describe("custom data", () => {
  it("is optional and free, for payins and payouts #58 #70", () => {
    assert.deepStrictEqual(payinOf({}).customData, {})
    assert.deepStrictEqual(payoutOf({ customData: null }).customData, {})
    const customData = { basket: "17 loaves", "A-b_9": "", note: "deux\npains" }
    assert.deepStrictEqual(payinOf({ customData }).customData, customData)
    assert.deepStrictEqual(payoutOf({ customData }).customData, customData)
  })

  it("leaves transaction_id to the payment's own id #60 #70", () => {
    for (const key of ["transaction_id", "Transaction_ID"]) {
      for (const read of [payin({ customData: { [key]: "mine" } }), out({ customData: { [key]: "mine" } })]) {
        assert.strictEqual(wrong(read), `customData.${key}: left out: Cauri sends the payment's id there`)
      }
    }
  })

  it('takes keys that contain "id", for only external_id is mixed of their values #58 #70 #90', () => {
    const customData = { id: "1", order_id: "2", provider: "3", orderID: "4" }
    assert.deepStrictEqual(payinOf({ customData }).customData, customData)
    assert.deepStrictEqual(payoutOf({ customData }).customData, customData)
  })

  it('takes no key that contains "id" where the policy keeps external_id equal to the payment\'s id #90 #91', () => {
    const strict = policyWith(testPolicy, { merchant: { refuseIdKeys: true } })
    for (const key of ["id", "order_id", "paid_by", "provider", "video", "orderID", "Id", "iD"]) {
      const expected = `customData.${key}: named without "id": the service would mix its value into external_id`
      assert.strictEqual(wrong(payin({ customData: { [key]: "x" } }, strict)), expected)
      assert.strictEqual(wrong(out({ customData: { [key]: "x" } }, strict)), expected)
    }
  })

  it("takes numbers and booleans as their texts, because the service gives back nothing but texts #58 #70 #95", () => {
    const customData = { pieces: 17, weight: -2.5, debt: -0, gift: true, again: false }
    const texts = { pieces: "17", weight: "-2.5", debt: "0", gift: "true", again: "false" }
    assert.deepStrictEqual(payinOf({ customData }).customData, texts)
    assert.deepStrictEqual(payoutOf({ customData }).customData, texts)
    assert.deepStrictEqual(payinOf({ customData: texts }), payinOf({ customData }), "the same content")
  })

  it("takes keys of 1 to 64 plain characters, a letter first", () => {
    const expected = "customData: keyed by 1 to 64 letters, digits, hyphens or underscores, a letter first"
    for (const key of ["", "1", "_a", "-", "a b", "a.b", "a[b]", "é", `a${"x".repeat(64)}`]) {
      assert.strictEqual(wrong(payin({ customData: { [key]: "x" } })), expected, key)
    }
    assert.strictEqual(wrong(payin({ customData: JSON.parse('{"__proto__":"x"}') })), expected)
    assert.deepStrictEqual(payinOf({ customData: { [`a${"x".repeat(63)}`]: "x" } }).customData, {
      [`a${"x".repeat(63)}`]: "x",
    })
  })

  it("takes keys named like parts of every object without harm", () => {
    const customData = { constructor: "a", toString: "b", valueOf: "c" }
    const read = payinOf({ customData }).customData
    assert.deepStrictEqual(Object.entries(read), Object.entries(customData))
    assert.strictEqual(Object.getPrototypeOf(read), Object.prototype)
  })

  it("takes texts of at most 500 characters, and no nested data, which would come back as text #95", () => {
    const expected = `customData.note: a number, a boolean or a text of ${text(0)}; write nested data as JSON text`
    for (const value of [null, undefined, Number.NaN, Infinity, 7n, {}, ["a"], "x".repeat(501), "a\u0000"]) {
      assert.strictEqual(wrong(payin({ customData: { note: value } })), expected)
    }
  })

  it("takes at most as many entries as the policy says", () => {
    assert.strictEqual(Object.keys(payinOf({ customData: entries(20) }).customData).length, 20)
    assert.strictEqual(wrong(payin({ customData: entries(21) })), "customData: at most 20 entries")
    assert.strictEqual(
      wrong(payin({ customData: entries(2) }, policyWith(testPolicy, { merchant: { maxCustomData: 1 } }))),
      "customData: at most 1 entries",
    )
  })

  it("is a plain object, and nothing whose entries would be lost", () => {
    for (const customData of ["x", 7, [], ["x"], new Map([["note", "x"]]), new URLSearchParams("note=x")]) {
      assert.strictEqual(wrong(payin({ customData })), "customData: a plain object of texts, numbers and booleans")
    }
  })
})

describe("what a merchant hears", () => {
  const canary = "canary 22679999999"

  it("never repeats the value that was handed in, in no field", () => {
    const wrongs: ReadonlyArray<Read> = [
      ...[
        "project",
        "id",
        "amount",
        "method",
        "description",
        "items",
        "shop",
        "customer",
        "customData",
        "orderRef",
      ].map((field) => payin({ [field]: field === "description" ? `${canary}\u0000` : canary })),
      ...["project", "id", "amount", "method", "phone", "description", "operator", "refundOf", "customData"].map(
        (field) => out({ [field]: ["description", "operator"].includes(field) ? `${canary}\u0000` : canary }),
      ),
      payin({ method: { type: "direct", mode: canary, phone: "22670000001" } }),
      payin({ method: { type: "direct", mode: "ussd_push", phone: canary } }),
      payin({ method: { type: "wallet", phone: canary } }),
      payin({ method: { type: "hosted", returnUrl: canary, cancelUrl: canary } }),
      payin({
        method: {
          type: "hosted",
          returnUrl: "https://shop.example",
          cancelUrl: "https://shop.example",
          externalId: `${canary}\u0000`,
        },
      }),
      payin({ items: [{ name: canary, quantity: canary, unitPrice: canary }] }),
      payin({ shop: { name: "Stand", siteUrl: canary } }),
      payin({ customer: { firstName: [canary] } }),
      payin({ customData: { note: [canary] } }),
      payin({ customData: { [canary]: "x" } }),
    ]
    for (const read of wrongs) {
      if (Result.isSuccess(read)) return assert.fail("every one of these is wrong")
      const received = `${read.failure.message} ${String(read.failure.stack)} ${JSON.stringify(read.failure)}`
      assert.notInclude(received, "canary")
      assert.notInclude(received, "22679999999")
    }
  })

  it("hears of the first thing that is wrong, from the names on", () => {
    assert.strictEqual(fieldOf(payin({ project: "", id: "", amount: 0 })), "project")
    assert.strictEqual(fieldOf(payin({ id: "", amount: 0 })), "id")
    assert.strictEqual(fieldOf(out({ amount: 0, phone: "" })), "amount")
  })

  it("hears the payment's name, and what to do, when an id is taken by another content", () => {
    const key = { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-1") } as const
    assert.strictEqual(
      new ContentConflict({ key, fields: ["amount", "method.phone"] }).message,
      "The payin shop/order-1 exists already with another content (amount, method.phone). Nothing was sent. A new id is for a new payment, and never for the same debt.",
    )
  })

  it("hears it too when nothing was handed in at all", () => {
    for (const nothing of [null, undefined, "order-1", 7]) {
      for (const readAny of [readPayin, readPayout]) {
        const read: Read = Reflect.apply(readAny, undefined, [nothing, testPolicy])
        assert.match(wrong(read), /^input: an object with the fields of a pay(in|out)$/)
      }
    }
  })

  it.prop("always gets an answer, whatever JSON was handed in", [Schema.Json], ([any]) =>
    [readPayin, readPayout].every((readAny) => {
      const whole: Read = Reflect.apply(readAny, undefined, [any, testPolicy])
      const fields = ["project", "id", "amount", "method", "description", "items", "shop", "customer", "customData"]
      return (
        Result.isFailure(whole) &&
        fields.every((field) => typeof fieldOf(payin({ [field]: any })) === "string") &&
        [...fields, "phone", "operator", "refundOf"].every(
          (field) => typeof fieldOf(out({ [field]: any })) === "string",
        )
      )
    }),
  )

  it("hears of the field that goes round in circles, or deeper than any field, as of any wrong one", () => {
    const person: Record<string, unknown> = { firstName: "Awa" }
    person["friends"] = [person]
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)
    for (const endless of [person, deep]) {
      assert.strictEqual(fieldOf(payin({ order: endless })), "order")
      assert.strictEqual(fieldOf(payin({ customData: { endless } })), "customData.endless")
      assert.match(fieldOf(payin({ customer: endless })), /^customer/)
      assert.match(fieldOf(payin({ items: [endless] })), /^items\[0\]/)
    }
  })

  it("hears of what shows no fields, such as a promise that was not awaited, instead of losing it", () => {
    for (const hidden of [Promise.resolve({ firstName: "Awa" }), new Date(), new WeakMap()]) {
      for (const field of ["customer", "customData", "items", "shop"]) {
        assert.strictEqual(fieldOf(payin({ [field]: hidden })), field)
      }
      const read: Read = Reflect.apply(readPayin, undefined, [hidden, testPolicy])
      assert.strictEqual(fieldOf(read), "input")
    }
    const bare: object = Object.create(null)
    assert.deepStrictEqual(payinOf({ customer: bare, customData: bare }).customer, {})
  })

  it("hears of a mistyped field by the nearest name, of any field that it may be, and of none that is undefined or null", () => {
    assert.strictEqual(
      wrong(payin({ amuont: 500 })),
      "amuont: left out: there is no such field; the nearest is amount. What there is: project, id, amount, method, description, items, shop, customer, customData, orderRef",
    )
    assert.strictEqual(fieldOf(payin({ "22679999999": "x" })), "…")
    assert.strictEqual(fieldOf(payin({ shop: { name: "Stand", siteURL: "https://stand.example" } })), "shop.siteURL")
    assert.strictEqual(fieldOf(payin({ customer: { mail: "customer@shop.example" } })), "customer.mail")
    for (const own of ["kind", "erasedAt"]) assert.strictEqual(fieldOf(payin({ [own]: 7 })), own)
    for (const none of [undefined, null]) {
      assert.strictEqual(wrong(payin({ refundOf: none, method: { ...pushMethod, funds: none } })), "accepted")
    }
  })

  it("gets the same content for the same input, field by field", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(payinOf({}))), {
      kind: "payin",
      project: "shop",
      id: "order-1",
      amount: 500,
      method: { type: "direct", mode: "ussd_push", phone: "22670000001" },
      description: "Two loaves",
      items: [],
      shop: { name: "Boutique", siteUrl: "https://shop.example" },
      customer: {},
      customData: {},
      orderRef: null,
    })
    assert.deepStrictEqual(JSON.parse(JSON.stringify(payoutOf({}))), {
      kind: "payout",
      project: "shop",
      id: "salary-1",
      amount: 700,
      method: { type: "mobile_money" },
      phone: "22670000002",
      description: "Salary",
      operator: null,
      refundOf: null,
      customData: {},
    })
  })
})
