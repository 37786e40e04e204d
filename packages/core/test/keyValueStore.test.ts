/** The ports for the deployed programs, over a place of payments: what the conformance kit asks of every store is shown there. */
import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { memoryStore, PaymentStore, Payouts, StoreError } from "@cauri/core"
import {
  Documents,
  SharedState,
  emptyShared,
  Evidence,
  type MemoryCell,
  memoryPorts,
  notesPerPayment,
  Reports,
  keyValueStore,
  type StoredPayment,
  StoreStatus,
} from "@cauri/core/adapter"
import { it, payout, payoutKey, scripted } from "./scripted.ts"

const portsOf = (cell: MemoryCell) => memoryPorts(cell, "shelf")

/** A store with a payout that rang three times. */
const filled = scripted((script) =>
  Effect.gen(function* () {
    yield* (yield* Payouts).create(payout("salary-1"))
    const note = { key: payoutKey("salary-1"), attempt: 1, receivedAt: 7, body: null }
    for (const fingerprint of ["one", "two", "three"]) {
      yield* (yield* PaymentStore).noteCallback({ ...note, fingerprint })
    }
    return script.cell
  }),
)

describe("a program that is started again on its place", () => {
  it.gen("finds the holds, the turns that were taken and what people did, as its payments", function* () {
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
    yield* Context.get(first, SharedState).takeRateToken({ rate: "creations", limit: rate, now: 1 })
    yield* Context.get(first, Documents).keep({ kind: "deed", digest: "a", at: 1, head: "{}" })
    const again = yield* start
    const shared = Context.get(again, SharedState)
    assert.deepStrictEqual(yield* shared.pauses(), [pause])
    assert.strictEqual(yield* shared.takeRateToken({ rate: "creations", limit: rate, now: 1 }), 1_000)
    assert.strictEqual((yield* Context.get(again, Documents).list({ kind: "deed", limit: 9 })).length, 1)
    const heartbeat = { process: "reconciler-1", role: "reconciler", at: 7_000 }
    yield* Context.get(first, SharedState).beat(heartbeat)
    assert.strictEqual(yield* Context.get(yield* start, PaymentStore).clock, 7_000, "time never goes back")
  })
})

const fails = (): never => {
  throw new Error("database is locked")
}

describe("a place that cannot be read or written", () => {
  const broken = keyValueStore("mine", { get: fails, set: fails, all: fails, shared: fails, setShared: fails })

  it.gen("fails each step, and is no mistake of the program", function* () {
    const store = Context.get(broken, PaymentStore)
    const shared = Context.get(broken, SharedState)
    const steps: ReadonlyArray<Effect.Effect<unknown, StoreError>> = [
      store.find(payoutKey("salary")),
      store.subscribe({ consumer: "books", from: 0, limit: 9 }),
      shared.pauses(),
      Context.get(broken, Reports).figures({ by: "created", from: 0, before: 1 }),
      Context.get(broken, Evidence).notes(payoutKey("salary")),
      Context.get(broken, Documents).openGap(1),
      Context.get(broken, StoreStatus).contradictions,
    ]
    for (const step of steps) assert.instanceOf(yield* Effect.flip(step), StoreError)
  })
})

it.gen("the status counts the payments whose parts do not agree", function* () {
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
})

it("documents: neither who keeps one nor who reads it changes its bytes", function* () {
  const { find, keep } = yield* Documents
  const bytes = Uint8Array.of(1, 2)
  yield* keep({ kind: "statement", digest: "abc", at: 9, head: "{}", body: bytes })
  bytes.fill(0)
  ;(yield* find({ kind: "statement", number: 1 }))?.body?.fill(0)
  assert.deepStrictEqual((yield* find({ kind: "statement", number: 1 }))?.body, Uint8Array.of(1, 2))
})

it.gen("the memory store is another one with every build of its layer", function* () {
  const build = Effect.gen(function* () {
    const shared = yield* SharedState
    yield* shared.pause({ scope: "payouts", reason: "stop", by: "A colleague", since: 0, credentials: null })
    const store = yield* PaymentStore
    return {
      pauses: yield* shared.pauses(),
      payments: yield* store.list({ limit: 1 }),
      identity: yield* shared.identity(),
    }
  })
  const [one, other] = [yield* Effect.provide(build, memoryStore), yield* Effect.provide(build, memoryStore)]
  assert.deepStrictEqual(one, other)
  assert.deepStrictEqual(one.identity, { id: "memory", highWater: 0 })
  assert.strictEqual(one.pauses.length, 1)
})
