/** Consumers that hear in the very step that marks the event: exactly once, whatever breaks in between. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  announceWithin,
  Announcement,
  Desk,
  type MemoryCell,
  noAnswer,
  Payins,
  Payouts,
  PaymentStore,
  Reconciliation,
  type TransactionalListener,
} from "@cauri/core"
import {
  completed,
  flagsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  type Script,
  scripted,
} from "./scripted.ts"

const ledgerIn = (cell: MemoryCell): ReadonlyArray<unknown> => [...cell.current.host.values()]

/** Writes what is heard into the host's own part of the store, one line for each time that it was heard. */
const ledger = (script: Script, before: (id: string) => void = () => {}): TransactionalListener =>
  announceWithin(script.cell, "ledger", (cell, { id, state }) => {
    const host = new Map(cell.current.host).set(`line ${cell.current.host.size}`, `${id} ${state}`)
    cell.current = { ...cell.current, host }
    before(id)
  })

/** A payout that nobody has told of yet: in doubt, and then decided. */
const decided = (script: Script) =>
  Effect.gen(function* () {
    script.creations = [noAnswer("TimedOut")]
    yield* (yield* Payouts).create(payout("salary-1"))
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    const decision = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
    yield* (yield* Desk).resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
  })

const announce = (id: string) =>
  Effect.gen(function* () {
    const record = yield* recordOf(payoutKey(id))
    yield* (yield* Announcement).announce(record, record.lease.number)
  })

const cursorOf = (id: string, name: string) => Effect.map(recordOf(payoutKey(id)), ({ watch }) => watch.cursors[name])

const both = ["payout shop/salary-1#4 Completed", "payout shop/salary-1#5 Completed"]

