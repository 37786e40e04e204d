/** What hosts hear: in order, under stable ids, at least once, each at its own pace, and nothing that is secret. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, Metric, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type Consumer, Review, Payins, Payouts, PaymentStore } from "@cauri/core"
import { CreationAnswer, Deliveries } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import {
  it,
  completed,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  type Script,
  scripted,
  tagsOf,
  unlimited,
  waitingOf,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { inDoubt, rule, sweep, sweepAfter } from "./setups.ts"
import { collectLines, spoil } from "./spoil.ts"

const take = (page: string | null) =>
  CreationAnswer.cases.accepted.make({ token: CreationToken.make("CANARY-TOKEN"), url: page })

const ids = (script: Script) => script.received.map(({ id }) => id)

const cancelled = (id: string) =>
  Effect.gen(function* () {
    const payouts = yield* Payouts
    yield* payouts.create(payout(id), { sendLater: true })
    yield* payouts.cancel(payoutKey(id), "A colleague")
  })

/** When each confirm of an hour of payins is made, beside this consumer. */
const confirmsBeside = (consumer: Consumer) =>
  scripted(
    (script) =>
      Effect.gen(function* () {
        const began = yield* Clock.currentTimeMillis
        script.consumers.splice(0, Infinity, consumer)
        // A flag on an open payin is announced long before its last confirm.
        const odd = { ...completed(500), status: "pending" as const, unknownStatus: "reversed" }
        script.confirms.set("token-1", odd)
        yield* (yield* Payins).create(pushPayin("order-1"))
        yield* (yield* Payins).create(hostedPayin("order-2"))
        yield* reconcileFor("90 seconds")
        script.confirms.set("token-1", completed(500))
        yield* TestClock.adjust("1 hour")
        return script.asked.map(({ at, token }) => `${token} ${at - began}`)
      }),
    unlimited,
  )

it.effect("deliveries are counted by whether the consumer took them, silence included", () =>
  scripted((script) =>
    Effect.gen(function* () {
      let answer: Effect.Effect<void, string> = Effect.fail("500")
      script.consumers.splice(0, Infinity, { name: "books", receive: () => answer })
      const counts = Effect.map(Metric.snapshot, (all) =>
        all.flatMap(({ attributes, id, state }) =>
          id === "cauri_reconciler_deliveries" && "count" in state
            ? [`${attributes?.["accepted"]} ${state.count}`]
            : [],
        ),
      )
      yield* reconcile
      yield* cancelled("wage-1")
      yield* TestClock.adjust(0)
      assert.sameMembers(yield* counts, ["true 0", "false 1"])
      answer = Effect.never
      yield* TestClock.adjust("11 seconds")
      assert.sameMembers(yield* counts, ["true 0", "false 2"])
      answer = Effect.void
      yield* TestClock.adjust("6 seconds")
      assert.sameMembers(yield* counts, ["false 2", "true 1"])
    }),
  ).pipe(
    Effect.provideServiceEffect(
      Metric.MetricRegistry,
      Effect.sync(() => new Map()),
    ),
  ),
)

describe("a consumer that hangs for an hour", () => {
  const hangs: ReadonlyArray<readonly [how: string, receive: Consumer]> = [
    ["and could be stopped", { name: "books", receive: () => Effect.sleep("1 hour") }],
    ["and cannot be stopped", { name: "books", receive: () => Effect.uninterruptible(Effect.sleep("1 hour")) }],
    ["within its transaction", { name: "books", receiveWithin: () => Effect.as(Effect.sleep("1 hour"), "Delivered") }],
  ]
  it.effect.each(hangs)("%s, moves no confirm of its payment by a millisecond (L1)", ([, hanging]) =>
    Effect.gen(function* () {
      const quick = yield* confirmsBeside({ name: "books", receive: () => Effect.void })
      assert.isAbove(quick.length, 20)
      assert.deepStrictEqual(yield* confirmsBeside(hanging), quick)
    }),
  )
})

