/** Which addresses the store takes, before it connects anywhere. */
import { assert, describe, it } from "@effect/vitest"
import { PaymentStore } from "@cauri/core"
import { SharedState, type OpeningTerms } from "@cauri/core/adapter"
import { Effect, Layer, Logger, Redacted } from "effect"
import { opener } from "@cauri/store-postgres"
import { scopedDatabase } from "./databases.ts"

const terms: OpeningTerms = { create: "if-missing", expected: null, restoring: false, variables: {} }

describe("the address of a server", () => {
  it.each([
    "postgres://cauri@db.example/payments",
    "postgresql://cauri:p%2Fw%23@db.example:5433/payments?sslmode=verify-full",
    "postgres://cauri:p%25w@db.example/payments",
    "postgres:///payments?host=/run/postgresql",
    "postgres://cauri@/payments?host=/run/postgresql",
    "postgres://cauri@%2Frun%2Fpostgresql/payments",
  ])("is taken as the driver reads it: %s", (address) => assert.isTrue(opener.accepts(address)))

  // What stands in an address must be written as addresses write it: the driver would fail as if the server were away.
  it.each([
    "postgres://",
    "postgres:payments",
    "postgres://cauri:can/ary@db.example/payments",
    "postgres://cauri:can#ary@db.example/payments",
    "postgres://:canary",
    "postgres://canary@db.example:99999/payments",
    "postgres://canary@db.example/payments?port=99999",
    "postgres://canary@db.example/payments?port=five",
    "postgres://canary:%ZZ@db.example/payments",
    "postgres://canary@db.example/%ff",
    "postgres://canary@%ff/payments",
  ])("is refused where the driver would not find out: %s", (address) => assert.isFalse(opener.accepts(address)))
})

describe("a store that is opened by its address", () => {
  it.live("is made, found again, and refused when it is another or the timeline is", () =>
    Effect.gen(function* () {
      const address = Redacted.make(yield* scopedDatabase(`opener_${process.pid}`))
      const open = (change: Partial<OpeningTerms>) => Layer.fresh(opener.open(address, { ...terms, ...change }))
      const { id } = yield* Effect.provide(
        Effect.flatMap(SharedState, (shared) => shared.identity()),
        open({}),
      )
      const list = Effect.flatMap(PaymentStore, (store) => store.list({ limit: 1 }))
      const here = { create: "never", expected: { id, highWater: 0 } } as const
      assert.deepStrictEqual(
        yield* Effect.provide(list, open({ ...here, variables: { STORE_ACCEPT_TIMELINE: "1" } })),
        [],
      )
      const other = yield* Effect.flip(Effect.provide(list, open({ expected: { id: "another", highWater: 0 } })))
      assert.deepInclude(other, { reason: "foreign" })
      const less = { id, highWater: 9 }
      assert.deepInclude(yield* Effect.flip(Effect.provide(list, open({ expected: less }))), { reason: "restored" })
      assert.deepStrictEqual(yield* Effect.provide(list, open({ expected: less, restoring: true })), [])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([]))),
  )
})
