import { assert, describe, it } from "@effect/vitest"
import { Xof } from "@cauri/core/model"
import { formatXof } from "../src/index.ts"
import { typeset } from "../src/typeset.ts"

describe("an amount", () => {
  it("is grouped by thousands, with the symbol that phones print, and never breaks #10 #11", () => {
    const french = [0, 9, 999, 1_000, 25_500, 2_000_000].map((amount) => formatXof(amount, "fr"))
    assert.deepStrictEqual(
      french.map((text) => text.replaceAll("\u00A0", "~")),
      ["0~F~CFA", "9~F~CFA", "999~F~CFA", "1~000~F~CFA", "25~500~F~CFA", "2~000~000~F~CFA"],
    )
    assert.strictEqual(formatXof(1_000, "en"), "1,000\u00A0F\u00A0CFA")
  })

  it.prop("reads back to itself in both languages, whatever its size #10", [Xof], ([amount]) =>
    (["fr", "en"] as const).every((language) => {
      const text = formatXof(amount, language)
      return Number(text.replace(/[^0-9]/g, "")) === amount && !text.includes(" ") && /^\d{1,3}(\D\d{3})*\D/.test(text)
    }),
  )
})

describe("a French text", () => {
  it("keeps the signs that stand apart with the word before them, and leaves the rest", () => {
    assert.strictEqual(
      typeset("Un : deux ; trois ! quatre ? cinq, six. 7"),
      "Un\u00A0: deux\u00A0; trois\u00A0! quatre\u00A0? cinq, six. 7",
    )
  })
})
