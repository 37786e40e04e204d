/** What people, hosts, clocks and races may do to core, and how it stands. Each of these broke something once, or might have. */
import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Submission } from "../src/services/Submission.ts"
import { type Cauri, type Consumer, Review, Payins, Payouts, PaymentStore, Worker } from "@cauri/core"
import { blankConfirmRecord, SharedState } from "@cauri/core/adapter"
import { issuedTokensOf, CallFailure } from "@cauri/core/model"
import {
  it,
  accepted,
  completed,
  directPayin,
  flagsOf,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  type Script,
  stateOf,
  unlimited,
  waitingOf,
} from "./scripted.ts"
import { inDoubt } from "./setups.ts"

const hour = 3_600_000
const gone = CallFailure.cases.not_found.make({ code: "Code02" })
const tooLong = "x".repeat(2_001)
const strangeTexts = ["", "  ", tooLong, "a\u0000b", "\uD800", Object(null), Object(7)]

describe("what people write", () => {
  it("is refused with a typed error when no history could hold it, and nothing is decided", function* (script) {
    yield* inDoubt(script)
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    const good = { by: "A colleague", reason: "statement", evidence: "letter 7", asOf: payment.seq }
    const desk = yield* Review
    for (const text of strangeTexts) {
      for (const field of ["by", "reason", "evidence"]) {
        const decision = { to: "completed" as const, ...good, [field]: text }
        const refused = yield* Effect.flip(desk.resolve(payoutKey("salary-1"), decision))
        assert.strictEqual(refused._tag, "DecisionRefused")
      }
      const flag = { kind: "unanswered" as const, subject: "1" }
      const closing = yield* Effect.flip(desk.closeFlag(payoutKey("salary-1"), flag, { ...good, by: text }))
      assert.strictEqual(closing._tag, "DecisionRefused")
      const releasing = yield* Effect.flip(desk.release(payoutKey("salary-1"), { ...good, reason: text }))
      assert.strictEqual(releasing._tag, "DecisionRefused")
      assert.strictEqual((yield* Effect.flip(desk.pause("payouts", text, "why")))._tag, "InvalidInput")
      assert.strictEqual((yield* Effect.flip(desk.pause("payouts", "A colleague", text)))._tag, "InvalidInput")
    }
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
    assert.deepStrictEqual(yield* (yield* SharedState).pauses(), [])
  })

  it("as the one who cancels is checked too, before anything is stored", function* () {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    for (const text of strangeTexts) {
      const payin = yield* Effect.flip((yield* Payins).cancel(payinKey("order-1"), text))
      const transfer = yield* Effect.flip((yield* Payouts).cancel(payoutKey("salary-1"), text))
      assert.isTrue(payin._tag === "InvalidInput" && payin.field === "by")
      assert.isTrue(transfer._tag === "InvalidInput" && transfer.field === "by")
    }
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "intended")
  })

  it("as a scope must be one that some creation asks for: a misspelt hold would stop nothing", function* () {
    const desk = yield* Review
    for (const scope of ["", "payout", "project/shop/payout", "project/", "operator/shop", "payouts ", tooLong]) {
      // @ts-expect-error a program without types may misspell a scope
      const refused = yield* Effect.flip(desk.pause(scope, "A colleague", "why"))
      assert.isTrue(refused._tag === "InvalidInput" && refused.field === "scope")
    }
    yield* desk.pause("operator/shop/a/b", "A colleague", "an operator with a slash")
    const held = yield* (yield* Payouts).create(payout("salary-1", { operator: "a/b" }))
    assert.strictEqual(held.payment.state._tag, "intended")
  })
})

