import { assert, describe, it } from "@effect/vitest"
import { storableText } from "../src/model/Identifiers.ts"

describe("storable", () => {
  it("leaves a text alone that every store takes", () => {
    for (const text of ["", "Code17", "Votre requête a échoué", "two words", "\u{1F600}"]) {
      assert.strictEqual(storableText(text, 200), text)
    }
  })

  it("puts a replacement mark for each control character and each half of a broken pair", () => {
    assert.strictEqual(storableText("a\u0000b\nc\u007Fd", 200), "a\uFFFDb\uFFFDc\uFFFDd")
    assert.strictEqual(storableText("\uD83D!\uDE00", 200), "\uFFFD!\uFFFD")
  })

  it("cuts to the length, and leaves no half of a pair at the cut", () => {
    assert.strictEqual(storableText("abcdef", 3), "abc")
    assert.strictEqual(storableText("ab\u{1F600}", 3), "ab\uFFFD")
  })

  it("is empty for what is no text", () => {
    for (const value of [null, undefined, 7, true, {}, ["a"]]) assert.strictEqual(storableText(value, 200), "")
  })
})
