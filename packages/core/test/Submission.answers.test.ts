/** What saving an answer leaves behind: counts, listening, flags; and what becomes of steps that others keep overtaking. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Submission } from "../src/services/Submission.ts"
import { Payins, Payouts, StoreError } from "@cauri/core"
import { noAnswer, notSent } from "@cauri/core/adapter"
import {
  it,
  accepted,
  answerComes,
  changeRows,
  code00,
  hostedPayin,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  stateOf,
  turnedAway,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { whyNot, inDoubt } from "./setups.ts"
import { policyWith } from "./samples.ts"

const key = payoutKey("salary-1")

it("the calls of which nothing left are counted while the service is not reached or turns us away, and forgotten once it answers", function* (script) {
  const submission = yield* Submission
  script.creations = [notSent("connection_refused"), turnedAway(code00), accepted(1)]
  yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
  const counts = []
  for (let n = 0; n < 3; n++) {
    script.cell.current = { ...script.cell.current, pauses: new Map() }
    const { record } = yield* submission.submit(yield* recordOf(key), { kind: "pay", otp: null })
    counts.push(record.tracking.unsent)
  }
  assert.deepStrictEqual(counts, [1, 2, 0])
})

it("what the service said beside its code is in the history and in the attempt of a payment that it left in doubt", function* (script) {
  const answer = { ...noAnswer("unrecognised_code", "Code07"), detail: "already there" }
  script.creations = [answer]
  yield* (yield* Payouts).create(payout("salary-1"))
  const { payment } = yield* recordOf(key)
  assert.deepStrictEqual(payment.attempts[0]?.outcome, answer)
})

describe("an answer's confirms", () => {
  it("start again with it, and go on as they were when it says nothing new", function* (script, { store }) {
    yield* (yield* Payouts).create(payout("salary-1"))
    const record = yield* recordOf(key)
    const asked = { ...record.tracking, confirms: 7, failures: 2, agreedAt: 0 }
    const change = { payment: record.payment, entries: [] }
    yield* store.save(change, asked, { version: record.version, giveBack: null, now: 0 })
    const same = yield* answerComes(key, 1, accepted(2))
    assert.deepInclude(same.tracking, { confirms: 7, failures: 2, agreedAt: 0 })
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payouts).create(payout("salary-2", { amount: 2 }))
    const second = yield* recordOf(payoutKey("salary-2"))
    const doubtful = { ...second.tracking, confirms: 7, failures: 2, agreedAt: 0 }
    yield* store.save({ payment: second.payment, entries: [] }, doubtful, {
      version: second.version,
      giveBack: null,
      now: 0,
    })
    const told = yield* answerComes(payoutKey("salary-2"), 1, accepted(2))
    assert.deepInclude(told.tracking, { confirms: 0, failures: 0, agreedAt: null })
  })

  it("start the follow-ups again where the payment is closed, and only then (P18)", function* (script, { store }) {
    const order = payinKey("order-1")
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("16 minutes")
    const expired = yield* recordOf(order)
    assert.strictEqual(expired.payment.state._tag, "expired")
    const listened = { ...expired.tracking, followUpFrom: 5, followUp: 3, followUpTries: 2 }
    const change = { payment: expired.payment, entries: [] }
    yield* store.save(change, listened, { version: expired.version, giveBack: null, now: 960_000 })
    const nothing = yield* answerComes(order, 1, noAnswer("timed_out"))
    assert.deepInclude(nothing.tracking, { followUpFrom: 5, followUp: 3, followUpTries: 2 })
    const late = yield* answerComes(order, 1, accepted(1))
    assert.deepInclude(late.tracking, { followUpFrom: 960_000, followUp: 0, followUpTries: 0 })

    yield* inDoubt(script)
    const open = yield* answerComes(key, 1, accepted(9))
    assert.isNull(open.tracking.followUpFrom)
  })
})

it("a callback that came before the answer is read before anything is sent again, payin or payout (P2, O2, O9)", function* (script) {
  const order = payinKey("order-1")
  script.creations = [notSent("connection_refused")]
  yield* (yield* Payins).create(hostedPayin("order-1"))
  yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
  for (const of of [order, key]) {
    const record = yield* recordOf(of)
    changeRows(script, (row) => ({ ...row, newestNote: 1 }))
    const { notNow } = yield* (yield* Submission).submit(
      { ...record, newestNote: 0 },
      {
        kind: "pay",
        otp: null,
      },
    )
    assert.deepStrictEqual(whyNot(notNow), ["changed_meanwhile", null])
  }
})

it("a payment that others change at every try is not sent and stays as it was when it could not be held, and the store is named (O2)", function* (script) {
  const payouts = yield* Payouts
  yield* payouts.create(payout("salary-1"))
  overtake(script)
  const error = yield* Effect.flip(payouts.create(payout("salary-2")))
  assert.strictEqual(error._tag === "StoreError" && error.operation, "save")
  assert.deepStrictEqual([yield* stateOf(payoutKey("salary-2")), script.seen.length], ["intended", 1])
})

it("the patience with a store that fails ends in the moment that the policy names, and the caller hears of the store then", function* (script) {
  const fails = Effect.fail(new StoreError({ operation: "test", cause: new Error("the disk is full") }))
  script.creations = [
    Effect.sync(() => {
      script.beforeStore = () => fails
      return accepted(1)
    }),
  ]
  const caller = yield* Effect.forkChild(Effect.flip((yield* Payouts).create(payout("salary-1"))))
  yield* TestClock.adjust("599 seconds")
  assert.isUndefined(caller.pollUnsafe())
  yield* TestClock.adjust("1 second")
  assert.isDefined(caller.pollUnsafe())
  assert.strictEqual((yield* Fiber.join(caller))._tag, "StoreError")
})

describe("a claim", () => {
  it("that took exactly as long as its lease sends no byte (S10)", function* (script) {
    script.afterStore = (step) => (step === "claim" ? Effect.sleep("60 seconds") : Effect.void)
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("60 seconds")
    assert.strictEqual((yield* Fiber.join(caller)).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 0)
  })

  it.under(policyWith(unlimited, { calls: { breaker: { window: 60_000, calls: 1, share: 1, openFor: 30_000 } } }))(
    "is not tried while the breaker is open, and says so",
    function* (script) {
      script.creations = [noAnswer("timed_out")]
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
      const { notNow } = yield* (yield* Submission).submit(yield* recordOf(key), { kind: "pay", otp: null })
      assert.strictEqual(notNow?.because, "breaker_open")
    },
  )
})