describe("a payout with a lost handle", () => {
  for (const [rail, method] of [
    ["wallet", { type: "wallet", funds: "keep_in_wallet" }],
    ["mobile-money", { type: "mobile_money" }],
  ] as const) {
    it.under(unlimited)(`is asked about until the seventh day, then only notes wake it: ${rail}`, function* (script) {
      script.confirms.set("token-1", gone)
      yield* (yield* Payouts).create(payout("salary-1", { method }))
      const { runOnce: sweep } = yield* Worker
      for (let hours = 0; hours < 8 * 24; hours++) {
        yield* sweep
        yield* TestClock.adjust("1 hour")
      }
      const last = script.asked.at(-1)?.at ?? 0
      assert.isAbove(last, 6 * 24 * hour)
      assert.isBelow(last, 7 * 24 * hour + 8 * hour)
      assert.strictEqual((yield* recordOf(payoutKey("salary-1"))).tracking.actAt, null)
    })
  }
})

describe("a clock that jumps", () => {
  it("back by an hour does not stop creations, confirms or the rates for that hour", function* (script) {
    yield* TestClock.setTime(2 * hour)
    for (let n = 1; n <= 10; n++) yield* (yield* Payins).create(pushPayin(`order-${n}`))
    yield* TestClock.setTime(hour)
    yield* Effect.forkChild((yield* Payins).create(pushPayin("order-11")))
    yield* TestClock.adjust("8 seconds")
    assert.strictEqual(script.seen.length, 11)
    assert.strictEqual(yield* stateOf(payinKey("order-11")), "pending")
  })

  it("forward by 400 days and back expires nothing that was not asked about (S13)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
    yield* TestClock.setTime(400 * 24 * hour)
    yield* (yield* Worker).runOnce
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    yield* TestClock.setTime(10_000)
    script.confirms.set("token-1", completed(500))
    yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("past the deadline of a lost handle expires nothing while confirms are blind (P15, S13)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", gone)
    for (let n = 0; n < 3; n++) yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["token_lost 1"])
    script.confirms.set("token-1", CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
    yield* TestClock.adjust("20 minutes")
    yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
    script.confirms.set("token-1", gone)
    yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
  })
})

describe("two at the same moment", () => {
  it("a payment that is gone when it should be claimed is not sent: a store that forgets is a defect", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    const read = yield* recordOf(payinKey("order-1"))
    script.cell.current = { ...script.cell.current, payments: new Map() }
    const exit = yield* Effect.exit((yield* Submission).submit(read, { kind: "pay", otp: null }))
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    assert.strictEqual(script.seen.length, 0)
  })

  it("the caller whose claim came too late sees what the other one sent, and not what it had read", function* () {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    const read = yield* recordOf(payinKey("order-1"))
    const submission = yield* Submission
    yield* submission.submit(read, { kind: "pay", otp: null })
    const late = yield* submission.submit(read, { kind: "pay", otp: null })
    assert.strictEqual(late.notNow?.because, "changed_meanwhile")
    assert.strictEqual(late.record.payment.state._tag, "pending")
    assert.strictEqual(issuedTokensOf(late.record.payment.attempts).length, 1)
  })
})

it("a code that only its caller holds cannot be sent later: that payin would only run out", function* () {
  const create = (yield* Payins).create(directPayin("order-1", "ussd_otp"), {
    otp: Redacted.make("123456"),
    sendLater: true,
  })
  const refused = yield* Effect.flip(create)
  assert.isTrue(refused._tag === "InvalidInput" && refused.field === "sendLater")
  assert.strictEqual((yield* (yield* PaymentStore).list({ limit: 10 })).length, 0)
})

it("a refund draft whose flag was closed meanwhile is still released when both collections are confirmed (P21)", function* (script) {
  const payins = yield* Payins
  yield* payins.create(pushPayin("order-1", { orderRef: "basket" }))
  yield* payins.create(pushPayin("order-2", { orderRef: "basket" }))
  script.confirms.set("token-1", completed(500))
  script.confirms.set("token-2", completed(500))
  yield* (yield* Confirmation).confirm(payinKey("order-1"))
  yield* TestClock.adjust("1 second")
  const { payment } = yield* (yield* Confirmation).confirm(payinKey("order-2"))
  const desk = yield* Review
  const seen = yield* recordOf(payment.key)
  const words = { by: "A colleague", reason: "seen" }
  const flag = { kind: "double_collection" as const, subject: "payin order-1" }
  yield* desk.closeFlag(payment.key, flag, { ...words, asOf: seen.payment.seq })
  const draft = yield* recordOf(payoutKey("refund-order-2"))
  script.confirms.set("token-1", blankConfirmRecord)
  const early = yield* Effect.flip(desk.release(payoutKey("refund-order-2"), { ...words, asOf: draft.payment.seq }))
  assert.strictEqual(early._tag, "DecisionRefused")
  script.confirms.set("token-1", completed(500))
  const released = yield* desk.release(payoutKey("refund-order-2"), { ...words, asOf: draft.payment.seq })
  assert.strictEqual(released.payment.state._tag, "intended")
})

