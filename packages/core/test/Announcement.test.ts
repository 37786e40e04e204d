/** What hosts hear: in order, under stable ids, at least once, each at its own pace, and nothing that is secret. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  type Announced,
  Announcement,
  blankRecord,
  type Consumer,
  CreationAnswer,
  CreationToken,
  Desk,
  logConsumer,
  noAnswer,
  Outcomes,
  Payins,
  Payouts,
  PaymentStore,
  Reconciliation,
} from "@cauri/core"
import {
  completed,
  flagsOf,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  scripted,
  stateOf,
  tagsOf,
  walletPayin,
} from "./scripted.ts"

/** A consumer that refuses until it is mended, and counts its tries. */
const stubborn = (name: string) => {
  const heard: Array<string> = []
  const tries: Array<number> = []
  const state = { refuses: true }
  const consumer: Consumer = {
    name,
    hear: (announcement) =>
      Effect.gen(function* () {
        tries.push(yield* Clock.currentTimeMillis)
        if (state.refuses) return yield* Effect.fail("the host is down")
        heard.push(announcement.id)
      }),
  }
  return { consumer, heard, tries, state }
}

describe("what hosts hear", () => {
  it.effect("every announced event of a payment, in order, under its number in the history (S19, L3)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).send(payout("salary-1"))
        const { sweep } = yield* Reconciliation
        yield* sweep
        yield* TestClock.adjust("4 days")
        const { payment } = yield* recordOf(payoutKey("salary-1"))
        yield* (yield* Desk).resolve(payoutKey("salary-1"), {
          to: "Completed",
          by: "Awa",
          reason: "the beneficiary has it",
          evidence: "a signed receipt",
          asOf: payment.seq,
        })
        yield* sweep
        assert.deepStrictEqual(
          script.heard.map(({ id, event, seq }) => [id, event, seq]),
          [
            ["payout shop/salary-1#4", "InDoubt", 4],
            ["payout shop/salary-1#5", "Resolved", 5],
          ],
        )
        const said = script.heard[1]
        assert.deepStrictEqual(said?.detail, { to: "Completed", by: "Awa" })
        assert.deepStrictEqual([said?.state, said?.amount, said?.rail], ["Completed", 700, "MobileMoneyPayout"])
      }),
    ),
  )

  it.effect("an event that was heard but not remembered is heard again under the same id", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payouts).cancel(
          (yield* (yield* Payouts).send(payout("salary-1"), { sendLater: true })).key,
          "Awa",
        )
        const record = yield* recordOf(payoutKey("salary-1"))
        const { announce } = yield* Announcement
        yield* announce(record, 0)
        yield* announce(record, 0)
        assert.deepStrictEqual(
          script.heard.map(({ id }) => id),
          ["payout shop/salary-1#2", "payout shop/salary-1#2"],
        )
      }),
    ),
  )

  it.effect("several consumers hear the same, each with a cursor of its own", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const stock: Array<string> = []
        script.consumers.push({ name: "stock", hear: ({ id }) => Effect.sync(() => void stock.push(id)) })
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", completed(500))
        yield* reconcile
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(stock, ["payin shop/order-1#4"])
        assert.deepStrictEqual(
          script.heard.map(({ id }) => id),
          stock,
        )
        assert.deepStrictEqual((yield* recordOf(payinKey("order-1"))).watch.cursors, {
          books: { seq: 4, tries: 0 },
          stock: { seq: 4, tries: 0 },
        })
      }),
    ),
  )

  it.effect("without a consumer nothing is marked, so one that is added later hears from the beginning", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const books = script.consumers.splice(0)
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).send(payout("salary-1"))
        yield* reconcile
        yield* TestClock.adjust("1 minute")
        const { watch } = yield* recordOf(payoutKey("salary-1"))
        assert.deepStrictEqual(watch.cursors, {})
        assert.strictEqual(watch.announceAt, null)
        script.consumers.push(...books)
        const { payment } = yield* recordOf(payoutKey("salary-1"))
        const decision = { by: "Awa", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
        yield* (yield* Desk).resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          script.heard.map(({ event }) => event),
          ["InDoubt", "Resolved"],
        )
      }),
    ),
  )

  it.effect("a payment that is gone from the store is not announced as heard", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payins).create(pushPayin("order-1"))
        const record = yield* recordOf(payinKey("order-1"))
        script.cell.current = { ...script.cell.current, rows: new Map() }
        yield* (yield* Announcement).announce(record, 0)
        assert.strictEqual(script.cell.current.rows.size, 0)
      }),
    ),
  )

  it.effect("what a consumer heard is remembered although the payment changed in the same moment", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payouts = yield* Payouts
        yield* payouts.send(payout("salary-1"), { sendLater: true })
        yield* payouts.cancel(payoutKey("salary-1"), "Awa")
        let saves = 0
        script.beforeStore = (step) =>
          Effect.gen(function* () {
            if (step !== "save" || saves++ > 0) return
            const rows = new Map(script.cell.current.rows)
            for (const [name, row] of rows) rows.set(name, { ...row, version: row.version + 1 })
            script.cell.current = { ...script.cell.current, rows }
          })
        yield* (yield* Reconciliation).sweep
        assert.strictEqual(saves, 2)
        assert.deepStrictEqual((yield* recordOf(payoutKey("salary-1"))).watch.cursors, { books: { seq: 2, tries: 0 } })
      }),
    ),
  )
})