describe("a consumer that hears within a transaction", () => {
  it.effect("hears each event once and in order, and each is marked in the step in which it is heard (S19)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const marks: Array<unknown> = []
        script.consumers.splice(
          0,
          1,
          ledger(script, () => {
            const row = script.cell.current.rows.get("payout shop/salary-1")
            marks.push(JSON.parse(row?.body ?? "{}").watch.cursors.ledger.seq)
          }),
        )
        yield* decided(script)
        const { sweep } = yield* Reconciliation
        yield* sweep
        yield* sweep
        assert.deepStrictEqual(ledgerIn(script.cell), both)
        assert.deepStrictEqual(marks, [4, 5])
        const { watch, lease } = yield* recordOf(payoutKey("salary-1"))
        assert.strictEqual(watch.announceAt, null)
        assert.strictEqual(lease.until, 0)
      }),
    ),
  )

  it.effect("needs one step for each event and each such consumer, and keeps its lease meanwhile", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const steps: Array<string> = []
        const leases: Array<number | undefined> = []
        const counted = (name: string): TransactionalListener => {
          const within = announceWithin(script.cell, name, () => {
            leases.push(script.cell.current.rows.get("payout shop/salary-1")?.leaseUntil)
          })
          const hearWithin: TransactionalListener["hearWithin"] = (announcement, step) =>
            Effect.tap(within.hearWithin(announcement, step), (done) =>
              Effect.sync(() => void steps.push(`${name} ${announcement.seq} ${done}`)),
            )
          return { name, hearWithin }
        }
        script.consumers.splice(0, 1, counted("ledger"), counted("stock"))
        yield* decided(script)
        yield* (yield* Reconciliation).sweep
        assert.deepStrictEqual(steps, ["ledger 4 Saved", "ledger 5 Saved", "stock 4 Saved", "stock 5 Saved"])
        assert.deepStrictEqual(leases, [60_000, 60_000, 60_000, 60_000])
      }),
    ),
  )

  it.effect("keeps nothing of a handler that throws, is told again after a while, and hears nothing twice", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const state = { refuses: true }
        script.consumers.push(
          ledger(script, (id) => {
            if (state.refuses && id.endsWith("#5")) throw new Error("the host is down")
          }),
        )
        yield* decided(script)
        yield* reconcile
        yield* TestClock.adjust("900 millis")
        assert.deepStrictEqual(ledgerIn(script.cell), both.slice(0, 1))
        assert.deepStrictEqual(yield* cursorOf("salary-1", "ledger"), { seq: 4, tries: 1 })
        // The one beside it has heard everything meanwhile.
        assert.strictEqual(script.heard.length, 2)
        state.refuses = false
        yield* TestClock.adjust("200 millis")
        assert.deepStrictEqual(ledgerIn(script.cell), both)
        assert.deepStrictEqual(yield* cursorOf("salary-1", "ledger"), { seq: 5, tries: 0 })
        assert.strictEqual(script.heard.length, 2)
      }),
    ),
  )

  it.effect("parks an event after its last try, flags it, and hears the next ones", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          script.consumers.splice(
            0,
            1,
            ledger(script, (id) => {
              if (id.endsWith("#4")) throw new Error("no such account")
            }),
          )
          yield* decided(script)
          yield* reconcile
          yield* TestClock.adjust("1 minute")
          assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), ["AnnouncementParked ledger"])
          assert.deepStrictEqual(ledgerIn(script.cell), [...both.slice(1), "payout shop/salary-1#6 Completed"])
        }),
      { maxAnnounceTries: 3 },
    ),
  )

  it.effect("reads the payment again when it has changed at the same moment, and hears it as it is now", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const within = ledger(script)
        const calls: Array<string> = []
        script.consumers.splice(0, 1, {
          name: "ledger",
          hearWithin: (announcement, step) =>
            Effect.gen(function* () {
              if (calls.length === 0) yield* Effect.provide(decide, services)
              const done = yield* within.hearWithin(announcement, step)
              calls.push(`${announcement.id} ${announcement.state} ${done}`)
              return done
            }),
        })
        const services = yield* Effect.context<Desk | PaymentStore>()
        const decide = Effect.gen(function* () {
          const { payment } = yield* recordOf(payoutKey("salary-1"))
          const decision = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
          yield* (yield* Desk).resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
        })
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).create(payout("salary-1"))
        yield* announce("salary-1")
        assert.deepStrictEqual(calls, [
          "payout shop/salary-1#4 InDoubt Stale",
          "payout shop/salary-1#4 Completed Saved",
        ])
        yield* announce("salary-1")
        assert.deepStrictEqual(ledgerIn(script.cell), both)
      }),
    ),
  )

  it.effect("hears nothing that another worker told it at the same moment, and is not said to have refused it", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          const within = ledger(script)
          const others = { work: Effect.void as Effect.Effect<unknown> }
          script.consumers.splice(0, 1, {
            name: "ledger",
            hearWithin: (announcement, step) =>
              Effect.gen(function* () {
                const work = others.work
                others.work = Effect.void
                yield* work
                return yield* within.hearWithin(announcement, step)
              }),
          })
          yield* decided(script)
          const services = yield* Effect.context<Announcement | PaymentStore>()
          others.work = Effect.orDie(Effect.provide(announce("salary-1"), services))
          yield* announce("salary-1")
          assert.deepStrictEqual(ledgerIn(script.cell), both)
          // And the other way round: this one gives up just as the other one has told it.
          yield* (yield* Payouts).create(payout("salary-2", { amount: 800 }), { sendLater: true })
          yield* (yield* Payouts).cancel(payoutKey("salary-2"), "A colleague")
          others.work = Effect.andThen(
            Effect.orDie(Effect.provide(announce("salary-2"), services)),
            Effect.die(new Error("the connection broke after the commit")),
          )
          yield* announce("salary-2")
          assert.strictEqual(ledgerIn(script.cell).length, 3)
          assert.deepStrictEqual(yield* cursorOf("salary-2", "ledger"), { seq: 2, tries: 0 })
          assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-2")), [])
        }),
      { maxAnnounceTries: 1 },
    ),
  )

  it.effect("is refused after so many changes at the same moment, and waits like one that throws (S20)", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          let calls = 0
          script.consumers.splice(0, 1, {
            name: "ledger",
            hearWithin: () => Effect.sync(() => (calls++, "Stale" as const)),
          })
          yield* decided(script)
          yield* announce("salary-1")
          assert.strictEqual(calls, 7)
          const { watch } = yield* recordOf(payoutKey("salary-1"))
          assert.deepStrictEqual(watch.cursors["ledger"], { seq: 3, tries: 1 })
          assert.strictEqual(watch.announceAt, 1_000)
        }),
      { maxSaveTries: 7 },
    ),
  )

  it.effect("is refused after its time is over, and a payment that is gone breaks nothing", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.consumers.splice(0, 1, { name: "ledger", hearWithin: () => Effect.never })
        yield* decided(script)
        yield* reconcile
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* cursorOf("salary-1", "ledger"), { seq: 3, tries: 1 })
        const record = yield* recordOf(payoutKey("salary-1"))
        script.consumers.splice(0, 1, { name: "ledger", hearWithin: () => Effect.succeed("Stale") })
        script.cell.current = { ...script.cell.current, rows: new Map() }
        yield* (yield* Announcement).announce(record, 0)
        assert.isTrue(Option.isNone(yield* (yield* PaymentStore).find(payoutKey("salary-1"))))
      }),
    ),
  )

  it.effect("moves no confirm, and keeps a payment due whose callback was not read yet (S18)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const dueWhenHeard: Array<number | null | undefined> = []
        const within = ledger(script, () => {
          dueWhenHeard.push(script.cell.current.rows.get("payin shop/order-1")?.actAt)
        })
        script.consumers.splice(0, 1, within)
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", completed(500))
        yield* (yield* Desk).recheck(payinKey("order-1"))
        const { watch } = yield* recordOf(payinKey("order-1"))
        yield* (yield* PaymentStore).noteCallback({
          key: payinKey("order-1"),
          attempt: 1,
          fingerprint: "one",
          receivedAt: 0,
          body: null,
        })
        const record = yield* recordOf(payinKey("order-1"))
        yield* (yield* Announcement).announce(record, 0)
        assert.deepStrictEqual(ledgerIn(script.cell), ["payin shop/order-1#4 Completed"])
        assert.strictEqual((yield* recordOf(payinKey("order-1"))).watch.actAt, watch.actAt)
        assert.deepStrictEqual([...dueWhenHeard, script.cell.current.rows.get("payin shop/order-1")?.actAt], [0, 0])
      }),
    ),
  )
})
