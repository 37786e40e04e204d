import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Result, Schema } from "effect"
import { defaultPolicy } from "@cauri/core"
import { readPayin } from "@cauri/core/model"
import { callbackForm, formEncodings, PayinCallback, PayoutCallback, toCustomDataEntries } from "@cauri/simulator"
import { bodyLimits, readCallbackBody } from "../src/index.ts"
import { form, json, sample } from "./support.ts"

const encoder = new TextEncoder()
const read = (body: string | Uint8Array, contentType = json) =>
  readCallbackBody(typeof body === "string" ? encoder.encode(body) : body, contentType)
/** What is hashed into the fingerprint, as text. */
const printOf = (body: string | Uint8Array, contentType = json): string =>
  new TextDecoder().decode(read(body, contentType).print)
const printOfJson = (value: unknown): string => printOf(JSON.stringify(value))
const idIn = (body: string, contentType = json) => read(body, contentType).transactionId

const differ = (one: unknown, other: unknown) => assert.notStrictEqual(printOfJson(one), printOfJson(other))
const agree = (one: unknown, other: unknown) => assert.strictEqual(printOfJson(one), printOfJson(other))
const isUnreadable = (body: string | Uint8Array, contentType = json) => {
  const { oddities, transactionId } = read(body, contentType)
  assert.deepStrictEqual([transactionId, oddities], [null, ["Unreadable"]], String(body).slice(0, 80))
}