describe("what hosts hear", () => {
  it("every announced event of a payment, in order, under its number in the history (S19, L3)", function* (script) {
    yield* inDoubt(script)
    yield* sweep
    yield* TestClock.adjust("4 days")
    yield* rule(payoutKey("salary-1"), "completed")
    yield* sweep
    assert.deepStrictEqual(
      script.received.map(({ id, _tag, seq }) => [id, _tag, seq]),
      [
        ["payout shop/salary-1#4", "in_doubt", 4],
        ["payout shop/salary-1#5", "completed", 5],
      ],
    )
    const said = script.received[1]
    assert.deepInclude(said?.detail, { decidedBy: { by: "A colleague", reason: "the service told us" } })
    assert.deepStrictEqual([said?.state, said?.amount, said?.rail], ["completed", 700, "mobile_money_payout"])
  })

  it("several events of a payment in one sweep, and several consumers hear the same", function* (script) {
    const stock: Array<string> = []
    script.consumers.push({ name: "stock", receive: ({ id }) => Effect.sync(() => void stock.push(id)) })
    yield* inDoubt(script)
    yield* rule(payoutKey("salary-1"), "completed")
    const { taken } = yield* sweep
    assert.strictEqual(taken, 4)
    assert.deepStrictEqual(ids(script), ["payout shop/salary-1#4", "payout shop/salary-1#5"])
    assert.deepStrictEqual(stock, ids(script))
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
  })

  it("an event that was heard but could not be marked is heard again under the same id, after its lease", function* (script) {
    yield* cancelled("salary-1")
    script.beforeStore = (step) => (step === "markDelivered" ? Effect.die(new Error("the disk is gone")) : Effect.void)
    const { failed, taken } = yield* sweep
    assert.deepStrictEqual([taken, failed], [1, 1])
    script.beforeStore = () => Effect.void
    assert.strictEqual((yield* sweep).taken, 0)
    yield* sweepAfter("1 minute")
    assert.deepStrictEqual(ids(script), ["payout shop/salary-1#2", "payout shop/salary-1#2"])
  })

  it("nothing that a worker marks whose lease another one has by now", function* (_, { store }) {
    yield* cancelled("salary-1")
    yield* (yield* Deliveries).subscribe
    const [early] = (yield* store.takeDeliveries({ consumer: "books", now: 0, limit: 1, until: 60_000 })).taken
    const [late] = (yield* store.takeDeliveries({ consumer: "books", now: 60_000, limit: 1, until: 120_000 })).taken
    if (early === undefined || late === undefined) return assert.fail("it was not taken twice")
    assert.strictEqual(yield* store.markDelivered(early, { seq: 2, now: 60_000 }), "Stale")
    assert.strictEqual(
      yield* store.markDelivered({ ...early, key: payoutKey("unknown") }, { seq: 2, now: 60_000 }),
      "Stale",
    )
    yield* store.retryDelivery(early, 99_000)
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [["books", 0, 2, 0, 0]])
    assert.strictEqual(yield* store.markDelivered(late, { seq: 2, now: 60_000 }), "Delivered")
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
  })

  it("an event that comes while its consumer hears the one before, after it", function* (script) {
    const services = yield* Effect.context<Review | PaymentStore>()
    yield* inDoubt(script)
    script.consumers.splice(0, 1, {
      name: "books",
      receive: (deliveredEvent) =>
        Effect.gen(function* () {
          if (deliveredEvent._tag === "in_doubt") yield* rule(payoutKey("salary-1"), "completed")
          script.received.push(deliveredEvent)
        }).pipe(Effect.provide(services)),
    })
    yield* reconcileFor(1)
    assert.deepStrictEqual(
      script.received.map(({ _tag }) => _tag),
      ["in_doubt", "completed"],
    )
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
  })

  it("at once what a worker has just found out", function* (script) {
    const at: Array<number> = []
    script.consumers.push({
      name: "clock",
      receive: () => Effect.map(Clock.currentTimeMillis, (now) => void at.push(now)),
    })
    yield* reconcile
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(at, [script.asked[0]?.at ?? 0])
  })

  it.effect("nothing of a payment that cannot be read, which the log names; the others are heard of (L6, S16)", () => {
    const { lines, logger } = collectLines()
    return scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Deliveries).subscribe
        yield* cancelled("a")
        yield* (yield* Payouts).create(payout("b", { amount: 701 }), { sendLater: true })
        yield* (yield* Payouts).cancel(payoutKey("b"), "A colleague")
        spoil(script, "a")
        const { taken, unreadable } = yield* sweep
        assert.deepStrictEqual([taken, unreadable], [1, 1])
        assert.deepStrictEqual(ids(script), ["payout shop/b#2"])
        assert.isTrue(lines.some((line) => line.includes("payout shop/a cannot be read")))
      }),
    ).pipe(Effect.provide(logger))
  })

  it("nothing of an event that hosts do not hear of, whatever an older program has marked", function* (script) {
    yield* cancelled("a")
    const payment = script.cell.current.payments.get("payout shop/a") ?? assert.fail("there is none")
    const events = payment.events.map((event) => ({ ...event, deliveredAs: "flagged" }))
    const marked = new Map([["payout shop/a", { ...payment, events }]])
    script.cell.current = { ...script.cell.current, payments: marked }
    yield* sweep
    assert.deepStrictEqual(ids(script), ["payout shop/a#2"])
    assert.deepStrictEqual(yield* waitingOf(payoutKey("a")), [])
  })

  it("once the store works again what it could not deliver while it failed", function* (script) {
    script.beforeStore = (step) => (step === "takeDeliveries" ? Effect.die(new Error("down")) : Effect.void)
    yield* reconcile
    yield* cancelled("a")
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(ids(script), [])
    script.beforeStore = () => Effect.void
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(ids(script), ["payout shop/a#2"])
  })
})

