/** One row that cannot be read, and what becomes of the others: a defect of one payment affects no other. */
import { assert } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { type ListQuery, PaymentStore } from "@cauri/core"
import type { SharedState } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { day, type Ground, idsOf, keyOf, newGround, payinIn, type Step } from "../samples.ts"
import { SideDoor } from "../SideDoor.ts"
import { everything, putAll } from "../steps.ts"
import { subscribeAll, heldOut } from "./deliveries.ts"

/** Payments of one project that are all due, of which some are then spoilt. */
const withSpoilt = Effect.fnUntraced(function* (ground: Ground, ...spoilt: ReadonlyArray<number>) {
  const steps: Array<Step> = []
  for (let index = 0; index < 6; index++) {
    steps.push(payinIn(ground, `p${index}`, "pending", { at: ground.at + index, actAt: ground.at + 10 + index }))
  }
  yield* putAll(steps)
  const door = yield* SideDoor
  for (const step of steps.filter((_, index) => spoilt.includes(index))) yield* door.spoil(keyOf(step))
})

/** All pages of a list, each read on where the one before ended. */
const pagesOf = Effect.fnUntraced(function* (query: ListQuery) {
  const store = yield* PaymentStore
  const all: Array<PaymentRecord> = []
  let page: ReadonlyArray<PaymentRecord>
  let after: Pick<ListQuery, "after"> = {}
  do {
    page = yield* store.list({ ...query, ...after })
    for (const record of page) {
      all.push(record)
      after = { after: { createdAt: record.payment.createdAt, key: record.payment.key } }
    }
  } while (page.length === query.limit)
  return all
})

/** Each of those rows is named in the log, every time. */
const quietly = Effect.provide(Logger.layer([]))

export const unreadable: Facet<PaymentStore | SharedState | SideDoor> = {
  name: "a row that cannot be read",
  alone: true,
  cases: {
    "is left out of lists, and no page is taken for the last one because of it": Effect.gen(function* () {
      const ground = yield* newGround
      yield* withSpoilt(ground, 1, 2, 5)
      const today = { createdFrom: ground.at, createdBefore: ground.at + day }
      for (const limit of [1, 2, 3, everything]) {
        assert.deepStrictEqual(idsOf(yield* pagesOf({ ...today, limit })), ["p0", "p3", "p4"], `pages of ${limit}`)
      }
    }).pipe(quietly),

    "is left out of what is due, and the others are taken": Effect.gen(function* () {
      const ground = yield* newGround
      yield* withSpoilt(ground, 0, 3)
      const { taken, unreadable } = yield* (yield* PaymentStore).takeDue({
        now: ground.at + 60,
        limit: everything,
        until: ground.at + 120,
      })
      assert.deepStrictEqual(idsOf(taken), ["p1", "p2", "p4", "p5"])
      assert.strictEqual(unreadable, 2)
    }).pipe(quietly),

    "is left out of what is delivered, and the others are heard of: the first of them too": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      yield* subscribeAll("books")
      const steps = ["p0", "p1", "p2"].map((id, index) => heldOut(ground, id, { endedAt: ground.at + index }))
      yield* putAll(steps)
      for (const step of steps.slice(0, 1)) yield* (yield* SideDoor).spoil(keyOf(step))
      const until = ground.at + 120
      const takenOf = Effect.fnUntraced(function* (limit: number) {
        const { nextDueAt, taken, unreadable } = yield* store.takeDeliveries({
          consumer: "books",
          now: ground.at + 60,
          limit,
          until,
        })
        return [idsOf(taken), unreadable, nextDueAt]
      })
      assert.deepStrictEqual(yield* takenOf(1), [[], 1, ground.at + 1])
      assert.deepStrictEqual(yield* takenOf(2), [["p1", "p2"], 0, until])
      assert.deepStrictEqual(
        (yield* store.deliveries({ limit: everything })).map(({ key }) => key.id),
        ["p0", "p1", "p2"],
      )
    }).pipe(quietly),

    "keeps no consumer from being caught up": Effect.gen(function* () {
      const ground = yield* newGround
      const steps = ["p0", "p1", "p2"].map((id, index) => heldOut(ground, id, { at: ground.at + index }))
      yield* putAll(steps)
      for (const step of steps.slice(0, 2)) yield* (yield* SideDoor).spoil(keyOf(step))
      yield* subscribeAll("books", ground.at, 1)
      const { taken, unreadable } = yield* (yield* PaymentStore).takeDeliveries({
        consumer: "books",
        now: ground.at + 60,
        limit: 9,
        until: ground.at + 99,
      })
      assert.deepStrictEqual([idsOf(taken), unreadable], [["p2"], 2])
    }).pipe(quietly),
  },
}