const entry = (key: string, value: string) => ({ keyof_customdata: key, valueof_customdata: value })

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
const flat = (count: number) => JSON.stringify(Array.from({ length: count }, (_, index) => `v${index}`))
const pairs = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=v`).join("&")
const sized = (size: number) => `{"a":"${"x".repeat(size - 8)}"}`

describe("the print of a body", () => {
  for (const [name, schema] of [
    ["payin", PayinCallback],
    ["payout", PayoutCallback],
  ] as const) {
    // A map has room for one entry of a key, and a form for so many pairs.
    const plain = Arbitrary.schema(Schema.toType(schema)).pipe(
      Arbitrary.map((payload) => ({
        ...payload,
        custom_data: payload.custom_data
          .slice(0, 8)
          .map((entry, index) => ({ ...entry, keyof_customdata: `key_${index}` })),
      })),
    )
    it.prop(
      `is the same for the two POSTs of any ${name} event, in each way to write a form #196 #197`,
      [plain],
      ([event]) => {
        const print = printOfJson(event)
        return formEncodings.every((encoding) => printOf(callbackForm(event, encoding), form) === print)
      },
    )
  }

  it("is the same for the published callbacks and their forms #197", () => {
    const payin = Schema.decodeUnknownSync(PayinCallback)({ ...sample("callback-payin-completed"), token: "a token" })
    for (const encoding of formEncodings)
      assert.strictEqual(printOf(callbackForm(payin, encoding), form), printOfJson(payin))
    // The published payout callback has fields that the form's writer does not know: a flat form of our own.
    const { custom_data: _, ...flat } = { custom_data: [], ...sample("callback-payout-completed") }
    const fields = Object.entries(flat).map(([key, value]): [string, string] => [key, String(value)])
    assert.strictEqual(printOf(new URLSearchParams(fields).toString(), form), printOfJson(flat))
  })

  it("is the same for all that the policy lets a merchant send, in every encoding and with dates #96 #99 #196", () => {
    const texts = Array.from({ length: defaultPolicy.merchant.maxCustomData }, (_, index) => [
      `k${index}`.padEnd(64, "-"),
      "\u20AC".repeat(500),
    ])
    const asked = {
      project: "shop",
      id: "o".repeat(64),
      amount: 2_000_000,
      method: { type: "direct", mode: "ussd_push", phone: "226700000000001" },
      description: "\u20AC".repeat(500),
      shop: { name: "Shop", siteUrl: "https://shop.example" },
      customData: Object.fromEntries(texts),
    } as const
    const { customData, description, id } = Result.getOrThrow(readPayin(asked, defaultPolicy))
    const { custom_data: _, ...fields } = Schema.decodeUnknownSync(PayinCallback)(sample("callback-payin-completed"))
    const given = { ...customData, transaction_id: id, hash: "h".repeat(64), logfile: "l".repeat(64) }
    const payload = { ...fields, description, custom_data: toCustomDataEntries(given, "2026-01-31 12:00:00") }
    const plain = JSON.stringify(payload)
    const bodies = [
      read(plain),
      read(plain.replaceAll("\u20AC", "\\u20ac")),
      ...formEncodings.map((encoding) => read(callbackForm(payload, encoding), form)),
    ]
    assert.deepStrictEqual(new Set(bodies.map(({ print }) => print.join())).size, 1)
    for (const { oddities, transactionId } of bodies) assert.deepStrictEqual([oddities, transactionId], [[], id])
  })

  it("leaves the callback's own token out, which may differ between the two POSTs #200 #201", () => {
    agree({ status: "completed", token: "one" }, { status: "completed", token: "two" })
    agree({ status: "completed", token: { a: "one" } }, { status: "completed" })
    for (const written of ["token=CANARY", "token[a]=CANARY", "token%5Ba%5D=CANARY"])
      assert.strictEqual(printOf(`status=completed&${written}`, form), printOfJson({ status: "completed" }))
  })

  it("changes with every field that says something, known or not", () => {
    differ({ status: "pending" }, { status: "completed" })
    differ({ status: "completed", amount: 100 }, { status: "completed", amount: 101 })
    differ({ unheard: { of: 1 } }, { unheard: { of: 2 } })
    differ({ unheard: { of: 1 } }, { unheard: { by: 1 } })
    differ({ a: "1", b: "2" }, { a: "2", b: "1" })
    differ({ a: 'x","b=y' }, { a: "x", b: "y" })
    differ({ a: { b: "1", c: "2" } }, { a: { b: "1" }, c: "2" })
    differ({ custom_data: { transaction_id: "T1" } }, { custom_data: { transaction_id: "T2" } })
    differ({ custom_data: { transaction_id: "T1" } }, { transaction_id: "T1" })
  })

  it("does not change with what a form cannot say: types, empty values, and the order of keys", () => {
    agree({ amount: 4200, ok: true, ratio: 0.5 }, { ratio: "0.5", ok: "true", amount: "4200" })
    agree({ a: 1 }, { a: 1, b: null, c: "", d: [], e: {}, f: [{}, [""]] })
    agree({ list: ["x", "y"] }, { list: { 1: "y", 0: "x" } })
    assert.strictEqual(printOf('{"amount":4200.0}'), printOf("amount=4200", form))
  })

  it("reads half of a character as it would arrive in a form (A15)", () => {
    assert.strictEqual(printOf(String.raw`{"a":"x\ud800y"}`), printOf("a=x%EF%BF%BDy", form))
    assert.strictEqual(printOf(String.raw`{"a\udc00":{"\ud800":"y"}}`), printOf("a%EF%BF%BD[%EF%BF%BD]=y", form))
  })

  it("knows the entries of custom_data in each form that is known, and under the older name #202", () => {
    const entries = [
      { keyof_customdata: "transaction_id", valueof_customdata: "T1" },
      { keyof_customdata: "hash", valueof_customdata: "h", datecreation_customdata: "2026-05-09 07:20:23.362788" },
    ]
    for (const other of [
      JSON.stringify(entries),
      { transaction_id: "T1", hash: "h" },
      JSON.stringify({ hash: "h", transaction_id: "T1" }),
      { 0: entries[0], 1: entries[1] },
      entries.toReversed(),
    ])
      agree({ custom_data: entries }, { custom_data: other })
    agree({ custom_data: entries }, { customdata: entries })
    differ({ custom_data: [entry("a", "1"), entry("b", "2")] }, { custom_data: [entry("a", "2"), entry("b", "1")] })
  })

  it("counts what is no entry, so that an unknown form of them still rings again", () => {
    differ({ custom_data: [["transaction_id", "T1"]] }, { custom_data: [["transaction_id", "T2"]] })
    differ({ custom_data: "T1" }, { custom_data: "T2" })
    differ({ custom_data: [{ valueof_customdata: "T1" }] }, { custom_data: [{ valueof_customdata: "T2" }] })
    differ({ custom_data: "[T1" }, { custom_data: "[T2" })
  })
})

