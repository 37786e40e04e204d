import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { createPayin, newWorld, note } from "../world.ts"

const day = 86_400_000

describe("prune-bodies", () => {
  it.effect("takes the bodies of a time away, keeps the callbacks, and records who did it", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      yield* createPayin(world, "order-1")
      yield* note(world, "payin", "order-1", 1, "the first")
      yield* TestClock.setTime(3 * day)
      yield* note(world, "payin", "order-1", 1, "the second one")
      const bodies = () =>
        [...world.cell.current.payments.values()]
          .map(({ notes }) => notes)
          .flat()
          .map(({ body }) => (body === null ? null : body.length))

      const early = yield* world.console("prune-bodies", "--before", "1970-01-01", "--reason", "ninety days")
      assert.strictEqual(early.out, "0 callbacks lost the body; that they came is still known.\n")
      const { code, out } = yield* world.console("prune-bodies", "--before", "1970-01-03", "--reason", "ninety days")
      assert.strictEqual(code, 0)
      assert.strictEqual(out, "1 callback lost the body; that they came is still known.\n")
      assert.deepStrictEqual(bodies(), [null, 14])
      assert.match(
        (yield* world.console("deeds")).out,
        /prune +A\. Colleague +user@machine +bodies of callbacks before 1970-01-03 +ninety days$/m,
      )
    }),
  )

  it.effect("takes nothing away without a day, a reason and a name", () =>
    Effect.gen(function* () {
      const world = yield* newWorld({ user: null })
      for (const flags of [
        ["--reason", "r", "--by", "B"],
        ["--before", "1970-01-31", "--by", "B"],
        ["--before", "1970-01-31", "--reason", "r"],
        ["--before", "1970-02-31", "--reason", "r", "--by", "B"],
        ["--before", "1970-01-31", "--reason", " ", "--by", "B"],
        ["--before", "2999-01-01", "--reason", "r", "--by", "B"],
      ]) {
        assert.strictEqual((yield* world.console("prune-bodies", ...flags)).code, 64, flags.join(" "))
      }
      const early = yield* world.console("prune-bodies", "--before", "1970-01-02", "--reason", "r", "--by", "B")
      assert.strictEqual(early.code, 64)
      assert.include(early.err, "--before must be a day that has begun (UTC). Nothing was done.")
      assert.include((yield* world.console("deeds")).out, "No record yet")
    }),
  )
})

describe("backup", () => {
  it.effect("says how the store is copied where it does not copy itself", () =>
    Effect.gen(function* () {
      const { code, err } = yield* (yield* newWorld()).console("backup", "copy.db")
      assert.strictEqual(code, 64)
      assert.include(err, "STORE_URL must be a store that copies itself. Nothing was done.")
    }),
  )
})

describe("migrate", () => {
  it.effect("opens the store, which brings its tables up to date, and prints which one it is", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      const { code, out } = yield* world.console("migrate", "--json")
      assert.strictEqual(code, 0)
      assert.match(out, /"identity": "[\w-]+@\d+"/)
    }),
  )
})
