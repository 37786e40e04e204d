import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { defaultPolicy } from "@cauri/core"
import { readPayin, readPayout } from "@cauri/core/model"
import { isPayout, newLuck, payinOf, payoutOf, planOf, railNames, twinIdOf } from "../src/plan.ts"

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999_999 }))

/** What goes wrong under a seed, in no order. */
const troubles = (seed: number) =>
  planOf(seed)
    .map(({ fault, phone, rail, wrongCode }) => `${rail} ${phone.slice(-2)} ${fault?._tag ?? "-"} ${wrongCode}`)
    .toSorted()

describe("the plan", () => {
  it.prop(
    "asks for at least 200 payments on every rail, each with an id of its own, whatever the seed",
    [Seed],
    ([seed]) => {
      const plan = planOf(seed)
      assert.isAtLeast(plan.length, 200)
      assert.strictEqual(new Set(plan.flatMap((each) => [each.id, twinIdOf(each)])).size, 2 * plan.length)
      for (const rail of railNames) assert.isAtLeast(plan.filter((each) => each.rail === rail).length, 20)
    },
  )

  it.prop("asks for nothing that core refuses before it is sent", [Seed], ([seed]) => {
    for (const planned of planOf(seed)) {
      const isRead = isPayout(planned.rail)
        ? Result.isSuccess(readPayout(payoutOf(planned), defaultPolicy))
        : Result.isSuccess(readPayin(payinOf(planned), defaultPolicy))
      assert.isTrue(isRead, `${planned.id} is well formed`)
    }
  })

  it.prop(
    "has no two payouts of one amount to one number but those that the merchant asks for by mistake",
    [Seed],
    ([seed]) => {
      const payouts = planOf(seed).filter(({ rail }) => isPayout(rail))
      assert.strictEqual(new Set(payouts.map(({ amount, phone }) => `${phone} ${amount}`)).size, payouts.length)
      assert.isAbove(payouts.filter(({ again }) => again === "other id").length, 0)
    },
  )

  it("is the same for the same seed, and another one for another", () => {
    assert.deepStrictEqual(planOf(7), planOf(7))
    assert.notDeepEqual(planOf(7), planOf(8))
  })

  it("leaves out no kind of fault, and lets every trouble strike whatever the seed", () => {
    assert.deepStrictEqual(troubles(1), troubles(2))
    const kinds = new Set(planOf(1).flatMap(({ fault }) => (fault === null ? [] : [fault._tag])))
    assert.includeMembers(
      [...kinds],
      ["AnswerDropped", "ConnectionReset", "CallbackLost", "CallbackRepeated", "CallbackEarly", "CallbackForged"],
    )
  })

  it("lets no fault depend on a reconciler alone, which may be killed before it strikes", () => {
    const plan = planOf(1)
    const faults = (planned: typeof plan) =>
      new Set(planned.flatMap(({ fault }) => (fault === null ? [] : [JSON.stringify(fault)])))
    assert.sameMembers([...faults(plan.filter(({ sendLater }) => !sendLater))], [...faults(plan)])
  })

  it("draws numbers that are spread between 0 and 1", () => {
    const luck = newLuck(3)
    const drawn = Array.from({ length: 1_000 }, luck)
    assert.isTrue(drawn.every((number) => number >= 0 && number < 1))
    assert.closeTo(drawn.reduce((sum, number) => sum + number, 0) / drawn.length, 0.5, 0.05)
  })
})
