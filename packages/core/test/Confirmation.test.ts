/** Asking about every handle: what the answers do, and what the answers that are none do not. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Review, Payins, PaymentStore, Payouts } from "@cauri/core"
import { blankConfirmRecord, SharedState, GatewayError, noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  changeRows,
  after,
  accepted,
  answerComes,
  code00,
  completed,
  directPayin,
  failed,
  flagsOf,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  stateOf,
  tagsOf,
  tokenNumber,
  reconcileFor,
} from "./scripted.ts"
import { whyNot, inDoubt } from "./setups.ts"

const key = payinKey("order-1")
const notFound = CallFailure.cases.not_found.make({ code: "Code02" })
const held = Effect.flatMap(SharedState, (desk) =>
  Effect.map(desk.pauses(), (pauses) => pauses.map(({ scope }) => scope)),
)

const askedAboutTwice = (script: Script) =>
  Effect.gen(function* () {
    script.creations = [noAnswer("timed_out"), accepted(2)]
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"))
    yield* TestClock.adjust("2 minutes")
    yield* payins.tryAgain(key)
    // The first call's answer arrives while the second call's token is asked about.
    const store = yield* PaymentStore
    const late = Effect.provideService(answerComes(key, 1, accepted(1)), PaymentStore, store)
    script.confirms.set("token-2", () => Effect.as(Effect.orDie(late), failed()))
    script.confirms.set("token-1", completed(500))
    const settled = yield* (yield* Confirmation).confirm(key)
    const received = settled.answered ?? settled.notNow.because
    return { received, state: settled.payment.state._tag, asked: script.asked.map(({ token }) => token) }
  })

describe("settling at once", () => {
  it("asks with the creation's token, and only the confirmed status counts (#8, #146, #206, #207)", function* (script) {
    const settlement = yield* Confirmation
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual((yield* settlement.confirm(key)).payment.state._tag, "pending")
    script.confirms.set("token-1", completed(500))
    assert.strictEqual((yield* settlement.confirm(key)).payment.state._tag, "completed")
    assert.deepStrictEqual(
      script.asked.map(({ kind, token }) => [kind, token]),
      [
        ["payin", "token-1"],
        ["payin", "token-1"],
      ],
    )
  })

  it("leaves a payment alone whose call is under way, and finds none that is not there", function* (script) {
    const settlement = yield* Confirmation
    const payins = yield* Payins
    yield* payins.create(directPayin("order-1", "sms_otp"))
    script.creations = [after("10 seconds", accepted(2))]
    const caller = yield* Effect.forkChild(payins.submitOtp(key, Redacted.make("123456")))
    yield* TestClock.adjust("1 second")
    const asked = script.asked.length
    const before = yield* recordOf(key)
    const { answered: received, notNow, ...now } = yield* settlement.confirm(key)
    assert.deepStrictEqual([received, whyNot(notNow), now], [null, ["call_under_way", before.lease.until], before])
    assert.strictEqual(before.payment.state._tag, "submitting")
    assert.strictEqual(script.asked.length, asked)
    changeRows(script, (row) => ({ ...row, leaseUntil: 500 }))
    const late = yield* settlement.confirm(key)
    assert.deepStrictEqual(whyNot(late.notNow), ["call_under_way", null], "never a time that has passed")
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(caller)
    assert.strictEqual((yield* Effect.flip(settlement.confirm(payinKey("order-2"))))._tag, "PaymentNotFound")
  })

  it("asks once, however often others save the payment, and names the store that never lets it save", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    overtake(script)
    script.confirms.set("token-1", completed(500))
    const error = yield* Effect.flip((yield* Confirmation).confirm(key))
    assert.strictEqual(error._tag === "StoreError" && error.operation, "save")
    assert.strictEqual(script.asked.length, 1)
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("asks again for a token that came meanwhile, and decides nothing without it (P14)", function* (script) {
    assert.deepStrictEqual(yield* askedAboutTwice(script), {
      received: "all",
      state: "completed",
      asked: [tokenNumber(2), tokenNumber(2), tokenNumber(1)],
    })
  })

  it.under({ store: { maxConfirmTries: 1 } })(
    "says that what it heard was thrown away when it may not ask again",
    function* (script) {
      assert.deepStrictEqual(yield* askedAboutTwice(script), {
        received: "thrown_away",
        state: "pending",
        asked: [tokenNumber(2)],
      })
    },
  )

  it("throws a round away that ended after its lease", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.delay(Effect.succeed(completed(500)), "6 seconds"))
    const record = yield* recordOf(key)
    const round = yield* Effect.forkChild((yield* Confirmation).round(record, 5_000, null))
    yield* TestClock.adjust("6 seconds")
    assert.strictEqual((yield* Fiber.join(round)).kept, false)
    assert.strictEqual(yield* stateOf(key), "pending")
  })
})

describe("a confirm that brings nothing", () => {
  it("changes nothing: a technical error is no failure (#79, #103, #147)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* (yield* Payouts).create(payout("salary-1"))
    for (const token of ["token-1", "token-2"]) {
      script.confirms.set(token, CallFailure.cases.unrecognised.make({ code: "Code99" }))
    }
    yield* reconcileFor("10 minutes")
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
    assert.deepStrictEqual(yield* tagsOf(key), ["intended", "attempt_started", "accepted"])
  })

  it("a token that the service does not know, three times, is lost: flagged, and never a failure (#144, #230)", function* (script) {
    const settlement = yield* Confirmation
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", notFound)
    yield* settlement.confirm(key)
    yield* settlement.confirm(key)
    assert.deepStrictEqual(yield* flagsOf(key), [])
    yield* settlement.confirm(key)
    yield* settlement.confirm(key)
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.deepStrictEqual(yield* flagsOf(key), ["token_lost 1"])
    yield* reconcileFor("20 minutes")
    assert.strictEqual(yield* stateOf(key), "expired")
  })

  it("Code00 for one payment alone: it backs off and is flagged, and the project goes on (#192)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", code00)
    yield* reconcileFor("5 minutes")
    assert.deepStrictEqual(yield* flagsOf(key), ["confirm_denied "])
    assert.deepStrictEqual(yield* held, [])
    assert.isAbove((yield* recordOf(key)).tracking.failures, 3)
    assert.strictEqual((yield* (yield* Payins).create(pushPayin("order-2"))).payment.state._tag, "pending")
  })

  it("Code00 for two payments with no success between pauses the project (#192)", function* (script, { payins }) {
    const settlement = yield* Confirmation
    yield* payins.create(pushPayin("order-1"))
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-1", code00)
    yield* settlement.confirm(key)
    yield* settlement.confirm(payinKey("order-2"))
    yield* settlement.confirm(key)
    assert.deepStrictEqual(yield* held, [])
    script.confirms.set("token-2", code00)
    yield* settlement.confirm(payinKey("order-2"))
    assert.deepStrictEqual(yield* held, ["project/shop"])
  })

  it("credentials that change while a denied confirm is under way lift the pause by themselves (#192)", function* (script) {
    const settlement = yield* Confirmation
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"))
    yield* payins.create(pushPayin("order-2"))
    script.confirms.set("token-1", code00)
    script.confirms.set("token-2", () =>
      Effect.suspend(() => {
        script.generation = "two"
        return Effect.fail(new GatewayError({ key, reason: code00 }))
      }),
    )
    yield* settlement.confirm(key)
    yield* settlement.confirm(payinKey("order-2"))
    assert.deepStrictEqual(yield* held, ["project/shop"])
    script.confirms.clear()
    yield* reconcileFor("1 minute")
    assert.deepStrictEqual(yield* held, [])
  })
})

describe("contradictions", () => {
  it("a completed payin that fails, twice and a minute apart, is flagged and stays completed (P20, S6, #130)", function* (script) {
    const settlement = yield* Confirmation
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* settlement.confirm(key)
    script.confirms.set("token-1", failed())
    yield* settlement.confirm(key)
    assert.deepStrictEqual(yield* flagsOf(key), [])
    yield* TestClock.adjust("1 minute")
    yield* settlement.confirm(key)
    assert.strictEqual(yield* stateOf(key), "completed")
    assert.deepStrictEqual(yield* flagsOf(key), ["terminal_contradiction 1"])
  })

  it("money after a failure is flagged and moves no state (P20, S6, #130)", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", failed())
    yield* reconcileFor("10 seconds")
    script.confirms.set("token-1", completed(500))
    yield* TestClock.adjust("62 minutes")
    assert.strictEqual(yield* stateOf(key), "not_completed")
    assert.deepStrictEqual(yield* flagsOf(key), ["completed_after_not_completed 1"])
  })
})

describe("a person's recheck", () => {
  it("asks now, whatever the schedule says", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    script.confirms.set("token-1", { ...blankConfirmRecord, status: "completed" })
    const rechecked = yield* (yield* Review).recheck(payoutKey("salary-1"))
    assert.strictEqual(rechecked.payment.state._tag, "completed")
    assert.deepStrictEqual([rechecked.notNow, rechecked.answered], [null, "all"])
    assert.strictEqual(script.asked[0]?.at, 0)
  })

  it("says what came of it: an answer for every token, for some, or for none", function* (script, { payins }) {
    const lost = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })
    const otp = Redacted.make("123456")
    yield* payins.create(directPayin("order-1", "ussd_otp"), { otp })
    yield* payins.submitOtp(key, otp)
    const received = Effect.map((yield* Review).recheck(key), (settled) => settled.answered)
    assert.strictEqual(yield* received, "all")
    script.confirms.set("token-1", notFound)
    assert.strictEqual(yield* received, "all", "the service does not know the token, and that is an answer")
    script.confirms.set("token-1", lost)
    assert.strictEqual(yield* received, "some")
    script.confirms.set("token-2", code00)
    assert.strictEqual(yield* received, "nothing")
  })

  it("has nothing to ask with where no call brought a token, and says so", function* (script) {
    yield* inDoubt(script)
    const rechecked = yield* (yield* Review).recheck(payoutKey("salary-1"))
    assert.deepStrictEqual([rechecked.answered, whyNot(rechecked.notNow)], [null, ["no_token", null]])
    assert.deepStrictEqual(script.asked, [])
  })
})
