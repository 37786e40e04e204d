import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { noAnswer } from "@cauri/core"
import { createPayin, createPayout, newWorld } from "./world.ts"

describe("list", () => {
  it.effect("says so when there is nothing", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      assert.deepStrictEqual(yield* world.console("list"), { code: 0, out: "No payment fits.\n", err: "" })
    }),
  )

  it.effect("shows state, amount, age and a masked number, the oldest first", () =>
    Effect.gen(function* () {
      const world = yield* newWorld()
      yield* createPayin(world, "order-1")
      world.service.create = noAnswer("TimedOut")
      yield* createPayout(world, "salary-1")
      const { code, out } = yield* world.console("list")
      assert.strictEqual(code, 0)
      console.log(out)
      const { out: s } = yield* world.console("show", "salary-1")
      console.log(s)
      console.log(yield* world.console("show", "nope"))
      console.log(yield* world.console("bogus"))
      console.log(yield* world.console())
      console.log(yield* world.console("list", "--help"))
      console.log(yield* world.console("audit"))
      console.log(yield* world.console("report"))
      console.log(yield* world.console("resolve", "salary-1", "--to", "Completed"))
      console.log(
        yield* world.console(
          "resolve",
          "salary-1",
          "--to",
          "Completed",
          "--amount",
          "7 000",
          "--as-of",
          "4",
          "--reason",
          "r",
          "--evidence",
          "e",
        ),
      )
      console.log((yield* world.console("export-evidence", "order-1")).out)
    }),
  )
})
