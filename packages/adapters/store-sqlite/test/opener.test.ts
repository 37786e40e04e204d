/** Which addresses the store takes, and what it opens by them. */
import { assert, describe, it } from "@effect/vitest"
import { PaymentStore } from "@cauri/core"
import { SharedState, type OpeningTerms } from "@cauri/core/adapter"
import { Effect, Layer, Redacted } from "effect"
import { opener } from "../src/index.ts"
import { newFile, silence } from "./support.ts"

const terms: OpeningTerms = { create: "if-missing", expected: null, restoring: false, variables: {} }

describe("the address of a file", () => {
  it("names one", () => {
    for (const address of ["sqlite:./payments.db", "sqlite: payments.db", "sqlite:C:/payments.db"]) {
      assert.isTrue(opener.accepts(address), address)
    }
    for (const address of ["sqlite:", "sqlite: ", "sqlite:\t \n"]) assert.isFalse(opener.accepts(address), address)
  })
})

describe("a store that is opened by its address", () => {
  it.effect("is made, found again, and refused when it is not there or another", () =>
    Effect.gen(function* () {
      const address = Redacted.make(`sqlite:${yield* newFile}`)
      const open = (change: Partial<OpeningTerms>) => Layer.fresh(opener.open(address, { ...terms, ...change }))
      const list = Effect.flatMap(PaymentStore, (store) => store.list({ limit: 1 }))
      assert.deepInclude(yield* Effect.flip(Effect.provide(list, open({ create: "never" }))), { reason: "missing" })
      const { id } = yield* Effect.provide(
        Effect.flatMap(SharedState, (shared) => shared.identity()),
        open({}),
      )
      const less = { id, highWater: 9 }
      assert.deepStrictEqual(yield* Effect.provide(list, open({ create: "never" })), [])
      const other = yield* Effect.flip(Effect.provide(list, open({ expected: { id: "another", highWater: 0 } })))
      assert.deepInclude(other, { reason: "foreign" })
      assert.deepInclude(yield* Effect.flip(Effect.provide(list, open({ expected: less }))), { reason: "restored" })
      assert.deepStrictEqual(yield* Effect.provide(list, open({ expected: less, restoring: true })), [])
    }).pipe(Effect.provide(silence)),
  )
})
