/**
 * Which store this is, and how far it had come: a program that remembers both recognises an empty, a foreign and a restored store.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SharedState } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { accepted, flagged, keyOf, newGround, payinIn, payoutIn } from "../samples.ts"
import { claim, look, move, put, save, stored } from "../steps.ts"

const identity = Effect.flatMap(SharedState, (shared) => shared.identity())
const highWater = Effect.map(identity, (found) => found.highWater)

export const identities: Facet = {
  name: "identity and high water",
  alone: false,
  cases: {
    "a store has a name of its own that stays": Effect.gen(function* () {
      const { id } = yield* identity
      assert.isAbove(id.length, 0)
      yield* put(payoutIn(yield* newGround, "salary"))
      assert.strictEqual((yield* identity).id, id)
    }),

    "every saved event raises the high water": Effect.gen(function* () {
      const ground = yield* newGround
      const marks = [yield* highWater]
      const record = yield* put(payoutIn(ground, "salary"))
      marks.push(yield* highWater)
      yield* claim(record, ground.at)
      marks.push(yield* highWater)
      const sent = yield* move(yield* stored(record.payment.key), [accepted(1)], ground.at)
      marks.push(yield* highWater)
      yield* move(sent, [flagged("late"), flagged("later")], ground.at)
      marks.push(yield* highWater)
      yield* put(payinIn(ground, "order", "completed"))
      marks.push(yield* highWater)
      assert.deepStrictEqual(
        marks,
        [...new Set(marks)].toSorted((one, other) => one - other),
      )
    }),

    "what saves no event leaves the high water where it is": Effect.gen(function* () {
      const ground = yield* newGround
      const step = payoutIn(ground, "salary", "pending")
      const record = yield* put(step)
      const before = yield* highWater
      yield* look(keyOf(step))
      assert.strictEqual(yield* save(record, [flagged("late")], ground.at, { version: 9 }), "Stale")
      assert.strictEqual(yield* highWater, before)
    }),
  },
}
