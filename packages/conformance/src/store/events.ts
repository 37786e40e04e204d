/**
 * The history of a payment is append-only and numbered; a reader can continue where it stopped.
 */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { PaymentStore } from "@cauri/core"
import { append, fold, type HistoryEntry, type Payment, PaymentEvent } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { absent, flagClosed, flagged, keyOf, newGround, payinIn, payoutIn } from "../samples.ts"
import { everything, firstOf, historyOf, move, put, putAll, stored } from "../steps.ts"
import { texts } from "./keeping.ts"

const numbers = (entries: ReadonlyArray<HistoryEntry>) => entries.map(({ seq }) => seq)

/** Twelve events, so numbers have two digits: sorting them as text would show. */
const flags = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(flagged)

export const events: Facet = {
  name: "reading histories",
  alone: false,
  cases: {
    "a history is read from its beginning, in the order of its numbers": Effect.gen(function* () {
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "pending", { followedBy: flags })
      yield* put(step)
      assert.deepStrictEqual(yield* historyOf(keyOf(step)), step.change.entries)
      assert.deepStrictEqual(numbers(step.change.entries), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    }),

    "a history is read after any number, up to the limit": Effect.gen(function* () {
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "pending", { followedBy: flags })
      yield* put(step)
      const store = yield* PaymentStore
      const pages: ReadonlyArray<readonly [number, number, Array<number>]> = [
        [0, 1, [1]],
        [0, 3, [1, 2, 3]],
        [2, 2, [3, 4]],
        [9, 2, [10, 11]],
        [11, 9, [12]],
        [12, 9, []],
        [99, 9, []],
      ]
      for (const [from, limit, expected] of pages) {
        assert.deepStrictEqual(numbers(yield* store.history({ key: keyOf(step), after: from, limit })), expected)
      }
    }),

    "pages follow one another without gaps or repetitions, while the history grows": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      let record = yield* put(payoutIn(ground, "salary", "pending"))
      const read: Array<number> = []
      for (const event of flags) {
        record = yield* move(record, [event], ground.at)
        const page = yield* store.history({ key: record.payment.key, after: read.at(-1) ?? 0, limit: 2 })
        read.push(...numbers(page))
      }
      read.push(
        ...numbers(yield* store.history({ key: record.payment.key, after: Math.max(...read), limit: everything })),
      )
      assert.deepStrictEqual(read, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    }),

    "an unknown payment has no history": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "another"))
      assert.deepStrictEqual(yield* historyOf(absent(ground)), [])
    }),

    "histories of payments with the same id are not mixed": Effect.gen(function* () {
      const ground = yield* newGround
      const steps = [
        payoutIn(ground, "same", "pending", { followedBy: [flagged("payout")] }),
        payinIn(ground, "same", "completed"),
        payoutIn(ground, "same", "held", { project: ground.elsewhere }),
      ]
      yield* putAll(steps)
      for (const step of steps) assert.deepStrictEqual(yield* historyOf(keyOf(step)), step.change.entries)
    }),

    "each event keeps its own time, however late it is saved": Effect.gen(function* () {
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "completed", { at: ground.at, endedAt: ground.at + 123_456_789 })
      yield* put(step)
      assert.deepStrictEqual(
        (yield* historyOf(keyOf(step))).map(({ at }) => at - ground.at),
        [0, 123_456_789, 123_456_789, 123_456_789],
      )
    }),

    "what people wrote comes back byte for byte": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "in_doubt"))
      const words = Object.values(texts).join("\n")
      const event = PaymentEvent.cases.resolved.make({
        to: "completed",
        by: texts.rightToLeft,
        reason: texts.quotes,
        evidence: words,
        asOf: record.payment.seq,
      })
      yield* move(record, [event], ground.at)
      assert.deepStrictEqual((yield* historyOf(record.payment.key)).at(-1)?.event, event)
    }),

    "the history adds up to the payment that is stored": Effect.gen(function* () {
      const ground = yield* newGround
      const before = yield* put(payinIn(ground, "order", "pending", { followedBy: [flagged("a")] }))
      const expected: Payment = Result.getOrThrow(
        append(before.payment, [flagged("b"), flagClosed("a")], ground.at + 9),
      ).payment
      yield* move(before, [flagged("b"), flagClosed("a")], ground.at + 9)
      const history = yield* historyOf(before.payment.key)
      const folded = Result.getOrThrow(fold([firstOf(history), ...history.slice(1)]))
      assert.deepStrictEqual(folded, (yield* stored(before.payment.key)).payment)
      assert.deepStrictEqual(folded, expected)
    }),
  },
}
