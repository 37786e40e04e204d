/** What the place of a store may rely on: one write for each step, and none where nothing changes. */
import { assert, describe } from "@effect/vitest"
import { type PaymentWrite, type RowTerms } from "../src/adapter.ts"
import { emptyShared, type StoredPayment } from "../src/memory/KeyValueDriver.ts"
import { keyValueAsDriver } from "../src/memory/keyValueAsDriver.ts"
import { it, payoutKey } from "./scripted.ts"

const row = (id: string): PaymentWrite => ({
  kind: "payout",
  project: "shop",
  id,
  state: "intended",
  seq: 1,
  rail: "mobile_money_payout",
  amount: 700,
  operator: null,
  party: `2267000000${id.length}`,
  orderRef: null,
  refundOf: null,
  createdAt: 0,
  closedAt: null,
  amountPaid: null,
  serviceOperator: null,
  actAt: 0,
  openFlags: 0,
  body: "{}",
  attempts: [{ number: 1, kind: "pay", outcome: "in_flight", token: null, startedAt: 0 }],
})
const terms = (version: number): RowTerms => ({ version, giveBack: null, now: 0, readNote: 0 })
const guards = { pauses: ["payouts"], twin: null, refund: null }
const line = { seq: 2, at: 1, tag: "held", deliveredAs: "held", body: "{}" }

const counting = () => {
  const kept = new Map<string, StoredPayment>()
  const writes: Array<string> = []
  const held = (scopes: ReadonlyArray<string>) => {
    shared = { ...shared, pauses: new Map(scopes.map((scope) => [scope, []])) }
  }
  const forgetConsumers = () => {
    shared = { ...shared, subscribers: [] }
  }
  let shared = emptyShared
  const driver = keyValueAsDriver({
    get: (name) => kept.get(name),
    set: (name, payment) => {
      writes.push(name)
      kept.set(name, payment)
    },
    all: () => kept.values(),
    shared: () => shared,
    setShared: (next) => {
      shared = next
    },
  })
  return { driver, forgetConsumers, held, kept, writes }
}

describe("a place for whole payments", () => {
  it.gen("is written to once by each step, so that none can be half done", function* () {
    const { driver, kept, writes } = counting()
    yield* driver.insert(row("a"), [])
    yield* driver.insert(row("bb"), [])
    yield* driver.save(row("a"), [line], terms(1))
    yield* driver.claim(row("a"), [], { ...terms(2), guards, leaseUntil: 10 })
    yield* driver.noteCallback({ key: payoutKey("a"), attempt: 1, fingerprint: "one", receivedAt: 5, body: null })
    const one = "payout shop/a"
    const other = "payout shop/bb"
    assert.deepStrictEqual(writes, [one, other, one, one, one])
    yield* driver.takeDue({ now: 20, limit: 10, until: 30 })
    assert.deepStrictEqual(writes.slice(5).toSorted(), [one, other])
    const { events, notes } = kept.get(one) ?? assert.fail("it is not kept")
    assert.deepStrictEqual(events, [line])
    assert.deepStrictEqual(
      notes.map(({ fingerprint, number }) => [number, fingerprint]),
      [[1, "one"]],
    )
  })

  it.gen("is not written to by a step that changes nothing", function* () {
    const { driver, held, writes } = counting()
    const note = { key: payoutKey("a"), attempt: 1, fingerprint: "one", receivedAt: 5, body: null }
    yield* driver.insert(row("a"), [])
    yield* driver.noteCallback(note)
    const before = writes.length
    held(["payouts"])
    assert.strictEqual((yield* driver.insert(row("a"), []))._tag, "AlreadyThere")
    assert.strictEqual(yield* driver.save(row("a"), [line], terms(7)), "Stale")
    assert.strictEqual((yield* driver.claim(row("a"), [], { ...terms(1), guards, leaseUntil: 10 }))._tag, "Paused")
    assert.strictEqual(yield* driver.noteCallback(note), "Repeat")
    assert.strictEqual(yield* driver.noteCallback({ ...note, attempt: 2 }), "Unknown")
    yield* driver.history({ key: payoutKey("a"), after: 0, limit: 10 })
    assert.deepStrictEqual(writes.slice(before), [])
  })

  it.gen("delivers nothing to a consumer that is gone, and takes no mark for an event that is not there", function* () {
    const { driver, forgetConsumers } = counting()
    yield* driver.insert(row("a"), [])
    yield* driver.subscribe({ consumer: "books", from: 0, limit: 9 })
    yield* driver.save(row("a"), [line], terms(1))
    const [delivery] = (yield* driver.takeDeliveries({ consumer: "books", now: 10, limit: 9, until: 20 })).taken
    const { lease } = delivery ?? assert.fail("it is due")
    assert.strictEqual(
      yield* driver.markDelivered({ consumer: "books", key: payoutKey("a"), lease }, { seq: 9, now: 10 }),
      "Delivered",
    )
    assert.lengthOf(yield* driver.deliveries({ limit: 9 }), 0)
    yield* driver.save(row("a"), [{ ...line, seq: 10 }], terms(2))
    assert.lengthOf(yield* driver.deliveries({ limit: 9 }), 1)
    forgetConsumers()
    assert.lengthOf(yield* driver.deliveries({ limit: 9 }), 0)
  })
})