const hearing = <A, E>(
  consumers: ReadonlyArray<Consumer>,
  body: (script: Script) => Effect.Effect<A, E, Cauri | PaymentStore | SharedState>,
) =>
  Effect.suspend(() => {
    const script: Script = { ...newScript(), consumers: [...consumers] }
    return Effect.provide(body(script), layerScripted(script, unlimited))
  })

/** One payin that is cancelled: one announcement for everybody. */
const oneAnnouncement = Effect.gen(function* () {
  yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
  yield* (yield* Payins).cancel(payinKey("order-1"), "A colleague")
  yield* reconcile
})

describe("consumers", () => {
  it.effect("that are slow have what they heard remembered before the lease is over (L3)", () => {
    const received: Array<string> = []
    const slow = (name: string): Consumer => ({
      name,
      receive: ({ seq }) =>
        Effect.andThen(
          Effect.sleep("9 seconds"),
          Effect.sync(() => received.push(`${name} ${seq}`)),
        ),
    })
    const consumers = Array.from({ length: 8 }, (_, index) => slow(`slow-${index}`))
    return hearing(consumers, () =>
      Effect.gen(function* () {
        yield* oneAnnouncement
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(yield* waitingOf(payinKey("order-1")), [])
        assert.strictEqual(received.length, 8)
      }),
    )
  })

  it.effect("may bear any name and may throw: each hears once, and hurts no other", () => {
    const received: Array<string> = []
    const names = ["constructor", "__proto__", "toString", "plain"]
    const thrower: Consumer = {
      name: "thrower",
      receive: () => {
        throw new Error("a bug in the host")
      },
    }
    const others = names.map((name): Consumer => ({
      name,
      receive: ({ seq }) => Effect.sync(() => received.push(`${name} ${seq}`)),
    }))
    return hearing([thrower, ...others], () =>
      Effect.gen(function* () {
        yield* oneAnnouncement
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(received.toSorted(), names.map((name) => `${name} 2`).toSorted())
      }),
    )
  })
})

describe("thousands of payments due at once", () => {
  it.under(unlimited)(
    "are asked about in the order in which they fell due, a batch at a time, and a poisoned one costs only itself",
    function* (script) {
      for (let n = 1; n <= 300; n++) {
        script.creations = [accepted(n)]
        yield* (yield* Payins).create(pushPayin(`order-${n}`))
        yield* TestClock.adjust(1)
      }
      for (const n of [1, 50, 200]) script.confirms.set(`token-${n}`, () => Effect.die(new Error("poison")))
      yield* TestClock.adjust("10 seconds")
      const dueAt = new Map(
        [...script.cell.current.payments.values()]
          .map(({ row }) => row)
          .map(({ attempts, actAt }) => [attempts[0]?.token, actAt ?? 0]),
      )
      const { runOnce: sweep } = yield* Worker
      for (let n = 0; n < 6; n++) yield* sweep
      const due = script.asked.map(({ token }) => dueAt.get(token) ?? 0)
      assert.strictEqual(new Set(script.asked.map(({ token }) => token)).size, 300)
      assert.strictEqual(due.length, 300)
      for (let batch = 50; batch < 300; batch += 50) {
        assert.isAtMost(Math.max(...due.slice(batch - 50, batch)), Math.min(...due.slice(batch, batch + 50)))
      }
    },
  )
})
