import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  CallbackIntake,
  DeskStore,
  noAnswer,
  Nudge,
  PaymentId,
  PaymentStore,
  Payouts,
  ProjectId,
  Reconciliation,
} from "@cauri/core"
import { startPostgres } from "@cauri/test-postgres"
import type { StoreSettings } from "../src/commonSettings.ts"
import { layerStore, loadStore } from "../src/layerStore.ts"
import { layerWaking, StoreSide } from "../src/StoreSide.ts"
import { layerOn, payout, settingsFor, sqlitePlace } from "./support.ts"

const postgres = Effect.acquireRelease(
  Effect.promise(() => startPostgres({ max_connections: "50" })),
  ({ stop }) => Effect.promise(stop),
).pipe(Effect.map(({ url }) => ({ _tag: "Postgres" as const, url: Redacted.make(url) })))

const kinds: ReadonlyArray<readonly [string, typeof sqlitePlace | typeof postgres]> = [
  ["SQLite", sqlitePlace],
  ["Postgres", postgres],
]
const silence = Logger.layer([])
const lost = { createMobileMoneyPayout: () => Effect.succeed(noAnswer("TimedOut")) }

describe.each(kinds)("the store on %s", (_, newPlace) => {
  it.effect("counts what is due, since when, and what needs a person", () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const services = yield* Layer.build(layerOn(layerStore(settingsFor(place)), lost))
      const side = Context.get(services, StoreSide)
      const payouts = Context.get(services, Payouts)
      const none = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }
      assert.deepStrictEqual(yield* side.standing(0), none)

      yield* payouts.create(payout("one", "22660000001"), { sendLater: true })
      yield* TestClock.adjust("1 second")
      yield* payouts.create(payout("two", "22660000002"), { sendLater: true })
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(yield* side.standing(4_999), none)
      assert.deepStrictEqual(yield* side.standing(10_000), { ...none, due: 2, oldestDueAt: 5_000 })

      // A payment that somebody works on is not waiting, until their lease is over.
      yield* Context.get(services, PaymentStore).takeDue(10_000, 1, 20_000)
      assert.deepStrictEqual(yield* side.standing(10_000), { ...none, due: 1, oldestDueAt: 6_000 })
      assert.deepStrictEqual(yield* side.standing(20_000), { ...none, due: 2, oldestDueAt: 5_000 })
      yield* TestClock.adjust("10 seconds")

      yield* Context.get(services, Reconciliation).sweep
      assert.deepInclude(yield* side.standing(10_000), { inDoubt: 2 })

      // An equal payout to the same number waits for a person; a callback for an attempt without a token raises a flag.
      yield* payouts.create(payout("twin", "22660000001"))
      assert.deepInclude(yield* side.standing(10_000), { inDoubt: 2, held: 1, flagged: 0 })
      const key = { kind: "payout" as const, project: ProjectId.make("shop"), id: PaymentId.make("two") }
      const note = { key, attempt: 1, fingerprint: "f".repeat(32), receivedAt: 10_000, body: null }
      assert.strictEqual(yield* Context.get(services, CallbackIntake).receive(note), "First")
      yield* TestClock.adjust("1 minute")
      yield* Context.get(services, Reconciliation).sweep
      assert.deepInclude(yield* side.standing(70_000), { inDoubt: 2, held: 1, flagged: 1 })
    }).pipe(Effect.provide(silence)),
  )

  it.effect("is found to be what was expected, or refused", () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const build = (change: Partial<StoreSettings>) =>
        Effect.exit(Effect.scoped(Layer.build(layerStore(settingsFor(place, change)))))
      const missing = yield* build({ create: "never" })
      assert.include(Exit.isFailure(missing) ? String(missing.cause) : "", "Missing")
      const first = yield* Effect.scoped(
        Effect.map(Layer.build(layerStore(settingsFor(place))), (services) => Context.get(services, DeskStore)).pipe(
          Effect.flatMap((desk) => desk.identity()),
        ),
      )
      assert.isTrue(Exit.isSuccess(yield* build({ create: "never", expected: { id: first.id, highWater: 0 } })))
      const foreign = yield* build({ create: "never", expected: { id: "another", highWater: 0 } })
      assert.include(Exit.isFailure(foreign) ? String(foreign.cause) : "", "Foreign")
      const restored = yield* build({ create: "never", expected: { id: first.id, highWater: 9 } })
      assert.include(Exit.isFailure(restored) ? String(restored.cause) : "", "Restored")
      assert.isTrue(Exit.isSuccess(yield* build({ create: "never", acceptTimeline: "1", markFile: null })))
    }).pipe(Effect.provide(silence)),
  )

  it.effect("fails to count, and does not die, when it cannot be read", () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const layer = layerStore(settingsFor(place))
      const closed = yield* Effect.scoped(
        Effect.map(Layer.build(layer), (services) => Context.get(services, StoreSide)),
      )
      assert.deepInclude(yield* Effect.flip(closed.standing(0)), { _tag: "StoreError", operation: "standing" })
    }).pipe(Effect.provide(silence)),
  )

  it.live("wakes a sleeper when another connection has written", () =>
    Effect.gen(function* () {
      const place = yield* newPlace
      const mine = yield* Layer.build(
        Layer.provideMerge(layerWaking, Layer.merge(Nudge.layer, layerStore(settingsFor(place)))),
      )
      const theirs = yield* Layer.build(Layer.fresh(layerOn(layerStore(settingsFor(place)), lost)))
      const { awaken } = Context.get(mine, Nudge)
      const payouts = Context.get(theirs, Payouts)
      const writing = Effect.gen(function* () {
        for (let index = 0; ; index++) {
          yield* payouts.create(payout(`wage-${index}`, "22660000001"), { sendLater: true })
          yield* Effect.sleep("50 millis")
        }
      })
      // The first waking may be the listener's own beginning. Without the second one the test would never end.
      yield* Effect.raceFirst(Effect.andThen(awaken, awaken), writing)
      assert.isAbove((yield* Context.get(mine, StoreSide).standing(Number.MAX_SAFE_INTEGER)).due, 0)
    }).pipe(Effect.provide(silence)),
  )
})

const failing = (code: string, message: string) => () => Promise.reject(Object.assign(new Error(message), { code }))

describe("a store that cannot be loaded", () => {
  it.effect.each([
    [
      "ERR_MODULE_NOT_FOUND",
      "Cannot find package '@cauri/store-postgres' imported from /srv/a.ts",
      "@cauri/store-postgres",
    ],
    ["ERR_MODULE_NOT_FOUND", "Cannot find package 'pg' imported from /srv/a.ts", "pg"],
    ["MODULE_NOT_FOUND", "Cannot find module 'drizzle-orm'", "drizzle-orm"],
  ] as const)("because of %s: %s, is refused by STORE_URL with the package to install", ([code, message, name]) =>
    Effect.gen(function* () {
      const refusal = yield* Effect.flip(loadStore("postgres:", failing(code, message)))
      assert.strictEqual(refusal.variable, "STORE_URL")
      assert.include(refusal.message, `STORE_URL begins with postgres:, and the package ${name} is not installed`)
      assert.include(refusal.message, `npm install ${name}`)
      assert.notInclude(refusal.message, "/srv")
    }),
  )

  it.effect.each([
    ["ERR_MODULE_NOT_FOUND", "Cannot find module '/srv/app/src/postgresStore.ts' imported from /srv/a.ts"],
    ["ERR_DLOPEN_FAILED", "The driver was compiled for another Node"],
  ] as const)("because of %s: %s, is a defect: no setting mends it", ([code, message]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(loadStore("sqlite:", failing(code, message)))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }),
  )
})
