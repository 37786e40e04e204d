/**
 * What waits for a worker and what needs a person, as dashboards and health checks ask for it.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentStore } from "@cauri/core"
import { Reports, type Backlog, type StorePorts } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { cancelled, flagClosed, flagged, newGround, payinIn, payoutIn, resolved } from "../samples.ts"
import { move, put, putAll } from "../steps.ts"

const standingAt = (now: number) => Reports.use((reports) => reports.backlog(now))

const none: Backlog = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }

/** What a store counts of open payments. */
export const standings: Facet<StorePorts> = {
  name: "how a store stands",
  alone: true,
  cases: {
    "a store in which nothing waits says so": Effect.gen(function* () {
      const ground = yield* newGround
      assert.deepStrictEqual(yield* standingAt(ground.at), none)
      yield* putAll([payoutIn(ground, "done", "completed"), payinIn(ground, "open", "pending")])
      assert.deepStrictEqual(yield* standingAt(Number.MAX_SAFE_INTEGER), none)
    }),

    "what is due counts from its very millisecond, with the time of the oldest": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "acts", "pending", { actAt: ground.at + 20 }))
      yield* put(payinIn(ground, "listens", "completed", { actAt: ground.at + 10 }))
      assert.deepStrictEqual(yield* standingAt(ground.at + 9), none)
      assert.deepStrictEqual(yield* standingAt(ground.at + 10), { ...none, due: 1, oldestDueAt: ground.at + 10 })
      assert.deepStrictEqual(yield* standingAt(ground.at + 20), { ...none, due: 2, oldestDueAt: ground.at + 10 })
    }),

    "what is leased does not wait until its lease is over, and then since the time at which it was due": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* put(payoutIn(ground, "first", "pending", { actAt: ground.at + 1 }))
        yield* put(payoutIn(ground, "second", "pending", { actAt: ground.at + 2 }))
        yield* (yield* PaymentStore).takeDue({ now: ground.at + 5, limit: 1, until: ground.at + 60 })
        assert.deepStrictEqual(yield* standingAt(ground.at + 59), { ...none, due: 1, oldestDueAt: ground.at + 2 })
        assert.deepStrictEqual(yield* standingAt(ground.at + 60), { ...none, due: 2, oldestDueAt: ground.at + 1 })
      },
    ),

    "what is in doubt or held counts until it is so no longer": Effect.gen(function* () {
      const ground = yield* newGround
      const doubtful = yield* put(payoutIn(ground, "doubtful", "in_doubt"))
      yield* put(payinIn(ground, "payin", "in_doubt"))
      const held = yield* put(payoutIn(ground, "held", "held"))
      assert.deepStrictEqual(yield* standingAt(ground.at), { ...none, inDoubt: 2, held: 1 })
      yield* move(doubtful, [resolved], ground.at)
      yield* move(held, [cancelled], ground.at)
      assert.deepStrictEqual(yield* standingAt(ground.at), { ...none, inDoubt: 1 })
    }),

    "a payment with open flags counts once, also when it has ended, until they are closed": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "flagged", "completed", { followedBy: [flagged("a"), flagged("b")] }))
      assert.deepStrictEqual(yield* standingAt(ground.at), { ...none, flagged: 1 })
      yield* move(record, [flagClosed("a"), flagClosed("b")], ground.at)
      assert.deepStrictEqual(yield* standingAt(ground.at), none)
    }),
  },
}
