import { assert, describe, it } from "@effect/vitest"
import {
  countText,
  dayText,
  durationText,
  isoDay,
  moment,
  momentText,
  roughText,
  sumText,
} from "../../src/page/moments.ts"

const at = Date.UTC(2026, 10, 21, 5, 4, 9, 250)
const plain = (text: string) => text.replaceAll("\u00A0", " ")

describe("moments", () => {
  it("are told to the second, in UTC, and say so in both languages", () => {
    assert.strictEqual(momentText(at, "en"), "21 Nov 2026, 05:04:09 UTC")
    assert.strictEqual(momentText(at, "fr"), "21 nov. 2026, 05:04:09 UTC")
    assert.strictEqual(dayText(at, "fr"), "samedi 21 novembre 2026")
    assert.strictEqual(isoDay(at), "2026-11-21")
    assert.include(moment(at, "en").text, 'datetime="2026-11-21T05:04:09.250Z"')
  })

  it("lie apart by durations in their two largest units", () => {
    const told = [0, 999, 1_000, 61_000, 3_600_000, 3_661_000, 90_061_000, 86_400_000 * 40 + 5_000].map((millis) =>
      plain(durationText(millis, "en")),
    )
    assert.deepStrictEqual(told, ["< 1 s", "< 1 s", "1 s", "1 min 1 s", "1 h", "1 h 1 min", "1 d 1 h", "40 d"])
    assert.strictEqual(plain(durationText(90_061_000, "fr")), "1 j 1 h")
    assert.strictEqual(plain(durationText(-5, "en")), "< 1 s")
    assert.strictEqual(plain(roughText(61_000, "en")), "1 min")
    assert.strictEqual(plain(roughText(59_000, "en")), "59 s")
  })

  it("come with sums and counts in groups of three", () => {
    assert.strictEqual(plain(sumText(1_234_567, "en")), "1,234,567 F CFA")
    assert.strictEqual(plain(sumText(1_234_567, "fr")), "1 234 567 F CFA")
    assert.strictEqual(plain(sumText(0, "en")), "0 F CFA")
    assert.strictEqual(countText(12_345, "en"), "12,345")
    assert.strictEqual(plain(countText(12_345, "fr")), "12 345")
  })
})
