/** What hosts hear: in order, under stable ids, at least once, each at its own pace, and nothing that is secret. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  type Announced,
  Announcement,
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
  hostedPayin,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  scripted,
  tagsOf,
  unlimited,
  walletPayin,
} from "./scripted.ts"
import { stubborn } from "./setups.ts"

const take = (page: string | null) =>
  CreationAnswer.cases.Accepted.make({ token: CreationToken.make("CANARY-TOKEN"), url: page })

describe("what hosts hear", () => {
  it.effect("every announced event of a payment, in order, under its number in the history (S19, L3)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).create(payout("salary-1"))
        const { sweep } = yield* Reconciliation
        yield* sweep
        yield* TestClock.adjust("4 days")
        const { payment } = yield* recordOf(payoutKey("salary-1"))
        yield* (yield* Desk).resolve(payoutKey("salary-1"), {
          to: "Completed",
          by: "A colleague",
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
        assert.deepStrictEqual(said?.detail, { to: "Completed", by: "A colleague" })
        assert.deepStrictEqual([said?.state, said?.amount, said?.rail], ["Completed", 700, "MobileMoneyPayout"])
      }),
    ),
  )

  it.effect("an event that was heard but not remembered is heard again under the same id", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payouts).cancel(
          (yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })).payout.key,
          "A colleague",
        )
        const record = yield* recordOf(payoutKey("salary-1"))
        const announcement = yield* Announcement
        yield* announcement.announce(record, 0)
        yield* announcement.announce(record, 0)
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
        yield* (yield* Payouts).create(payout("salary-1"))
        yield* reconcile
        yield* TestClock.adjust("1 minute")
        const { watch } = yield* recordOf(payoutKey("salary-1"))
        assert.deepStrictEqual(watch.cursors, {})
        assert.strictEqual(watch.announceAt, null)
        script.consumers.push(...books)
        const { payment } = yield* recordOf(payoutKey("salary-1"))
        const decision = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
        yield* (yield* Desk).resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          script.heard.map(({ event }) => event),
          ["InDoubt", "Resolved"],
        )
      }),
    ),
  )

  it.effect("a worker that is late does not take back what another one remembered", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const { consumer, state } = stubborn("stock")
        script.consumers.splice(0, 1, consumer)
        yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
        yield* (yield* Payouts).cancel(payoutKey("salary-1"), "A colleague")
        const early = yield* recordOf(payoutKey("salary-1"))
        state.refuses = false
        yield* (yield* Announcement).announce(early, 0)
        state.refuses = true
        yield* (yield* Announcement).announce(early, 0)
        assert.deepStrictEqual((yield* recordOf(payoutKey("salary-1"))).watch.cursors, { stock: { seq: 2, tries: 0 } })
      }),
    ),
  )

  it.effect("an event that comes while its consumer hears the one before is heard at once, after it", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const desk = yield* Desk
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).create(payout("salary-1"))
        const decision = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: 4 }
        script.consumers.splice(0, 1, {
          name: "books",
          hear: (announcement) =>
            Effect.gen(function* () {
              if (announcement.event === "InDoubt") {
                yield* desk.resolve(payoutKey("salary-1"), { to: "Completed", ...decision })
              }
              script.heard.push(announcement)
            }),
        })
        const { sweep } = yield* Reconciliation
        yield* sweep
        yield* sweep
        assert.deepStrictEqual(
          script.heard.map(({ event }) => event),
          ["InDoubt", "Resolved"],
        )
        assert.strictEqual((yield* recordOf(payoutKey("salary-1"))).watch.announceAt, null)
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
        yield* payouts.create(payout("salary-1"), { sendLater: true })
        yield* payouts.cancel(payoutKey("salary-1"), "A colleague")
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

describe("what was heard of a payment that others change at every try", () => {
  it.effect("is not remembered, after as many tries as the policy allows, and will be heard again", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          yield* (yield* Payins).create(pushPayin("order-1"))
          const record = yield* recordOf(payinKey("order-1"))
          const counted = overtake(script)
          const error = yield* Effect.flip((yield* Announcement).announce(record, 0))
          assert.strictEqual(error._tag, "StoreError")
          assert.strictEqual(counted.saves, 4)
        }),
      { maxSaveTries: 4 },
    ),
  )
})

describe("what hosts never hear", () => {
  it.effect("no token, address, code or full number stands in an announcement (S16)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        const canaries = ["CANARY-TOKEN", "CANARY-PAGE", "22670000001", "22670000002", "CANARY-OTP", "CANARY-NAME"]
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
        yield* (yield* Payouts).create(payout("salary-1", { amount: 500 }))
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
    scripted(
      (script) =>
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
      unlimited,
    ),
  )
})
