import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Option, Schema } from "effect"
import { callbackForm, formEncodings, PayinCallback, PayoutCallback } from "@cauri/simulator"
import { readCallbackBody } from "../src/index.ts"
import { form, json, sample } from "./support.ts"

const encoder = new TextEncoder()

/** What is hashed into the fingerprint, as text. */
const printOf = (text: string, contentType = json): string =>
  new TextDecoder().decode(readCallbackBody(encoder.encode(text), contentType).print)
const printOfJson = (value: unknown): string => printOf(JSON.stringify(value))

const differ = (one: unknown, other: unknown) => assert.notStrictEqual(printOfJson(one), printOfJson(other))
const agree = (one: unknown, other: unknown) => assert.strictEqual(printOfJson(one), printOfJson(other))

const payload = (name: "payin" | "payout") => {
  const body = sample(`callback-${name}-completed`)
  return { ...body, token: "a token" }
}

const entry = (key: string, value: string) => ({ keyof_customdata: key, valueof_customdata: value })

describe("the print of a body", () => {
  for (const [name, schema] of [
    ["payin", PayinCallback],
    ["payout", PayoutCallback],
  ] as const) {
    // Keys in brackets are as far as the grammar of forms goes, and a form has room for so many pairs.
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
    for (const encoding of formEncodings) {
      const payin = Schema.decodeUnknownSync(PayinCallback)(payload("payin"))
      assert.strictEqual(printOf(callbackForm(payin, encoding), form), printOfJson(payin))
    }
    // The published payout callback has fields that the form's writer does not know: a flat form of our own.
    const { custom_data: _, ...flat } = { custom_data: [], ...payload("payout") }
    const fields = Object.entries(flat).map(([key, value]): [string, string] => [key, value])
    assert.strictEqual(printOf(new URLSearchParams(fields).toString(), form), printOfJson(payload("payout")))
  })

  it("leaves the callback's own token out, which may differ between the two POSTs #200", () => {
    agree({ status: "completed", token: "one" }, { status: "completed", token: "two" })
    agree({ status: "completed", token: "one" }, { status: "completed" })
    agree({ token: { status: "completed" } }, {})
  })

  it("changes with every field that says something, known or not", () => {
    differ({ status: "pending" }, { status: "completed" })
    differ({ status: "completed", amount: 100 }, { status: "completed", amount: 101 })
    differ({ unheard: { of: 1 } }, { unheard: { of: 2 } })
    differ({ unheard: { of: 1 } }, { unheard: { by: 1 } })
    differ({ a: "1", b: "2" }, { a: "2", b: "1" })
    // No text can pass itself off as the end of another and the beginning of a third.
    differ({ a: "x b =y" }, { a: "x", b: "y" })
    differ({ a: "x 1:b =1:y" }, { a: "x", b: "y" })
    differ({ a: 'x","=","b","y' }, { a: "x", b: "y" })
    // Nor can a name, nor a field that holds others.
    differ({ a: { b: "1", c: "2" } }, { a: { b: "1" }, c: "2" })
    differ({ a: { b: "1" }, c: "2" }, { a: { b: { c: "2" } } })
    differ({ "{": "a", b: "1" }, { a: { b: "1" } })
    differ({ custom_data: { a: "1" } }, { entry: "a", a: "1" })
    differ({ custom_data: { transaction_id: "T1" } }, { custom_data: { transaction_id: "T2" } })
    differ({ custom_data: { transaction_id: "T1" } }, { transaction_id: "T1" })
    assert.notStrictEqual(printOf('{"n":9007199254740993}'), printOf('{"n":9007199254740992}'))
  })

  it("does not change with what a form cannot say: types, empty values, and the order of keys", () => {
    agree({ amount: 4200, ok: true, ratio: 0.5 }, { ratio: "0.5", ok: "true", amount: "4200" })
    agree({ a: 1 }, { a: 1, b: null, c: "", d: [], e: {}, f: [{}, [""]] })
    agree({ list: ["x", "y"] }, { list: { 1: "y", 0: "x" } })
    const twelve = Array.from({ length: 12 }, (_, index) => `item ${index}`)
    agree({ list: twelve, b: 1, a: 2 }, { a: 2, b: 1, list: Object.fromEntries(Object.entries(twelve).toReversed()) })
    assert.strictEqual(printOf('{"amount":4200.0}'), printOf("amount=4200", form))
  })

  it("does not change with the order of keys, however many there are", () => {
    for (const many of [2, 31, 32, 33, 200]) {
      const fields = Array.from({ length: many }, (_, index): [string, string] => [
        `k${(index * 7) % many}`,
        `${index}`,
      ])
      agree(Object.fromEntries(fields), Object.fromEntries(fields.toReversed()))
      differ(Object.fromEntries(fields), Object.fromEntries(fields.slice(1)))
    }
    // Byte for byte, as the engine sorts: capitals before small letters, digits as texts.
    agree({ b: "1", B: "2", 10: "3", 9: "4", ä: "5" }, { ä: "5", 9: "4", 10: "3", B: "2", b: "1" })
  })

  it("reads half of a character as it would arrive in a form (A15)", () => {
    assert.strictEqual(printOf(String.raw`{"a":"x\ud800y"}`), printOf("a=x%EF%BF%BDy", form))
    assert.strictEqual(printOf(String.raw`{"a\udc00":{"\ud800":"y"}}`), printOf("a%EF%BF%BD[%EF%BF%BD]=y", form))
    assert.strictEqual(
      printOf(String.raw`{"custom_data":{"\ud800":"x\udc00"}}`),
      printOf("custom_data[%EF%BF%BD]=x%EF%BF%BD", form),
    )
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
  })

  it("leaves out entries of one key, for a map has room for one of them only", () => {
    agree({ custom_data: [entry("a", "1"), entry("b", "2"), entry("b", "3")] }, { custom_data: { a: "1" } })
    assert.strictEqual(
      printOf("custom_data[a]=1&custom_data[b]=2&custom_data[b]=3", form),
      printOfJson({ custom_data: [entry("a", "1"), entry("b", "2"), entry("b", "3")] }),
    )
  })

  it("counts what the reader of entries cannot read, so that an unknown form of them still rings again", () => {
    differ({ custom_data: [["transaction_id", "T1"]] }, { custom_data: [["transaction_id", "T2"]] })
    differ({ custom_data: "T1" }, { custom_data: "T2" })
    differ({ custom_data: null, customdata: "T1" }, { custom_data: "T1" })
  })

  it("is another for a body that cannot be read than for any that can", () => {
    assert.notStrictEqual(printOf("content "), printOf("{}"))
    assert.isTrue(Option.isNone(readCallbackBody(encoder.encode("content "), json).content))
    assert.notStrictEqual(printOf("["), printOf("[["))
  })
})
