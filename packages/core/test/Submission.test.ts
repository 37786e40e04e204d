/** A call and its answer: the answer is never lost, whatever happens to the lease, the store, the gateway or the caller. */
import { assert, describe } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Submission } from "../src/services/Submission.ts"
import { Review, Payins, Payouts, StoreError } from "@cauri/core"
import {
  it,
  accepted,
  after,
  answerComes,
  changeRows,
  completed,
  flagsOf,
  outrun,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  scripted,
  stateOf,
  tagsOf,
  tokenNumber,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter, inDoubt } from "./setups.ts"

const key = payoutKey("salary-1")
const storeFails = new StoreError({ operation: "test", cause: new Error("the disk is full") })
const failStore = (script: Script) => {
  script.beforeStore = () => Effect.fail(storeFails)
}
const mendStore = (script: Script) => {
  script.beforeStore = () => Effect.void
}

describe("an answer that comes late", () => {
  it("after the lease brings the payout from doubt to pending with its token (O7, O8)", function* (script) {
    script.creations = [after("3 minutes", accepted(1))]
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(key), "in_doubt")
    yield* TestClock.adjust("1 minute")
    const sent = yield* Fiber.join(caller)
    assert.strictEqual(sent.payment.state._tag, "in_doubt", "the caller does not wait longer than the lease")
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.deepStrictEqual(yield* tagsOf(key), [
      "intended",
      "attempt_started",
      "attempt_unanswered",
      "in_doubt",
      "answered_late",
    ])
    script.confirms.set("token-1", completed(700))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["completed", 1])
  })

  it("after a payin was closed it is listened for, and completes late (P18)", function* (script) {
    script.creations = [after("20 minutes", accepted(1))]
    yield* Effect.forkChild((yield* Payins).create(pushPayin("order-1")))
    yield* reconcileFor("16 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
    yield* TestClock.adjust("5 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("15 minutes")
    assert.deepInclude({ ...(yield* recordOf(payinKey("order-1"))).payment.state }, { _tag: "completed", late: true })
  })

  it("after a person ruled that it was not executed pages someone (O8, O10)", function* (script, { payouts }) {
    script.creations = [after("80 hours", accepted(1))]
    yield* Effect.forkChild(payouts.create(payout("salary-1")))
    yield* sweepAfter("73 hours")
    const { payment } = yield* recordOf(key)
    const ruling = { by: "A colleague", reason: "not in the dashboard", evidence: "ticket 12", asOf: payment.seq }
    yield* (yield* Review).resolve(key, { to: "send_again", ...ruling })
    yield* TestClock.adjust("8 hours")
    assert.include(yield* flagsOf(key), "late_answer 1")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["pending", 1])
  })

  it.effect("after the lease is waited for when a program ends, though the store fails, and told when it is lost", () =>
    scripted((script) => {
      const lines: Array<string> = []
      const log = Logger.make(({ message }) => {
        if (String(message).includes("late answer")) lines.push(String(message))
      })
      return Effect.gen(function* () {
        const submission = yield* Submission
        script.creations = [after("2 minutes", accepted(1)), after("2 minutes", accepted(2))]
        const payouts = yield* Payouts
        yield* Effect.forkChild(payouts.create(payout("salary-1")))
        yield* TestClock.adjust("119 seconds")
        assert.isFalse(yield* submission.answersSaved(), "no answer has come")
        failStore(script)
        yield* TestClock.adjust("2 seconds")
        const ending = yield* Effect.forkChild(submission.answersSaved())
        yield* TestClock.adjust("5 seconds")
        mendStore(script)
        yield* TestClock.adjust("2 seconds")
        assert.isTrue(yield* Fiber.join(ending))
        assert.strictEqual(yield* stateOf(key), "pending")
        assert.deepStrictEqual(lines, [])
        yield* Effect.forkChild(payouts.create(payout("salary-2", { phone: "22660000002" })))
        yield* TestClock.adjust("119 seconds")
        failStore(script)
        yield* TestClock.adjust("11 minutes")
        assert.strictEqual(lines.length, 1)
        assert.match(lines[0] ?? "", /payout shop\/salary-2.*could not be saved.*support/)
        assert.notMatch(lines[0] ?? "", /token-2/)
      }).pipe(Effect.provide(Logger.layer([log])))
    }),
  )

  it("is saved although the payment changes in the same moment", function* (script) {
    let saves = 0
    script.beforeStore = (step) =>
      Effect.sync(() => {
        if (step !== "save" || ++saves > 2) return
        changeRows(script, outrun)
      })
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "pending")
    assert.strictEqual(saves, 3)
  })

  it("an attempt takes one answer only, and one that is not there takes none", function* () {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* answerComes(key, 1, accepted(2))
    yield* answerComes(key, 7, accepted(3))
    const { payment } = yield* recordOf(key)
    assert.deepStrictEqual(
      payment.attempts.map(({ outcome }) => outcome._tag === "accepted" && outcome.token),
      [tokenNumber(1)],
    )
    const gone = yield* Effect.flip(answerComes(payoutKey("salary-2"), 1, accepted(4)))
    assert.strictEqual(gone._tag, "PaymentNotFound")
  })
})

