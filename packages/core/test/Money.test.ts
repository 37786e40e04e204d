import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { PayinAmount, PayoutAmount, Xof } from "../src/model/Identifiers.ts"

describe("Money", () => {
  it("is whole francs that a number holds exactly, zero too, but no debt #10 #245", () => {
    assert.isTrue(Schema.is(Xof)(0))
    for (const amount of [-1, 10.5, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1, "100", 100n, null, [100]]) {
      assert.isFalse(Schema.is(Xof)(amount), String(amount))
    }
  })

  it.prop(
    "takes any whole number exactly when it lies within the bounds #243 #244 #250",
    [Schema.Int],
    ([amount]) =>
      Schema.is(PayinAmount)(amount) === (amount >= 9 && amount <= 2_000_000) &&
      Schema.is(PayoutAmount)(amount) === amount >= 1 &&
      Schema.is(Xof)(amount) === amount >= 0,
  )
})
