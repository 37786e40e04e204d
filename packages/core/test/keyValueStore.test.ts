/** The ports for the deployed programs, over a place of payments: what the conformance kit asks of every store is shown there. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Payins, PaymentStore, Payouts, StoreError } from "@cauri/core"
import {
  SharedState,
  emptyMemory,
  emptyShared,
  Evidence,
  type MemoryCell,
  memoryShared,
  memoryPorts,
  notesPerPayment,
  Reports,
  keyValueStore,
  type StoredPayment,
  AccountStatements,
  StoreStatus,
} from "@cauri/core/adapter"
import { directPayin, payout, payoutKey, pushPayin, scripted } from "./scripted.ts"

const portsOf = (cell: MemoryCell) => memoryPorts(cell, "shelf")

/** A store with two payments, of which one rang. */
const filled = scripted((script) =>
  Effect.gen(function* () {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* (yield* Payins).create(pushPayin("order-2", { amount: 300 }))
    yield* (yield* Payouts).create(payout("salary-1", { operator: "ORANGE" }))
    yield* (yield* Payins).create(directPayin("order-3", "GuidedUssd"))
    const store = yield* PaymentStore
    const key = payoutKey("salary-1")
    for (const receivedAt of [7, 9]) {
      yield* store.noteCallback({
        key,
        attempt: 1,
        fingerprint: `at ${receivedAt}`,
        receivedAt,
        body: Uint8Array.of(receivedAt),
      })
    }
    yield* store.noteCallback({ key, attempt: 1, fingerprint: "empty", receivedAt: 7, body: null })
    return script.cell
  }),
)

describe("reports", () => {
  it.effect("count and add up by kind, rail, operator and state, what was created in a time", () =>
    Effect.gen(function* () {
      const { figures } = Context.get(portsOf(yield* filled), Reports)
      const all = yield* figures(0, 1)
      assert.deepStrictEqual(
        all.map(({ count, operator, rail, sum }) => [rail, operator, count, sum]),
        [
          ["GuidedUssd", null, 1, 500],
          ["UssdPush", null, 2, 800],
          ["MobileMoneyPayout", "ORANGE", 1, 700],
        ],
      )
      assert.deepStrictEqual(yield* figures(1, 2), [])
    }),
  )

  it.effect("tell how a store stands", () =>
    Effect.gen(function* () {
      const empty = Context.get(portsOf({ current: emptyMemory }), Reports)
      const none = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }
      assert.deepStrictEqual(yield* empty.backlog(0), none)
      const { backlog: standing } = Context.get(portsOf(yield* filled), Reports)
      // The payout rang at 7 milliseconds, and the payin is asked about some seconds later.
      assert.deepStrictEqual(yield* standing(7), { ...none, due: 1, oldestDueAt: 7 })
    }),
  )
})

describe("evidence", () => {
  it.effect("is kept of payments that are there, and bodies go when they are old", () =>
    Effect.gen(function* () {
      const { notes, pruneBodies } = Context.get(portsOf(yield* filled), Evidence)
      const bodies = Effect.map(notes(payoutKey("salary-1")), (all) => all.map(({ body }) => body?.[0] ?? null))
      assert.deepStrictEqual(yield* notes(payoutKey("nobody")), [])
      assert.deepStrictEqual(yield* bodies, [7, 9, null])
      assert.deepStrictEqual([yield* pruneBodies(9), yield* pruneBodies(9)], [1, 0])
      assert.deepStrictEqual(yield* bodies, [null, 9, null])
    }),
  )

  it.effect("of what people did is one JSON object each, the newest first", () =>
    Effect.gen(function* () {
      const { deeds, record } = Context.get(portsOf({ current: emptyMemory }), Evidence)
      for (const at of [1, 2]) yield* record({ at, body: `{"at":${at}}` })
      assert.deepInclude(yield* Effect.flip(record({ at: 3, body: "[]" })), { _tag: "StoreError", operation: "record" })
      assert.deepStrictEqual(yield* deeds(1), [{ at: 2, body: '{"at":2}' }])
      yield* record({ at: 3, body: "{}", payment: "payout shop salary" })
      yield* record({ at: 4, body: "{}" })
      assert.deepStrictEqual(
        (yield* deeds(9, "payout shop salary")).map(({ at }) => at),
        [3],
      )
    }),
  )
})

