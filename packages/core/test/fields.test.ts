import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { InvalidInput, readBy } from "../src/model/fields.ts"

it("a field that is wrong is named with what was expected, and it is said that nothing was stored or sent", () => {
  const error = new InvalidInput({ field: "amount", expected: "a whole number" })
  assert.strictEqual(error.message, "amount must be a whole number. Nothing was stored or sent.")
  assert.strictEqual(error._tag, "InvalidInput")
})

it("a person's name is refused, and what it must be is said, when it cannot be written down", () => {
  assert.deepStrictEqual(readBy("A colleague"), Result.succeed("A colleague"))
  for (const by of ["7", "é", "Ада", "阿达", "\u200Ba"]) assert.deepStrictEqual(readBy(by), Result.succeed(by))
  for (const by of ["", " ", "A colleague\u0000", "x".repeat(2_001), "…", "\u200B", "\u00AD", "\u2060", "\u3164"]) {
    const read = readBy(by)
    assert.strictEqual(
      Result.isFailure(read) && read.failure.message,
      "by must be a name in 1 to 2,000 characters, with a letter or a digit and without control characters. Nothing was stored or sent.",
    )
  }
})
