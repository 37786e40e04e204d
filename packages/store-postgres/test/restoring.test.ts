/** A store that was restored from a copy of its database, and what is done before anything is sent again. */
import { holdWhatWasForgotten, storeAfterCopy, storePayoutsToCopy } from "@cauri/conformance"
import { layer } from "@cauri/store-postgres"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { scopedDatabase } from "./databases.ts"

describe("a store that was restored from a copy", () => {
  it.live("is refused by whoever saw more of it, and holds each payout that was not accepted (O16)", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const name = `cauri_${process.pid}_${process.hrtime.bigint().toString(36)}`
        const original = layer({ url: yield* scopedDatabase(name) })
        const copied = yield* Effect.scoped(Effect.provide(storePayoutsToCopy, original))
        const copy = yield* scopedDatabase(`${name}_copy`, name)
        const { id, highWater } = yield* Effect.scoped(Effect.provide(storeAfterCopy(copied), original))
        const seen = layer({ url: copy, create: "never", expected: { id, highWater } })
        assert.strictEqual((yield* Effect.flip(Effect.scoped(Layer.build(seen)))).reason, "Restored")
        const restored = layer({ url: copy, create: "never", expected: { id } })
        yield* Effect.scoped(Effect.provide(holdWhatWasForgotten(copied.keys), restored))
      }),
    ),
  )
})
