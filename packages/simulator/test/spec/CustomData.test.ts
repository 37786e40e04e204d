import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  CallbackCustomDataEntry,
  CustomDataEntry,
  customDataText,
  externalIdAssumption,
  externalIdOf,
  toCustomDataEntries,
} from "../../src/spec/CustomData.ts"
import { RequestCustomData } from "@cauri/wire"
import { accepts, without } from "./support.ts"

const entry = (key: string, value: string) => ({ keyof_customdata: key, valueof_customdata: value })

describe("CustomData", () => {
  it("takes entries of a key, a text and a time of creation #94 #95 #96", () => {
    const whole = { ...entry("transaction_id", "T1"), datecreation_customdata: "2026-05-09 07:20:23.362788" }
    assert.isTrue(accepts(CustomDataEntry, whole))
    for (const name of Object.keys(whole)) {
      assert.isFalse(accepts(CustomDataEntry, without(whole, name)), name)
    }
    assert.isFalse(accepts(CustomDataEntry, { ...whole, valueof_customdata: 1 }))
  })

  it("promises key and value only in callbacks #202", () => {
    assert.isTrue(accepts(CallbackCustomDataEntry, entry("hash", "h")))
    assert.isFalse(accepts(CallbackCustomDataEntry, { keyof_customdata: "hash" }))
  })

  it("returns the merchant's keys as entries in their order #99", () => {
    assert.deepStrictEqual(toCustomDataEntries({ transaction_id: "T1", note: "n" }, "now"), [
      { ...entry("transaction_id", "T1"), datecreation_customdata: "now" },
      { ...entry("note", "n"), datecreation_customdata: "now" },
    ])
  })

  it("writes a value that is no text as its JSON text #95", () => {
    assert.deepStrictEqual([1, true, null, { a: [1] }, "x"].map(customDataText), [
      "1",
      "true",
      "null",
      '{"a":[1]}',
      "x",
    ])
  })

  it.prop("makes valid entries of any custom_data #58 #94 #95 #96 #99", [RequestCustomData], ([sent]) =>
    toCustomDataEntries(sent, "now").every((made) => accepts(CustomDataEntry, made)),
  )

  it("keeps a key named __proto__ a key #58 #99", () => {
    const sent = Schema.decodeUnknownSync(RequestCustomData)(JSON.parse('{"__proto__":{"polluted":true}}'))
    assert.deepStrictEqual(toCustomDataEntries(sent, "now"), [
      { ...entry("__proto__", '{"polluted":true}'), datecreation_customdata: "now" },
    ])
  })

  it("computes external_id from the values whose key contains id #90", () => {
    const entries = [entry("transaction_id", "T1"), entry("note", "n"), entry("order_id", "O2"), entry("video", "V")]
    assert.strictEqual(externalIdOf(entries), "T1O2V")
    assert.strictEqual(externalIdOf([]), "")
  })

  it("equals transaction_id when that is the only such key #91", () => {
    assert.strictEqual(externalIdOf([entry("logfile", "l"), entry("transaction_id", "T1"), entry("hash", "h")]), "T1")
  })

  it("can be computed by another reading of contains id #90", () => {
    const entries = [entry("ID", "A"), entry("hash", "h"), entry("id", "B")]
    assert.strictEqual(externalIdOf(entries), "B")
    assert.strictEqual(externalIdOf(entries, { ...externalIdAssumption, ignoresCase: true, separator: "-" }), "A-B")
    const everyKey = { ...externalIdAssumption, keyPart: "" }
    assert.strictEqual(externalIdOf(entries, everyKey), "AhB")
    assert.strictEqual(externalIdOf(entries, { ...everyKey, countsServiceEntries: false }), "AB")
  })
})