describe("a consumer that refuses", () => {
  it.effect("delays only itself: the others hear at once, and no confirm moves", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const { consumer, heard, state } = stubborn("stock")
        script.consumers.unshift(consumer)
        script.creations = [
          CreationAnswer.cases.NoAnswer.make({ cause: "Contradictory", code: "", token: CreationToken.make("t") }),
        ]
        // A status outside the specification raises a flag while the payin is open.
        script.confirms.set("t", { ...blankRecord, unknownStatus: "reversed" })
        yield* (yield* Payins).create(pushPayin("order-1"))
        yield* reconcile
        yield* TestClock.adjust("7 seconds")
        assert.deepStrictEqual(
          script.heard.map(({ detail }) => detail["flag"]),
          ["UnknownStatus"],
        )
        const planned = (yield* recordOf(payinKey("order-1"))).watch.actAt
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* recordOf(payinKey("order-1"))).watch.actAt, planned)
        assert.deepStrictEqual(heard, [])
        state.refuses = false
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(heard, ["payin shop/order-1#4"])
        assert.strictEqual(script.heard.length, 1)
      }),
    ),
  )

  it.effect("is tried 20 times with growing waits, and then its event is parked and flagged", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const { consumer, tries, heard, state } = stubborn("stock")
        script.consumers.push(consumer)
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", completed(500))
        yield* reconcile
        yield* TestClock.adjust("2 days")
        assert.strictEqual(tries.length, 40)
        assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["AnnouncementParked stock"])
        const waits = tries.slice(1, 20).map((at, index) => at - (tries[index] ?? 0))
        assert.deepStrictEqual(
          waits.slice(0, 7),
          [1, 5, 15, 60, 300, 1_800, 3_600].map((s) => s * 1_000),
        )
        assert.deepStrictEqual(
          script.heard.map(({ event }) => event),
          ["Completed", "Flagged"],
        )
        // The next event finds it mended: it was left behind by two events only.
        state.refuses = false
        const { payment } = yield* recordOf(payinKey("order-1"))
        yield* (yield* Desk).closeFlag(
          payinKey("order-1"),
          { kind: "AnnouncementParked", subject: "stock" },
          { by: "Awa", reason: "the host is mended", asOf: payment.seq },
        )
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(heard, [])
        assert.strictEqual(yield* stateOf(payinKey("order-1")), "Completed")
      }),
    ),
  )

  it.effect("does not make another one that stumbled wait for its own long backoff", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const long = stubborn("stock")
        const short = stubborn("mail")
        short.state.refuses = false
        script.consumers.push(long.consumer, short.consumer)
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).send(payout("salary-1"))
        yield* reconcile
        // The long one has waits of an hour by now.
        yield* TestClock.adjust("8 hours")
        const { payment } = yield* recordOf(payoutKey("salary-1"))
        short.state.refuses = true
        const decision = { by: "Awa", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
        yield* (yield* Desk).resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
        yield* TestClock.adjust("31 seconds")
        short.state.refuses = false
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(short.heard, ["payout shop/salary-1#4", "payout shop/salary-1#5"])
      }),
    ),
  )

  it.effect("moves no confirm when its event is parked", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          const { consumer } = stubborn("stock")
          script.consumers.splice(0, 1, consumer)
          script.confirms.set("token-1", { ...blankRecord, unknownStatus: "reversed" })
          yield* (yield* Payouts).send(payout("salary-1"))
          yield* reconcile
          yield* TestClock.adjust("31 seconds")
          const planned = (yield* recordOf(payoutKey("salary-1"))).watch.actAt
          yield* TestClock.adjust("10 seconds")
          const { watch } = yield* recordOf(payoutKey("salary-1"))
          assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), [
            "UnknownStatus reversed",
            "AnnouncementParked stock",
          ])
          assert.strictEqual(watch.actAt, planned)
        }),
      { maxAnnounceTries: 2 },
    ),
  )
})

