import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { readdirSync } from "node:fs"
import { defaultPolicy } from "@cauri/core"
import { readPayin } from "@cauri/core/model"
import { callbackForm, formEncodings, PayinCallback, toCustomDataEntries } from "@cauri/simulator"
import { bodyLimits, type CallbackBody, claimedTransactionIds, readCallbackBody } from "../src/index.ts"
import { fuzz, newReport } from "./fuzz.ts"
import { form, json, sample } from "./support.ts"

const encoder = new TextEncoder()
const read = (body: string | Uint8Array, contentType = json): CallbackBody =>
  readCallbackBody(typeof body === "string" ? encoder.encode(body) : body, contentType)
const content = (body: CallbackBody) => Option.getOrThrow(body.content)
const isUnreadable = ({ content, oddities }: CallbackBody) => {
  assert.isTrue(Option.isNone(content))
  assert.deepStrictEqual(oddities, ["Unreadable"])
}

const sized = (size: number) => `{"a":"${"x".repeat(size - 8)}"}`

describe("readCallbackBody", () => {
  it("reads JSON and forms alike #196 #198", () => {
    const entry = [{ keyof_customdata: "transaction_id", valueof_customdata: "T1" }]
    for (const body of [
      read(JSON.stringify({ status: "completed", amount: 4200, custom_data: entry })),
      read("status=completed&amount=4200&custom_data[transaction_id]=T1", form),
    ]) {
      assert.deepStrictEqual(content(body).status, { _tag: "Stated", status: "completed" })
      assert.deepStrictEqual(content(body).amount, { _tag: "Read", xof: 4200 })
      assert.deepStrictEqual(claimedTransactionIds(content(body)), ["T1"])
      assert.deepStrictEqual(body.oddities, [])
    }
  })

  it("finds the merchant's identifier in each of the three ways that forms are said to nest #202 #204", () => {
    const bodies = Object.values(sample("callback-form-encodings"))
    assert.strictEqual(bodies.length, 3)
    for (const body of bodies) assert.deepStrictEqual(claimedTransactionIds(content(read(String(body), form))), ["T1"])
  })

  it("takes the entry transaction_id for the merchant's identifier, and no other entry of its name's like #203 #204", () => {
    const payin = content(read(JSON.stringify(sample("callback-payin-completed"))))
    assert.deepStrictEqual(
      payin.customData.entries.map(({ key }) => key),
      ["transaction_id", "hash", "logfile"],
    )
    assert.deepStrictEqual(claimedTransactionIds(payin), ["ART5A7044E5"])
    const both = content(read('{"transaction_id":"top","custom_data":{"transaction_id":"entry","Transaction_Id":"x"}}'))
    assert.deepStrictEqual(claimedTransactionIds(both), ["entry"])
  })

  it("takes the field of that name where no entry comes back, as in payout callbacks #204", () => {
    const payout = content(read(JSON.stringify(sample("callback-payout-completed"))))
    assert.deepStrictEqual(claimedTransactionIds(payout), ["<32 hex, merchant id>"])
    assert.deepStrictEqual(claimedTransactionIds(content(read("{}"))), [])
  })

  it("drops the callback's token before anybody could hold it #200 #201", () => {
    for (const [body, type] of [
      ['{"status":"completed","token":"CANARY","custom_data":[]}', json],
      ["status=completed&token=CANARY", form],
      ["status=completed&token[a]=CANARY", form],
    ] as const)
      assert.notInclude(JSON.stringify(read(body, type)), "CANARY")
  })

  it("has no type for a callback's token #200 #201", () => {
    const body = read('{"token":"CANARY"}')
    // @ts-expect-error what a callback says has no token
    assert.strictEqual(JSON.stringify(content(body).token), undefined)
    // @ts-expect-error nor the one that wire calls untrusted
    assert.include(JSON.stringify(content(body).untrustedToken), "None")
  })

  it("opens JSON in a field, and sees a key that comes twice in it (A11)", () => {
    const body = read(
      `custom_data=${encodeURIComponent('{"transaction_id":"A","transaction_id":"B","hash":"h"}')}`,
      form,
    )
    assert.deepStrictEqual(body.oddities, ["RepeatedKey"])
    assert.deepStrictEqual(
      content(body).customData.entries.map(({ key }) => key),
      ["hash"],
    )
  })

  it("counts a status that comes twice as absent, in JSON and in forms (A11)", () => {
    for (const body of [
      read('{"status":"pending","status":"completed"}'),
      read("status=pending&status=completed", form),
    ]) {
      assert.deepStrictEqual(content(body).status, { _tag: "Empty" })
      assert.deepStrictEqual(body.oddities, ["RepeatedKey"])
    }
  })

  it("reads UTF-8 strictly, and drops one byte order mark (A15)", () => {
    const mark = [0xef, 0xbb, 0xbf]
    const text = [...encoder.encode('{"a":"é"}')]
    const plain = read(Uint8Array.from(text)).print
    assert.deepStrictEqual(read(Uint8Array.from([...mark, ...text])).print, plain)
    isUnreadable(read(Uint8Array.from([...mark, ...mark, ...text])))
    for (const bytes of [
      [0x22, 0xc3, 0x22],
      [0x22, 0xc0, 0x80, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
      [0xfe, 0xff, 0x00, 0x7b, 0x00, 0x7d],
    ]) {
      isUnreadable(read(Uint8Array.from(bytes)))
      isUnreadable(read(Uint8Array.from(bytes), form))
    }
  })

  it("reads all that the policy lets a merchant send, in every encoding and with dates (#96, #99, #196)", () => {
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
    const escaped = plain.replaceAll("\u20AC", "\\u20ac")
    const bodies = [
      read(plain),
      read(escaped),
      ...formEncodings.map((encoding) => read(callbackForm(payload, encoding), form)),
      read(
        `custom_data=${encodeURIComponent(JSON.stringify(payload.custom_data).replaceAll("\u20AC", "\\u20ac"))}`,
        form,
      ),
    ]
    for (const body of bodies) {
      assert.deepStrictEqual(
        content(body).customData.entries.map(({ key, value }) => [key, value]),
        Object.entries(given),
      )
    }
  })

  it("reads 128 KiB and no byte more (A9)", () => {
    assert.strictEqual(sized(bodyLimits.bytes).length, 131_072)
    assert.isTrue(Option.isSome(read(sized(bodyLimits.bytes)).content))
    isUnreadable(read(sized(bodyLimits.bytes + 1)))
  })

  it("tells unreadable bodies apart by their bytes, and repetitions by the same", () => {
    assert.deepStrictEqual(read("<html>").print, read("<html>").print)
    assert.notDeepEqual(read("<html>").print, read("<html >").print)
    for (const text of ["", "null", "[]", "1", '"status=completed"', "status=completed", '{"a":1'])
      isUnreadable(read(text))
  })

  it("reads nothing under another media type, and says so (A14)", () => {
    for (const type of [undefined, "text/plain", "multipart/form-data; boundary=x"]) {
      const body = readCallbackBody(encoder.encode('{"status":"completed"}'), type)
      assert.isTrue(Option.isNone(body.content))
      assert.deepStrictEqual(body.oddities, ["WrongMediaType"])
    }
  })

  it("reads JSON that calls itself a form as a form, and the other way round (A14)", () => {
    assert.deepStrictEqual(content(read('{"status":"completed"}', form)).status, { _tag: "Empty" })
    isUnreadable(read("status=completed", json))
  })

  it("reads every sample that wire has, and names none of them odd", () => {
    const names = readdirSync(new URL("../../wire/test/samples", import.meta.url)).filter((name) =>
      name.startsWith("callback-p"),
    )
    assert.strictEqual(names.length, 2)
    for (const name of names) assert.deepStrictEqual(read(JSON.stringify(sample(name.slice(0, -5)))).oddities, [])
  })

  it.prop(
    "takes any bytes under any content type and throws nothing",
    [Schema.Uint8Array, Schema.String],
    ([bytes, type]) => {
      const bodies = [json, form, type].map((each) => read(bytes, each))
      return bodies.every(({ print }) => print.length > 0)
    },
  )

  it("keeps its promises for 20,000 bodies: genuine, damaged, hostile and random (A10, A11, A12, A13, A15, A26)", () => {
    const report = newReport()
    fuzz(report, 1, 20_000)
    assert.deepStrictEqual(report.findings, [])
    assert.strictEqual(report.bodies, 20_000)
    assert.isAbove(report.readable, 8_000)
    assert.strictEqual(report.events, 1_000)
  })
})