describe("a program that is started again on its place", () => {
  it.effect("finds the holds, the turns that were taken and what people did, as its payments", () =>
    Effect.gen(function* () {
      const payments = new Map<string, StoredPayment>()
      let kept = emptyShared
      const start = Effect.sync(() =>
        keyValueStore("mine", {
          get: (name) => payments.get(name),
          set: (name, payment) => void payments.set(name, payment),
          all: () => payments.values(),
          shared: () => kept,
          setShared: (next) => {
            kept = next
          },
        }),
      )
      const pause = { scope: "payouts", reason: "Checking.", by: "A colleague", since: 1, credentials: null }
      const rate = { perSecond: 1, burst: 1 }
      const first = yield* start
      yield* Context.get(first, SharedState).pause(pause)
      yield* Context.get(first, SharedState).takeRateToken("creations", rate, 1)
      yield* Context.get(first, Evidence).record({ at: 1, body: "{}" })
      const again = yield* start
      const shared = Context.get(again, SharedState)
      assert.deepStrictEqual(yield* shared.pauses(), [pause])
      assert.strictEqual(yield* shared.takeRateToken("creations", rate, 1), 1_000)
      assert.deepStrictEqual(yield* Context.get(again, Evidence).deeds(9), [{ at: 1, body: "{}" }])
      const heartbeat = { process: "reconciler-1", role: "reconciler", at: 7_000 }
      yield* Context.get(first, SharedState).beat(heartbeat)
      assert.strictEqual(yield* Context.get(yield* start, PaymentStore).clock, 7_000, "time never goes back")
    }),
  )
})

const fails = (): never => {
  throw new Error("database is locked")
}

describe("a place that cannot be read or written", () => {
  const broken = keyValueStore("mine", { get: fails, set: fails, all: fails, shared: fails, setShared: fails })

  it.effect("fails each step, and is no mistake of the program", () =>
    Effect.gen(function* () {
      const store = Context.get(broken, PaymentStore)
      const shared = Context.get(broken, SharedState)
      const steps: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
        store.find(payoutKey("salary")),
        store.subscribe("books", 0, 9),
        shared.pauses(),
        Context.get(broken, Reports).figures(0, 1),
        Context.get(broken, Evidence).notes(payoutKey("salary")),
        Context.get(broken, AccountStatements).gaps(),
        Context.get(broken, StoreStatus).contradictions,
      ]
      for (const step of steps) assert.instanceOf(yield* Effect.flip(step), StoreError)
    }),
  )
})

describe("the identity", () => {
  it.effect("has the name that was given, and the number of events", () =>
    Effect.gen(function* () {
      const cell = yield* filled
      const events = [...cell.current.payments.values()].map(({ events }) => events).flat().length
      const ports = [Context.get(portsOf(cell), SharedState), memoryShared(cell, "shelf")]
      for (const shared of ports) assert.deepStrictEqual(yield* shared.identity(), { id: "shelf", highWater: events })
    }),
  )
})

describe("the status", () => {
  it.effect("of a sound store has no faults", () =>
    Effect.gen(function* () {
      const { copyTo, contradictions: faults } = Context.get(portsOf(yield* filled), StoreStatus)
      assert.deepStrictEqual([yield* faults, typeof copyTo], [[], "string"])
    }),
  )

  it.effect("counts the payments whose parts do not agree", () =>
    Effect.gen(function* () {
      const cell = yield* filled
      const { contradictions: faults } = Context.get(portsOf(cell), StoreStatus)
      const whole = cell.current
      const name = "payout shop/salary-1"
      const payment = whole.payments.get(name) ?? assert.fail("there is none")
      const { events, notes, row } = payment
      const change = (damage: Partial<StoredPayment>) => {
        cell.current = { ...whole, payments: new Map(whole.payments).set(name, { ...payment, ...damage }) }
      }
      const attempts = row.attempts.map((each) => ({ ...each, number: 2 }))
      const damages: ReadonlyArray<readonly [Partial<StoredPayment>, RegExp]> = [
        [{ events: events.slice(1) }, /^1 payments whose events/],
        [{ events: events.toReversed() }, /^1 payments whose events/],
        [{ row: { ...row, attempts } }, /^1 payments whose attempts/],
        [{ notes: notes.slice(1) }, /^1 payments whose callback notes/],
        [{ notes: notes.toReversed() }, /^1 payments whose callback notes/],
      ]
      for (const [damage, words] of damages) {
        change(damage)
        const found = yield* faults
        assert.lengthOf(found, 1)
        assert.match(found[0] ?? "", words)
      }
      // Beyond the notes that are kept, numbers have gaps.
      const kept = Array.from({ length: notesPerPayment }, (_, index) => ({
        number: index + 1,
        attempt: 1,
        fingerprint: `${index}`,
        receivedAt: 1,
        body: null,
      }))
      const beyond = { number: notesPerPayment + 9, attempt: 2, fingerprint: "first", receivedAt: 1, body: null }
      change({ row: { ...row, newestNote: notesPerPayment + 9 }, notes: [...kept, beyond] })
      assert.deepStrictEqual(yield* faults, [])
    }),
  )
})