describe("what hosts never hear", () => {
  it.effect("no token, address, code or full number stands in an announcement (S16)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        const canaries = ["CANARY-TOKEN", "CANARY-PAGE", "22670000001", "22670000002", "CANARY-OTP", "CANARY-NAME"]
        const take = (page: string | null) =>
          CreationAnswer.cases.Accepted.make({ token: CreationToken.make("CANARY-TOKEN"), url: page })
        script.creations = [
          take("https://pay.example/CANARY-PAGE"),
          CreationAnswer.cases.OtpSent.make({}),
          take(null),
          take("https://pay.example/CANARY-PAGE"),
        ]
        script.confirms.set("CANARY-TOKEN", {
          ...completed(500),
          payer: "22670000001",
          unknownStatus: null,
          externalId: "somebody-else",
        })
        yield* payins.create(hostedPayin("order-1", { customer: { firstName: "CANARY-NAME" } }))
        yield* payins.create(walletPayin("order-2"))
        yield* payins.submitOtp(payinKey("order-2"), Redacted.make("CANARY-OTP"))
        yield* (yield* Payouts).send(payout("salary-1", { amount: 500 }))
        yield* reconcile
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual([...new Set(script.heard.map(({ key }) => key.id))].toSorted(), [
          "order-1",
          "order-2",
          "salary-1",
        ])
        const said = JSON.stringify(script.heard)
        for (const canary of canaries) assert.notInclude(said, canary)
      }),
    ),
  )

  it.effect("by default the log hears, in one line", () =>
    Effect.gen(function* () {
      const consumers = yield* Outcomes
      assert.deepStrictEqual(consumers, [logConsumer])
      const announcement: Announced = {
        id: "payin shop/order-1#4",
        key: payinKey("order-1"),
        seq: 4,
        at: 0,
        event: "Completed",
        detail: { late: false },
        state: "Completed",
        amount: 500,
        rail: "UssdPush",
        orderRef: null,
      }
      yield* logConsumer.hear(announcement)
    }),
  )

  it.effect("twenty concurrent settlements give one outcome and one announcement", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", () => Effect.delay(Effect.succeed(completed(500)), "1 second"))
        const desk = yield* Desk
        const all = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 20 }), () => desk.recheck(payinKey("order-1")), {
            concurrency: "unbounded",
          }),
        )
        yield* TestClock.adjust("10 seconds")
        const records = yield* Fiber.join(all)
        for (const { payment } of records) assert.strictEqual(payment.state._tag, "Completed")
        assert.deepStrictEqual(yield* tagsOf(payinKey("order-1")), [
          "Intended",
          "AttemptStarted",
          "Accepted",
          "Completed",
        ])
        yield* reconcile
        yield* TestClock.adjust("2 hours")
        assert.deepStrictEqual(
          script.heard.map(({ id, event }) => [id, event]),
          [["payin shop/order-1#4", "Completed"]],
        )
        assert.strictEqual((yield* (yield* PaymentStore).history(payinKey("order-1"), 0, 10)).length, 4)
      }),
    ),
  )
})
