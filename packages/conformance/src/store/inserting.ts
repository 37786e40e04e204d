/**
 * A payment is stored once, for ever, under its kind, project and id: the only idempotency key there is (#60, #70, #199).
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentId, type PaymentKey, PaymentStore } from "@cauri/core"
import type { Facet } from "../Facet.ts"
import { absent, accepted, keyOf, newGround, payinIn, payoutIn, started } from "../samples.ts"
import { foundBy, historyOf, inserted, look, move, plain, put, putAll, sameRecord, stored } from "../steps.ts"

export const inserting: Facet = {
  name: "inserting and finding",
  alone: false,
  cases: {
    "a new payin is kept as version 1, without a lease and without notes": Effect.gen(function* () {
      const step = payinIn(yield* newGround, "order", "intended", { orderRef: "order/7", actAt: 12 })
      assert.deepStrictEqual(yield* (yield* PaymentStore).insert(step.change, step.tracking), { _tag: "Inserted" })
      sameRecord(yield* stored(keyOf(step)), inserted(step))
    }),

    "a new payout is kept as version 1, without a lease and without notes": Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary", "intended", { operator: "Operator One", actAt: 12 })
      assert.deepStrictEqual(yield* (yield* PaymentStore).insert(step.change, step.tracking), { _tag: "Inserted" })
      sameRecord(yield* stored(keyOf(step)), inserted(step))
    }),

    "the first events of a payment are kept with it, in order": Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary", "completed")
      yield* put(step)
      assert.deepStrictEqual(yield* historyOf(keyOf(step)), step.change.entries)
    }),

    "an id that is taken gives the stored payment back, whatever was to be inserted (#60, #70)": Effect.gen(
      function* () {
        const ground = yield* newGround
        const record = yield* put(payoutIn(ground, "salary", "pending", { amount: 700 }))
        const other = payoutIn(ground, "salary", "intended", { amount: 900, actAt: 5 })
        const answer = yield* (yield* PaymentStore).insert(other.change, other.tracking)
        sameRecord(foundBy(answer), record)
      },
    ),

    "an insert of an id that is taken changes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending", { amount: 700 }))
      const before = yield* look(payment.key)
      const other = payoutIn(ground, "salary", "completed", { amount: 900, actAt: 5 })
      yield* (yield* PaymentStore).insert(other.change, other.tracking)
      assert.deepStrictEqual(yield* look(payment.key), before)
    }),

    "an id that is taken gives the payment as it is now, not as it was inserted": Effect.gen(function* () {
      const ground = yield* newGround
      const first = payinIn(ground, "order")
      const now = yield* move(yield* put(first), [started(1), accepted(1)], ground.at + 5)
      const answer = yield* (yield* PaymentStore).insert(first.change, first.tracking)
      sameRecord(foundBy(answer), now)
    }),

    "a payin and a payout of one id and project are two payments": Effect.gen(function* () {
      const ground = yield* newGround
      const [payin, payout] = [payinIn(ground, "same"), payoutIn(ground, "same", "pending")]
      yield* putAll([payin, payout])
      sameRecord(yield* stored(keyOf(payin)), inserted(payin))
      sameRecord(yield* stored(keyOf(payout)), inserted(payout))
      assert.deepStrictEqual(yield* historyOf(keyOf(payin)), payin.change.entries)
    }),

    "payments of one id in two projects are two payments": Effect.gen(function* () {
      const ground = yield* newGround
      const here = payoutIn(ground, "same", "intended", { amount: 100 })
      const there = payoutIn(ground, "same", "pending", { amount: 200, project: ground.elsewhere })
      yield* putAll([here, there])
      sameRecord(yield* stored(keyOf(here)), inserted(here))
      sameRecord(yield* stored(keyOf(there)), inserted(there))
      assert.deepStrictEqual(yield* historyOf(keyOf(there)), there.change.entries)
    }),

    "ids are compared letter for letter: case, hyphens and underscores count": Effect.gen(function* () {
      const ground = yield* newGround
      const ids = ["Order-1", "order-1", "ORDER-1", "order_1", "order1", "Order_1"]
      const steps = ids.map((id, index) => payoutIn(ground, id, "intended", { amount: 100 + index }))
      yield* putAll(steps)
      for (const step of steps) sameRecord(yield* stored(keyOf(step)), inserted(step))
    }),

    "projects are compared letter for letter too": Effect.gen(function* () {
      const ground = yield* newGround
      const projects = [ground.project, ground.project.toUpperCase(), ground.project.replace("-", "_")]
      const steps = projects.map((project, index) =>
        payoutIn(ground, "one", "intended", { project, amount: 100 + index }),
      )
      yield* putAll(steps)
      for (const step of steps) sameRecord(yield* stored(keyOf(step)), inserted(step))
    }),

    "a key that differs only by where its parts end is another key": Effect.gen(function* () {
      const ground = yield* newGround
      const one = payoutIn(ground, "b-c", "intended", { project: `${ground.project}-a`, amount: 1 })
      const other = payoutIn(ground, "c", "intended", { project: `${ground.project}-a-b`, amount: 2 })
      yield* putAll([one, other])
      sameRecord(yield* stored(keyOf(one)), inserted(one))
      sameRecord(yield* stored(keyOf(other)), inserted(other))
    }),

    "nothing is found under another id, another project or the other kind": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary"))
      const names: ReadonlyArray<PaymentKey> = [
        absent(ground),
        { ...payment.key, id: PaymentId.make("Salary") },
        { ...payment.key, id: PaymentId.make("salar_") },
        { ...payment.key, project: ground.elsewhere },
        { ...payment.key, kind: "payin" },
      ]
      for (const name of names) assert.isNull(yield* store.find(name))
    }),

    "finding a payment changes nothing": Effect.gen(function* () {
      const { payment, ...rest } = yield* put(payoutIn(yield* newGround, "salary", "pending"))
      for (let time = 0; time < 3; time++) {
        assert.deepStrictEqual(plain(yield* stored(payment.key)), plain({ payment, ...rest }))
      }
    }),
  },
}