describe("the merchant's identifier in a body", () => {
  it("is found in each of the three ways that forms are said to nest #202 #204", () => {
    const bodies = Object.values(sample("callback-form-encodings"))
    assert.strictEqual(bodies.length, 3)
    for (const body of bodies) assert.strictEqual(idIn(String(body), form), "T1")
  })

  it("is the entry transaction_id, and no other entry of its name's like #203 #204", () => {
    assert.strictEqual(idIn(JSON.stringify(sample("callback-payin-completed"))), "ART5A7044E5")
    for (const body of [
      '{"transaction_id":"top","custom_data":{"transaction_id":"entry","Transaction_Id":"x"}}',
      '{"custom_data":{"Transaction_Id":"x","transaction_id":"entry"},"transaction_id":"top"}',
    ])
      assert.strictEqual(idIn(body), "entry")
  })

  it("is the field of that name where no entry comes back, as in payout callbacks #204", () => {
    assert.strictEqual(idIn(JSON.stringify(sample("callback-payout-completed"))), "<32 hex, merchant id>")
    assert.isNull(idIn('{"status":"completed"}'))
  })
})

describe("a body that is not read", () => {
  it("is not well-formed: UTF-8 is strict, and one byte order mark is dropped (A15)", () => {
    const mark = [0xef, 0xbb, 0xbf]
    const text = [...encoder.encode('{"a":"é"}')]
    assert.strictEqual(printOf(Uint8Array.from([...mark, ...text])), printOf('{"a":"é"}'))
    isUnreadable(Uint8Array.from([...mark, ...mark, ...text]))
    for (const bytes of [
      [0x22, 0xc3, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    ]) {
      isUnreadable(Uint8Array.from(bytes))
      isUnreadable(Uint8Array.from(bytes), form)
    }
    for (const text of ["a=%", "a=%C3", "%ff=1"]) isUnreadable(text, form)
  })

  it("says nothing, or is no object #198", () => {
    for (const text of ["", "null", "[]", "1", "{}", '{"a":""}', '"status=completed"', "status=completed", '{"a":1'])
      isUnreadable(text)
    for (const text of ["", "&&", "status", "a=", '{"status":"completed"}']) isUnreadable(text, form)
  })

  it("is beyond the limits of bytes, depth and fields (A9, A10, A13)", () => {
    for (const [fits, exceeds, type] of [
      [sized(bodyLimits.bytes), sized(bodyLimits.bytes + 1), json],
      [nested(bodyLimits.depth), nested(bodyLimits.depth + 1), json],
      [`{"a":${flat(bodyLimits.fields - 1)}}`, `{"a":${flat(bodyLimits.fields)}}`, json],
      [`{"a":[${"[],".repeat(bodyLimits.fields - 3)}1]}`, `{"a":[${"[],".repeat(bodyLimits.fields - 1)}1]}`, json],
      [pairs(bodyLimits.fields), pairs(bodyLimits.fields + 1), form],
    ] as const) {
      assert.deepStrictEqual(read(fits, type).oddities, [])
      isUnreadable(exceeds, type)
    }
    isUnreadable("[".repeat(60_000) + "]".repeat(60_000))
    isUnreadable(`a=${"[".repeat(60_000)}${"]".repeat(60_000)}`, form)
  })

  it("is under another media type, or another one's than it says (A14)", () => {
    for (const type of ["", "text/plain", "multipart/form-data; boundary=x"])
      assert.deepStrictEqual(read('{"status":"completed"}', type).oddities, ["WrongMediaType"])
    isUnreadable('{"status":"completed"}', form)
    isUnreadable("status=completed", json)
  })

  it("counts by its bytes", () => {
    assert.strictEqual(printOf("<html>"), printOf("<html>"))
    assert.notStrictEqual(printOf("<html>"), printOf("<html >"))
    assert.notStrictEqual(printOf('["a=1"]'), printOf('{"a":1}'))
    assert.notStrictEqual(printOf('content ["a=1"]'), printOf('{"a":1}'))
  })
})

describe("any body", () => {
  it("may have __proto__ and its like for names, as any other (A12)", () => {
    const names = ["__proto__", "constructor", "toString", "custom_data"]
    const texts = names.map((name) => `{"${name}":{"__proto__":{"polluted":"1"}}}`)
    const prints = [...texts.map((text) => printOf(text)), ...names.map((name) => printOf(`${name}[polluted]=1`, form))]
    assert.strictEqual(new Set(prints).size, 2 * names.length)
    assert.isFalse("polluted" in {})
  })

  it.prop(
    "is taken under any content type, and throws nothing (A11, A26)",
    [Schema.Uint8Array, Schema.Json, Schema.String],
    ([bytes, value, type]) =>
      [bytes, JSON.stringify(value), `a=${JSON.stringify(value)}&custom_data=${JSON.stringify(value)}`]
        .flatMap((body) => [json, form, type].map((each) => [printOf(body, each), printOf(body, each)]))
        .every(([one = "", other]) => one.length > 0 && one === other),
  )
})
