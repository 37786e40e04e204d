/** The time of a file: the machine's, but never before what a program has stored in it. */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { newStore } from "./support.ts"

describe("the time of a file whose machine's clock was set back", () => {
  it.effect("goes on from the newest event, or from a program's last heartbeat when that is later (L1)", () =>
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const shared = yield* SharedState
      assert.strictEqual(yield* store.clock, 0)
      const ground = yield* newGround
      const { change, tracking } = payoutIn(ground, "salary-1", "pending")
      yield* store.insert(change, tracking)
      const newest = change.entries.at(-1)?.at
      assert.strictEqual(yield* store.clock, newest)
      yield* shared.beat({ process: "quiet", role: "reconciler", at: ground.at + 3_600_000 })
      yield* shared.beat({ process: "older", role: "console", at: ground.at })
      assert.strictEqual(yield* store.clock, ground.at + 3_600_000)
    }).pipe(Effect.provide(newStore())),
  )
})
