/**
 * A server whose data folder is put back to an older copy of itself counts on in the same timeline, under the same name: only what a program
 * has seen of its store tells it.
 */
import { intendPayout, payoutsSent } from "@cauri/conformance"
import { SharedState, StoreStatus } from "@cauri/core/adapter"
import { layer } from "@cauri/store-postgres"
import { startPostgres } from "@cauri/test-postgres"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { rmSync } from "node:fs"

const ownServer = Effect.acquireRelease(
  Effect.promise(() => startPostgres({ max_connections: "50" })),
  ({ stop }) => Effect.promise(stop),
)

const copy = (from: string, to: string) => {
  rmSync(to, { recursive: true, force: true })
  // With its owner, who is another one where root runs the tests.
  execFileSync("cp", ["-a", from, to])
}

describe("an older copy of the data folder sends nothing again", () => {
  it.effect(
    "under a program, and at the start of one that knows how far the store came",
    () =>
      Effect.gen(function* () {
        const { folders, restart, url } = yield* ownServer
        const kept = `${folders[0]}/kept`
        const after = yield* Effect.gen(function* () {
          const { failed } = yield* StoreStatus
          yield* intendPayout
          yield* Effect.promise(() => restart((data) => copy(data, kept)))
          assert.strictEqual(yield* payoutsSent, 1)
          const seen = yield* (yield* SharedState).identity()
          yield* Effect.promise(() => restart((data) => copy(kept, data)))
          assert.strictEqual(yield* payoutsSent, 0)
          assert.strictEqual((yield* Effect.flip(failed)).reason, "restored")
          return seen
        }).pipe(Effect.provide(layer({ url })))
        const knowing = layer({ url, expected: after })
        assert.strictEqual((yield* Effect.flip(Effect.scoped(Layer.build(knowing)))).reason, "restored")
      }),
    60_000,
  )
})
