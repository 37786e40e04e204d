import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { clock, count, day, duration, money, moment, number, seconds, shortDay } from "../src/index.ts"

const seen = (text: string) => text.replaceAll("\u00A0", "~")
const at = Date.UTC(2026, 10, 21, 15, 4, 9)

describe("an amount", () => {
  it("is grouped by thousands, with the symbol that phones print, and never breaks #10 #11", () => {
    assert.deepStrictEqual(
      [0, 9, 999, 1_000, 25_500, 2_000_000].map((francs) => seen(money(francs, "fr"))),
      ["0~F~CFA", "9~F~CFA", "999~F~CFA", "1~000~F~CFA", "25~500~F~CFA", "2~000~000~F~CFA"],
    )
    assert.strictEqual(seen(money(7_500, "en")), "7,500~F~CFA")
    assert.strictEqual(seen(number(1_250_000, "fr")), "1~250~000")
  })

  it.prop("reads back to itself in both languages, whatever its size #10", [Schema.Int], ([amount]) =>
    (["fr", "en"] as const).every((language) => {
      const text = money(Math.abs(amount), language)
      return Number(text.replace(/[^0-9]/g, "")) === Math.abs(amount) && !text.includes(" ")
    }),
  )
})

describe("a number", () => {
  it("shows three decimals at most, with the point of its language", () => {
    assert.strictEqual(seen(number(10_000.25, "en")), "10,000.25")
    assert.strictEqual(seen(number(1_234.567_8, "fr")), "1~234,568")
    assert.strictEqual(seen(seconds(1_234_560, "en")), "1,234.6~s")
    assert.strictEqual(seen(seconds(40, "fr")), "0,0~s")
  })

  it("agrees with what it counts: in French none and one are singular", () => {
    assert.deepStrictEqual(
      [0, 1, 2_000].map((value) => count(value, "en", "payout")),
      ["0 payouts", "1 payout", "2,000 payouts"],
    )
    assert.deepStrictEqual(
      [0, 1, 2].map((value) => count(value, "fr", "signal", "signaux")),
      ["0 signal", "1 signal", "2 signaux"],
    )
  })
})

describe("a duration", () => {
  it("is shown in its two largest units, or in one where that is enough", () => {
    const millis = ((3 * 24 + 4) * 60 + 5) * 60_000
    assert.strictEqual(seen(duration(millis, "en")), "3~d 4~h")
    assert.strictEqual(seen(duration(millis, "fr")), "3~j 4~h")
    assert.strictEqual(seen(duration(millis, "en", 1)), "3~d")
    assert.strictEqual(seen(duration(125_000, "fr")), "2~min 5~s")
    assert.strictEqual(seen(duration(120_000, "fr")), "2~min")
    assert.strictEqual(seen(duration(999, "en")), "<~1~s")
  })
})

describe("a time", () => {
  it("is in UTC and says so", () => {
    assert.strictEqual(moment(at, "en"), "21 Nov 2026, 15:04:09 UTC")
    assert.strictEqual(moment(at, "fr"), "21 nov. 2026, 15:04:09 UTC")
    assert.strictEqual(day(at, "fr"), "samedi 21 novembre 2026")
    assert.strictEqual(day(at, "en"), "Saturday, 21 November 2026")
    assert.strictEqual(shortDay(at, "fr"), "21 nov.")
    assert.strictEqual(clock(at, "fr", "minutes"), "15:04")
    assert.strictEqual(clock(at, "en"), "15:04:09")
  })
})
