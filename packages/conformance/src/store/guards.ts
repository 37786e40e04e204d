/**
 * What keeps a merchant from paying twice: a claim checks the other payouts in the very step that sends one.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentId } from "@cauri/core"
import { spendingStates } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { day, type Ground, newGround, payinIn, payoutIn, payoutStates } from "../samples.ts"
import { put } from "../steps.ts"
import { claimOrNothing } from "./claiming.ts"

const twinOf = (ground: Ground, completedSince: number) => ({
  twin: { party: ground.phone(0), amount: 500, completedSince },
})

const payin = PaymentId.make("order")
const refundOf = (ground: Ground, atMost: number) => ({ refund: { of: payin, project: ground.project, atMost } })

const tryOne = Effect.fnUntraced(function* (
  ground: Ground,
  guards: Parameters<typeof claimOrNothing>[2],
  wish: Parameters<typeof payoutIn>[3] = {},
) {
  const record = yield* put(payoutIn(ground, "this-one", "intended", wish))
  const claimed = yield* claimOrNothing(record, ground.at, guards)
  return claimed._tag === "Stopped" ? claimed.because : claimed._tag
})

const isSpending = (state: string) => spendingStates.some((each) => each === state)
const mayCount = payoutStates.filter((state) => isSpending(state) || state === "completed")
const neverCounts = payoutStates.filter((state) => !isSpending(state) && state !== "completed")

export const twins: Facet = {
  name: "claiming beside a twin",
  alone: false,
  cases: {
    "a payout with no twin is claimed, although it fits its own guard": Effect.gen(function* () {
      const ground = yield* newGround
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, 0)), "Claimed")
    }),

    "a twin that has left or may have left stops it at any age, and nothing is written": Effect.gen(function* () {
      for (const state of payoutStates.filter(isSpending)) {
        const ground = yield* newGround
        yield* put(payoutIn(ground, "twin", state, { at: ground.at - 400 * day }))
        assert.strictEqual(yield* tryOne(ground, twinOf(ground, ground.at)), "twin", state)
      }
    }),

    "a twin that was never sent or is known to have failed stops nothing": Effect.gen(function* () {
      for (const state of neverCounts) {
        const ground = yield* newGround
        yield* put(payoutIn(ground, "twin", state))
        assert.strictEqual(yield* tryOne(ground, twinOf(ground, 0)), "Claimed", state)
      }
    }),

    "a twin that completed at the first moment of the window stops it": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "twin", "completed", { at: ground.at - day, endedAt: ground.at - 600 }))
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, ground.at - 600)), "twin")
    }),

    "a twin that completed a millisecond before the window stops nothing": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "twin", "completed", { at: ground.at - day, endedAt: ground.at - 601 }))
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, ground.at - 600)), "Claimed")
    }),

    "another amount, another number or another kind is no twin": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "more", "pending", { amount: 501 }))
      yield* put(payoutIn(ground, "less", "pending", { amount: 499 }))
      yield* put(payoutIn(ground, "neighbour", "pending", { phone: ground.phone(1) }))
      yield* put(payinIn(ground, "payin", "pending"))
      yield* put(payinIn(ground, "this-one", "completed"))
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, 0)), "Claimed")
    }),

    "a twin on another rail, with another operator or text is a twin": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(
        payoutIn(ground, "twin", "pending", {
          method: { type: "wallet", funds: "keep_in_wallet" },
          operator: "Operator One",
          description: "Another text",
        }),
      )
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, 0)), "twin")
    }),

    "a twin in another project of the store is a twin, even under the same id": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "this-one", "pending", { project: ground.elsewhere }))
      assert.strictEqual(yield* tryOne(ground, twinOf(ground, 0)), "twin")
    }),

    "without a guard a twin stops nothing: a person has released it": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "twin", "in_doubt"))
      assert.strictEqual(yield* tryOne(ground, {}), "Claimed")
    }),
  },
}

export const refunds: Facet = {
  name: "claiming a refund",
  alone: false,
  cases: {
    "a refund of the whole payin is claimed": Effect.gen(function* () {
      const ground = yield* newGround
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 500), { refundOf: payin }), "Claimed")
    }),

    "a refund of one franc more is too high, and nothing is written": Effect.gen(function* () {
      const ground = yield* newGround
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 499), { refundOf: payin }), "refund_too_high")
    }),

    "refunds that have left, may have left or completed count, at any age": Effect.gen(function* () {
      for (const state of mayCount) {
        const ground = yield* newGround
        const wish = { refundOf: payin, at: ground.at - 400 * day }
        yield* put(payoutIn(ground, "earlier", state, { ...wish, amount: 501 }))
        const guards = refundOf(ground, 1_000)
        assert.strictEqual(yield* tryOne(ground, guards, { refundOf: payin }), "refund_too_high", state)
      }
    }),

    "refunds up to the last franc are claimed": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "one", "completed", { refundOf: payin, amount: 200 }))
      yield* put(payoutIn(ground, "two", "in_doubt", { refundOf: payin, amount: 300 }))
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 1_000), { refundOf: payin }), "Claimed")
    }),

    "several refunds count together": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "one", "completed", { refundOf: payin, amount: 200 }))
      yield* put(payoutIn(ground, "two", "in_doubt", { refundOf: payin, amount: 300 }))
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 999), { refundOf: payin }), "refund_too_high")
    }),

    "refunds that were never sent or are known to have failed do not count": Effect.gen(function* () {
      const ground = yield* newGround
      for (const state of neverCounts) yield* put(payoutIn(ground, state, state, { refundOf: payin }))
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 500), { refundOf: payin }), "Claimed")
    }),

    "refunds of another payin, of another project's payin, and plain payouts do not count": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "another", "completed", { refundOf: "Order" }))
      yield* put(payoutIn(ground, "elsewhere", "completed", { refundOf: payin, project: ground.elsewhere }))
      yield* put(payoutIn(ground, "plain", "completed"))
      assert.strictEqual(yield* tryOne(ground, refundOf(ground, 500), { refundOf: payin }), "Claimed")
    }),
  },
}
