import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { readCallback, readCallbackNames, valuesOf } from "../src/index.ts"
import { almostAnswer, anyJson, payinCallback, sample } from "./support.ts"

describe("readCallback", () => {
  it("reads a payin callback #202", () => {
    const reading = Option.getOrThrow(readCallback(payinCallback))
    assert.deepStrictEqual(reading.status, { _tag: "Stated", status: "completed" })
    assert.deepStrictEqual(valuesOf(reading.customData, "transaction_id"), ["T1"])
    assert.deepStrictEqual(valuesOf(reading.customData, "hash"), ["h"])
  })

  it("reads the same from the JSON and from what a form parser makes of the form #197", () => {
    const texts = Object.fromEntries(
      Object.entries(payinCallback).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    )
    assert.deepStrictEqual(readCallback(texts), readCallback(payinCallback))
  })

  it("reads whose payment it is without the rest, and no otherwise #204", () => {
    const published = ["callback-payin-completed", "callback-payout-completed"].map((name) => ({
      ...Object(sample(name)),
    }))
    for (const body of [payinCallback, ...published, {}]) {
      const { customData, transactionId } = Option.getOrThrow(readCallback(body))
      assert.deepStrictEqual(readCallbackNames(body), { customData, transactionId })
    }
  })

  it("calls the callback's token untrusted", () => {
    assert.deepStrictEqual(Option.getOrThrow(readCallback(payinCallback)).untrustedToken, Option.some("callback-token"))
    const published = Option.getOrThrow(readCallback(sample("callback-payin-completed")))
    assert.isTrue(Option.isNone(published.untrustedToken))
    assert.deepStrictEqual(Option.getOrThrow(readCallback({ token: 17 })).untrustedToken, Option.some("17"))
  })

  it("reads a callback of which nothing is known as a callback that says nothing #202 #211", () => {
    const reading = Option.getOrThrow(readCallback({}))
    assert.deepStrictEqual(reading.status, { _tag: "Empty" })
    assert.deepStrictEqual(reading.customData, { entries: [], unreadable: 0 })
  })

  it("reads no callback where the body is no object #202", () => {
    for (const body of [null, undefined, "status=completed", 1, [payinCallback]]) {
      assert.isTrue(Option.isNone(readCallback(body)))
    }
  })

  it.prop("reads any JSON without throwing, and objects always #202", [anyJson, almostAnswer], ([any, answer]) => {
    readCallback(any)
    return Option.isSome(readCallback(answer))
  })
})
