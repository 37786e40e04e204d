import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Payouts } from "@cauri/core"
import { Evidence } from "@cauri/core/adapter"
import { layerArchiving } from "../src/archiving.ts"
import { layerInProcess, takesPayouts } from "./inProcess.ts"
import { payout } from "./payments.ts"

const closed = Effect.gen(function* () {
  const payouts = yield* Payouts
  const { payment } = yield* payouts.create(payout("wage", "22660000000"), { sendLater: true })
  yield* payouts.cancel(payment.key, "A colleague")
})

const left = Effect.gen(function* () {
  return (yield* (yield* Evidence).archivable({ before: Number.MAX_SAFE_INTEGER, after: null, limit: 9 })).keys.length
})

/** How many of the payments are not archived after so many days, one figure for each. */
const leftAfter = Effect.fnUntraced(function* (days: ReadonlyArray<number>) {
  yield* closed
  yield* Layer.build(layerArchiving)
  return yield* Effect.forEach(days, (each) => Effect.andThen(TestClock.adjust(`${each} days`), left))
})

describe("a reconciler", () => {
  it.effect("archives once a day what was closed for longer than the policy says", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* leftAfter([179, 2]), [1, 0])
    }).pipe(Effect.provide(layerInProcess())),
  )

  it.effect("archives nothing where the policy says never", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* leftAfter([1_000]), [1])
    }).pipe(Effect.provide(layerInProcess(takesPayouts, { store: { archiveAfter: "Infinity" } }))),
  )
})
