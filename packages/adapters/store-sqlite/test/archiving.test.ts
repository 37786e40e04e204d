import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { Evidence } from "@cauri/core/adapter"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqliteStore } from "../src/index.ts"
import { newStore } from "./support.ts"

describe("an archive", () => {
  it.effect("is read with the words that it was written with, for ever", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const { change, tracking } = payoutIn(yield* newGround, "salary", "not_completed", { actAt: null })
      yield* (yield* PaymentStore).insert(change, tracking)
      const { key } = change.payment
      assert.strictEqual(yield* (yield* Evidence).archive(key), "Saved")
      // Written by the first version that archived.
      const bodies = Buffer.from("o6AcSK0oyCwChSvIHB14ZVZbCwA=", "base64")
      client.prepare("UPDATE cauri_archive SET bodies = ?").run(bodies)
      const [first] = yield* (yield* SqliteStore).driver.history({ key, after: 0, limit: 1 })
      assert.strictEqual(first?.body, '{"seq":1,"at":17,"event":{"_tag":"expired"}}')
    }).pipe(Effect.provide(newStore({ reserve: 0 }))),
  )
})
