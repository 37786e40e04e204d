import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { callbackFields, callbackForm, formEncodings } from "../../src/spec/callbackForm.ts"
import { formMediaType } from "@cauri/wire"
import { PayinCallback, PayoutCallback } from "../../src/spec/CallbackPayloads.ts"
import { payinCallback, sample } from "./support.ts"

const small = {
  status: "completed",
  token: "",
  custom_data: [{ keyof_customdata: "transaction_id", valueof_customdata: "T1" }],
} as const

describe("callbackForm", () => {
  it("writes the three known encodings of custom_data #202", () => {
    const bodies = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.String))(
      sample("callback-form-encodings"),
    )
    const payload = { status: "completed", amount: 4200, token: "", custom_data: small.custom_data } as const
    assert.deepStrictEqual(
      formEncodings.map((encoding) => callbackForm(payload, encoding).replace("&token=", "")),
      Object.values(bodies),
    )
  })

  it("carries in the form what the JSON carries #197", () => {
    const payload = Schema.decodeUnknownSync(PayinCallback)(payinCallback)
    const fields = new URLSearchParams(callbackForm(payload, "JsonString"))
    const { custom_data, customer_details: _, ...flat } = payinCallback
    assert.deepStrictEqual(JSON.parse(fields.get("custom_data") ?? ""), custom_data)
    for (const [name, value] of Object.entries(flat)) {
      assert.strictEqual(fields.get(name), String(value))
    }
    assert.strictEqual(fields.get("customer_details[phone]"), "22600000000")
  })

  it("writes null as an empty value and an empty list as no field at all #197", () => {
    const fields = callbackFields({ ...small, customer: null, custom_data: [] }, "BracketList")
    assert.deepStrictEqual(fields, [
      ["status", "completed"],
      ["token", ""],
      ["customer", ""],
    ])
    assert.deepStrictEqual(callbackFields({ ...small, custom_data: [] }, "JsonString").at(-1), ["custom_data", "[]"])
  })

  it("names the media type of the form POST", () => {
    assert.strictEqual(formMediaType, "application/x-www-form-urlencoded")
  })

  it.prop("is read back by any form parser, field by field #197", [PayoutCallback], ([payload]) =>
    formEncodings.every((encoding) => {
      const fields = callbackFields(payload, encoding).map((pair) => pair.map((text) => text.toWellFormed()))
      const parsed = [...new URLSearchParams(callbackForm(payload, encoding))]
      return JSON.stringify(parsed) === JSON.stringify(fields)
    }),
  )
})
