/** What a person reads about input that a schema refuses. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { givenIn, ruleIn, rulesOf, wrongFieldsOf } from "../src/options/wrongInput.ts"

const Form = Schema.Struct({
  apiKey: Schema.optionalKey(Schema.Int),
  count: Schema.Int,
  fault: Schema.Union([Schema.TaggedStruct("Late", {}), Schema.TaggedStruct("Lost", {})]),
  list: Schema.Array(Schema.String),
})

const wrongIn = (value: unknown) => {
  const read = Schema.decodeUnknownResult(Form, { errors: "all" })(value)
  return Result.isFailure(read) ? wrongFieldsOf(read.failure.issue, value) : []
}

describe("input that a schema refuses", () => {
  it("is shown field by field, cut where it is long, and without a credential", () => {
    const wrong = wrongIn({ apiKey: "secret", count: "x".repeat(80), fault: { _tag: "Lost" }, list: ["a", 2] })
    assert.deepStrictEqual(givenIn(wrong), ["apiKey = a credential", `count = "${"x".repeat(59)}…`, "list[1] = 2"])
  })

  it("is named by its kind where it is a list, an object or not there, and as a whole", () => {
    assert.deepStrictEqual(givenIn(wrongIn({ count: {}, fault: { _tag: "Lost" }, list: {} })), [
      "count = an object",
      "list = an object",
    ])
    assert.deepStrictEqual(givenIn(wrongIn({ count: [], fault: { _tag: "Lost" } })), [
      "count = a list",
      "list = missing",
    ])
    assert.deepStrictEqual(givenIn(wrongIn("nothing")), ['"nothing"'])
  })

  it("has one rule for each field", () => {
    assert.deepStrictEqual(rulesOf(wrongIn({ count: 1, fault: { _tag: "Other" }, list: [] })), [
      "fault must be Late or Lost",
    ])
    assert.strictEqual(ruleIn("Missing key"), "is missing")
    const twice = [1, 2].map((each) => ({ name: "fault", given: "", message: `Expected ${each}` }))
    assert.deepStrictEqual(rulesOf(twice), ["fault must be 1 or 2"])
  })
})
