/** Consumers that hear in the very step that marks the event: exactly once, whatever breaks in between. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, PaymentStore } from "@cauri/core"
import { deliverWithin, Deliveries, type MemoryCell, type TransactionalConsumer } from "@cauri/core/adapter"
import { it, flagsOf, payout, payoutKey, recordOf, type Script, waitingOf, reconcileFor } from "./scripted.ts"
import { inDoubt, rule, sweep } from "./setups.ts"

const ledgerIn = (cell: MemoryCell): ReadonlyArray<unknown> => [...cell.current.host.values()]

/** Writes what is heard into the host's own part of the store, one line for each time that it was heard. */
const ledger = (script: Script, before: (id: string) => void = () => {}): TransactionalConsumer =>
  deliverWithin(script.cell, "ledger", (cell, { id, state }) => {
    const host = new Map(cell.current.host).set(`line ${cell.current.host.size}`, `${id} ${state}`)
    cell.current = { ...cell.current, host }
    before(id)
  })

/** A payout in doubt that was decided: two events to hear. */
const decided = (script: Script) =>
  Effect.gen(function* () {
    yield* inDoubt(script)
    yield* rule(payoutKey("salary-1"), "completed")
  })

const both = ["payout shop/salary-1#4 completed", "payout shop/salary-1#5 completed"]

describe("a consumer that hears within a transaction", () => {
  it("hears each event once and in order, each is marked in that step, and the payment stays as it is (S19)", function* (script) {
    const marks: Array<unknown> = []
    script.consumers.splice(
      0,
      1,
      ledger(script, () => {
        marks.push(
          script.cell.current.payments.get("payout shop/salary-1")?.deliveries?.map(({ delivered }) => delivered),
        )
      }),
    )
    yield* decided(script)
    const before = yield* recordOf(payoutKey("salary-1"))
    yield* sweep
    assert.deepStrictEqual(ledgerIn(script.cell), both)
    assert.deepStrictEqual(marks, [[4], [5]])
    assert.deepStrictEqual(yield* recordOf(payoutKey("salary-1")), before)
  })

  it("keeps nothing of a handler that throws, hears the event again after a while, and nothing twice", function* (script) {
    const state = { refuses: true }
    script.consumers.push(
      ledger(script, (id) => {
        if (state.refuses && id.endsWith("#5")) throw new Error("the host is down")
      }),
    )
    yield* decided(script)
    yield* reconcileFor("900 millis")
    assert.deepStrictEqual(ledgerIn(script.cell), both.slice(0, 1))
    // The one beside it has heard everything meanwhile.
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [["ledger", 4, 5, 1, 1_000]])
    state.refuses = false
    yield* TestClock.adjust("200 millis")
    assert.deepStrictEqual(ledgerIn(script.cell), both)
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
    assert.strictEqual(script.received.length, 2)
  })

  it.under({ delivery: { maxTries: 3 } })(
    "parks an event after its last try, flags it, and hears the next ones",
    function* (script) {
      script.consumers.splice(
        0,
        1,
        ledger(script, (id) => {
          if (id.endsWith("#4")) throw new Error("no such account")
        }),
      )
      yield* decided(script)
      yield* reconcileFor("1 minute")
      assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), ["delivery_parked ledger"])
      assert.deepStrictEqual(ledgerIn(script.cell), [...both.slice(1), "payout shop/salary-1#6 completed"])
    },
  )

  it("hears nothing that another worker told it at the same moment, and is not said to have refused it", function* (script) {
    const within = ledger(script)
    let isFirst = true
    script.consumers.splice(0, 1, {
      name: "ledger",
      receiveWithin: (deliveredEvent, hearing) =>
        Effect.gen(function* () {
          if (isFirst) {
            isFirst = false
            // Meanwhile the lease ends, and another worker does all of it.
            const now = yield* Clock.currentTimeMillis
            const taken = yield* store.takeDeliveries({
              consumer: "ledger",
              now: now + 60_000,
              limit: 1,
              until: now + 120_000,
            })
            for (const { consumer, key, lease } of taken.taken) {
              yield* within.receiveWithin(deliveredEvent, { lease: { consumer, key, lease }, now })
            }
          }
          return yield* within.receiveWithin(deliveredEvent, hearing)
        }),
    })
    const store = yield* PaymentStore
    yield* (yield* Deliveries).subscribe
    yield* decided(script)
    yield* sweep
    assert.deepStrictEqual(ledgerIn(script.cell), both)
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
    assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), [])
  })

  it("receives no more at once than its adapter delivers, so what waits has not refused anything", function* (script) {
    const atOnce: Array<number> = []
    let busy = 0
    const within = ledger(script)
    script.consumers.splice(0, 1, {
      ...within,
      concurrency: 2,
      receiveWithin: (deliveredEvent, hearing) =>
        Effect.gen(function* () {
          busy += 1
          atOnce.push(busy)
          yield* Effect.sleep("9 seconds")
          busy -= 1
          return yield* within.receiveWithin(deliveredEvent, hearing)
        }),
    })
    for (const id of ["salary-1", "salary-2", "salary-3", "salary-4", "salary-5"]) {
      yield* (yield* Payouts).create(payout(id), { sendLater: true })
      yield* (yield* Payouts).cancel(payoutKey(id), "A colleague")
    }
    yield* reconcileFor("27 seconds")
    assert.lengthOf(ledgerIn(script.cell), 5)
    assert.strictEqual(Math.max(...atOnce), 2)
    assert.lengthOf(atOnce, 5)
  })

  it("has refused what it has not heard when its time is over", function* (script) {
    script.consumers.splice(0, 1, { name: "ledger", receiveWithin: () => Effect.never })
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* (yield* Payouts).cancel(payoutKey("salary-1"), "A colleague")
    yield* reconcileFor("10 seconds")
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [["ledger", 0, 2, 1, 11_000]])
  })
})
