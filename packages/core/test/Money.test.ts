import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maximumPayinAmount, minimumPayinAmount, PayinAmount, PayoutAmount, Xof } from "../src/model/Identifiers.ts"

const kinds = { Xof, PayinAmount, PayoutAmount }

describe("Money", () => {
  it("takes no amount that is not a whole number, whatever it is for #10 #245", () => {
    for (const [kind, schema] of Object.entries(kinds)) {
      for (const amount of [10.5, 100.000001, Number.NaN, Infinity, -Infinity, "100", 100n, null, undefined, [100]]) {
        assert.isFalse(Schema.is(schema)(amount), `${kind} ${String(amount)}`)
      }
    }
  })

  it("collects 9 francs and no fewer #243", () => {
    assert.strictEqual(minimumPayinAmount, 9)
    assert.isTrue(Schema.is(PayinAmount)(9))
    for (const amount of [8, 1, 0, -9]) assert.isFalse(Schema.is(PayinAmount)(amount), String(amount))
  })

  it("collects 2,000,000 francs and no more #244", () => {
    assert.strictEqual(maximumPayinAmount, 2_000_000)
    assert.isTrue(Schema.is(PayinAmount)(2_000_000))
    for (const amount of [2_000_001, 20_000_000]) assert.isFalse(Schema.is(PayinAmount)(amount), String(amount))
  })

  it("sends one franc or more in a payout and invents no upper bound #61 #250", () => {
    for (const amount of [1, 8, 2_000_001, 5_000_000_000, Number.MAX_SAFE_INTEGER]) {
      assert.isTrue(Schema.is(PayoutAmount)(amount), String(amount))
    }
    for (const amount of [0, -0, -1, -2_000_000]) assert.isFalse(Schema.is(PayoutAmount)(amount), String(amount))
  })

  it("counts nothing that a number cannot hold exactly #10", () => {
    for (const schema of Object.values(kinds)) assert.isFalse(Schema.is(schema)(Number.MAX_SAFE_INTEGER + 1))
  })

  it("knows zero francs as money, but no debt #10", () => {
    assert.isTrue(Schema.is(Xof)(0))
    assert.isFalse(Schema.is(Xof)(-1))
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