describe("a store that fails while the answer is in our hands", () => {
  it("for some seconds: the answer is saved when it is back, and the caller hears of it only then (S7)", function* (script) {
    script.creations = [
      Effect.as(
        Effect.sync(() => failStore(script)),
        accepted(1),
      ),
    ]
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("9 seconds")
    assert.isUndefined(caller.pollUnsafe())
    mendStore(script)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* Fiber.join(caller)).payment.state._tag, "pending")
  })

  it("for longer than the lease: another worker gives it up, and the answer still enters it", function* (script) {
    script.creations = [
      Effect.as(
        Effect.sync(() => failStore(script)),
        accepted(1),
      ),
    ]
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("5 minutes")
    mendStore(script)
    yield* reconcileFor("10 seconds")
    assert.strictEqual((yield* Fiber.join(caller)).payment.state._tag, "pending")
  })

  it("for ever: the caller hears of the store, and the payout is in doubt when it is back (O7)", function* (script) {
    script.creations = [
      Effect.as(
        Effect.sync(() => failStore(script)),
        accepted(1),
      ),
    ]
    const caller = yield* Effect.forkChild(Effect.flip((yield* Payouts).create(payout("salary-1"))))
    yield* TestClock.adjust("11 minutes")
    assert.strictEqual((yield* Fiber.join(caller))._tag, "StoreError")
    mendStore(script)
    yield* reconcileFor("1 minute")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["in_doubt", 1])
  })

  it("before the claim: nothing is sent, and the caller hears of the store", function* (script) {
    script.beforeStore = (step) => (step === "claim" ? Effect.fail(storeFails) : Effect.void)
    assert.strictEqual((yield* Effect.flip((yield* Payouts).create(payout("salary-1"))))._tag, "StoreError")
    assert.strictEqual(script.seen.length, 0)
    assert.strictEqual(yield* stateOf(key), "intended")
  })

  it("that lost the payment altogether is a defect: the answer has nowhere to go", function* (script) {
    script.creations = [
      Effect.sync(() => {
        script.cell.current = { ...script.cell.current, payments: new Map() }
        return accepted(1)
      }),
    ]
    const exit = yield* Effect.exit((yield* Payouts).create(payout("salary-1")))
    assert.include(String(exit), "There is no payout shop/salary-1 in this store.")
    assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause) && !Cause.hasFails(exit.cause))
  })
})

describe("a gateway or a caller that goes away", () => {
  it("a gateway that dies leaves us not knowing: nothing is sent again (O7)", function* (script) {
    script.creations = [Effect.die(new Error("broken"))]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "in_doubt")
    yield* reconcileFor("1 hour")
    assert.strictEqual(script.seen.length, 1)
  })

  it("a caller that is interrupted while the call is under way does not lose its answer", function* (script) {
    script.creations = [after("10 seconds", accepted(1))]
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("1 second")
    yield* Effect.forkChild(Fiber.interrupt(caller))
    yield* TestClock.adjust("9 seconds")
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("a caller that is interrupted while its claim is written sends what it claimed", function* (script) {
    script.afterStore = (step) => (step === "claim" ? Effect.sleep("2 seconds") : Effect.void)
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("1 second")
    yield* Effect.forkChild(Fiber.interrupt(caller))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["pending", 1])
  })

  it("a claim that took longer than its lease sends no byte (S10)", function* (script) {
    script.afterStore = (step) => (step === "claim" ? Effect.sleep("61 seconds") : Effect.void)
    const caller = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("61 seconds")
    assert.strictEqual((yield* Fiber.join(caller)).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 0)
  })
})

describe("a claim", () => {
  it("of a version that is not the newest sends nothing (O2)", function* (script) {
    const submission = yield* Submission
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    const record = yield* recordOf(key)
    yield* submission.submit(record, { kind: "pay", otp: null })
    const again = yield* submission.submit(record, { kind: "pay", otp: null })
    assert.strictEqual(again.notNow?.because, "changed_meanwhile")
    assert.strictEqual(script.seen.length, 1)
  })

  it("is not even tried for a payout that has an attempt which may have been executed (O2, S2)", function* (script) {
    yield* inDoubt(script)
    const record = yield* recordOf(key)
    const again = yield* (yield* Submission).submit(record, { kind: "pay", otp: null })
    assert.strictEqual(again.notNow?.because, "changed_meanwhile")
    assert.strictEqual(script.seen.length, 1)
  })

  it("gives its lease back with the answer, and keeps what was noted meanwhile (S18)", function* (script, { store }) {
    script.creations = [after("10 seconds", accepted(1))]
    yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
    yield* TestClock.adjust("5 seconds")
    yield* store.noteCallback({ key, attempt: 1, fingerprint: "one", receivedAt: 5_000, body: null })
    yield* TestClock.adjust("5 seconds")
    const found = yield* Effect.fromNullishOr(yield* store.find(key))
    assert.deepStrictEqual([found.payment.state._tag, found.newestNote], ["pending", 1])
    yield* reconcileFor("1 second")
    assert.strictEqual(script.asked.length, 1)
  })
})