describe("what hosts never hear", () => {
  it("no token, address, code or full number stands in an announcement (S16)", function* (script, { payins }) {
    const canaries = ["CANARY-TOKEN", "CANARY-PAGE", "22670000001", "22670000002", "CANARY-OTP", "CANARY-NAME"]
    script.creations = [
      take("https://pay.example/CANARY-PAGE"),
      CreationAnswer.cases.otp_sent.make({}),
      take(null),
      take("https://pay.example/CANARY-PAGE"),
    ]
    script.confirms.set("CANARY-TOKEN", {
      ...completed(500),
      payer: "22670000001",
      unknownStatus: null,
      externalId: "other-payee",
    })
    yield* payins.create(hostedPayin("order-1", { customer: { firstName: "CANARY-NAME" } }))
    yield* payins.create(walletPayin("order-2"))
    yield* payins.submitOtp(payinKey("order-2"), Redacted.make("CANARY-OTP"))
    yield* (yield* Payouts).create(payout("salary-1", { amount: 500 }))
    yield* reconcileFor("2 hours")
    assert.deepStrictEqual([...new Set(script.received.map(({ key }) => key.id))].toSorted(), [
      "order-1",
      "order-2",
      "salary-1",
    ])
    const said = JSON.stringify(script.received)
    for (const canary of canaries) assert.notInclude(said, canary)
  })

  it.under(unlimited)("twenty concurrent settlements give one outcome and one announcement", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.delay(Effect.succeed(completed(500)), "1 second"))
    const review = yield* Review
    const all = yield* Effect.forkChild(
      Effect.forEach(Array.from({ length: 20 }), () => review.recheck(payinKey("order-1")), {
        concurrency: "unbounded",
      }),
    )
    yield* TestClock.adjust("10 seconds")
    const records = yield* Fiber.join(all)
    for (const { payment } of records) assert.strictEqual(payment.state._tag, "completed")
    assert.deepStrictEqual(yield* tagsOf(payinKey("order-1")), ["intended", "attempt_started", "accepted", "completed"])
    yield* reconcileFor("2 hours")
    assert.deepStrictEqual(
      script.received.map(({ id, _tag }) => [id, _tag]),
      [["payin shop/order-1#4", "completed"]],
    )
    assert.strictEqual(
      (yield* (yield* PaymentStore).history({ key: payinKey("order-1"), after: 0, limit: 10 })).length,
      4,
    )
  })
})
