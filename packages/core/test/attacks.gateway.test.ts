/** Gateways that hang, lie or answer rubbish: core cleans what it takes in, bounds what it waits for, and goes on. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Payins, Payouts, Worker } from "@cauri/core"
import { blankConfirmRecord, type ConfirmRecord, CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  accepted,
  completed,
  directPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  refused,
  stateOf,
  tokenNumber,
  unlimited,
  reconcileFor,
} from "./scripted.ts"

const rubbish = ["\u0000", "\uD800", "\uDC00broken", "a\u0007b", "é".repeat(5_000), "__proto__", "constructor"]

/** What a gateway without types may hand over. */
const recordLike = (more: object): ConfirmRecord => Object.assign({}, completed(500), more)
const answerLike = (answer: object): CreationAnswer => Object.assign({}, noAnswer("timed_out"), answer)

/** A text that a database can hold, and no longer than a column. */
const isClean = (text: string) => text.length <= 200 && !text.includes("\u0000") && text.isWellFormed()

describe("a confirm record full of rubbish", () => {
  for (const text of rubbish) {
    it(`completes its payin, with texts that a store can hold: ${JSON.stringify(text.slice(0, 12))}`, function* (script) {
      yield* (yield* Payins).create(pushPayin("order-1"))
      const texts = { operatorName: text, operatorId: text, payer: text, operatorReference: text, requestId: text }
      script.confirms.set("token-1", recordLike({ ...texts, externalId: text, date: text, unknownStatus: text }))
      const { payment } = yield* (yield* Confirmation).confirm(payinKey("order-1"))
      assert.strictEqual(payment.state._tag, "completed")
      const stored = script.cell.current.payments.get("payin shop/order-1")?.events ?? []
      const strings = stored.flatMap(({ body }) => [...body.matchAll(/"operatorName":("(?:[^"\\]|\\.)*")/g)])
      assert.strictEqual(strings.length, 1)
      for (const [, literal] of strings) assert.isTrue(isClean(String(JSON.parse(literal ?? ""))))
      assert.isTrue(payment.flags.every(({ subject }) => isClean(subject)))
    })
  }

  it("that is no record at all changes nothing and keeps no other token waiting", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    for (const nothing of [null, undefined, "completed", 7, []]) {
      script.confirms.set("token-1", () => Effect.succeed(Object(nothing)))
      const { payment, tracking } = yield* (yield* Confirmation).confirm(payinKey("order-1"))
      assert.strictEqual(payment.state._tag, "pending")
      assert.isAbove(tracking.failures, 0)
    }
  })

  it("with numbers where texts belong still completes its payin", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", recordLike({ operatorName: 7, operatorReference: null, payer: 22_670_000_001 }))
    const { payment } = yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.strictEqual(payment.state._tag, "completed")
  })

  it("that breaks the gateway for one token leaves the other token of the payin to be heard (L2)", function* (script) {
    script.creations = [accepted(1), accepted(2)]
    yield* (yield* Payins).create(directPayin("order-1", "sms_otp"))
    yield* TestClock.adjust("61 seconds")
    yield* (yield* Payins).sendOtpAgain(payinKey("order-1"))
    // The newest token is asked first, and the gateway breaks on it.
    script.confirms.set("token-2", () => Effect.die(new Error("cannot read the body")))
    script.confirms.set("token-1", completed(500))
    const { payment } = yield* (yield* Confirmation).confirm(payinKey("order-1"))
    assert.strictEqual(payment.state._tag, "completed")
  })

  it.under(unlimited)("with a new status at every confirm raises a bounded number of flags (S20)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    for (let n = 0; n < 50; n++) {
      script.confirms.set("token-1", { ...blankConfirmRecord, unknownStatus: `status ${n}` })
      yield* (yield* Confirmation).confirm(payoutKey("salary-1"))
    }
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    assert.strictEqual(payment.state._tag, "pending")
    assert.isAtMost(payment.flags.length, 10)
    assert.isAtLeast(payment.flags.length, 1)
  })
})

describe("a creation answer full of rubbish", () => {
  const strange: ReadonlyArray<readonly [string, CreationAnswer]> = [
    ["nothing", answerLike({ _tag: undefined })],
    ["an unknown tag", answerLike({ _tag: "constructor" })],
    ["an empty token", answerLike({ _tag: "accepted", token: "", url: null })],
    ["a token with a NUL", answerLike({ _tag: "accepted", token: "tok\u0000en", url: null })],
    ["a token that is too long", answerLike({ _tag: "accepted", token: "t".repeat(20_000), url: null })],
    ["an SMS code for a payment without one", CreationAnswer.cases.otp_sent.make({})],
    ["a refusal without a reason", answerLike({ _tag: "refused", reason: null })],
  ]
  for (const [name, answer] of strange) {
    it(`leaves the payout in doubt, and is never sent again: ${name}`, function* (script) {
      script.creations = [answer]
      const sent = yield* (yield* Payouts).create(payout("salary-1"))
      assert.strictEqual(sent.payment.state._tag, "in_doubt")
      yield* reconcileFor("3 hours")
      assert.strictEqual(script.seen.length, 1)
    })
  }

  for (const text of rubbish) {
    it(`keeps its outcome although its texts are cut: ${JSON.stringify(text.slice(0, 12))}`, function* (script) {
      const reason = Object.assign({}, CallFailure.cases.amount_refused.make({ code: "" }), { code: text })
      script.creations = [
        answerLike({ _tag: "refused", reason }),
        answerLike({ _tag: "accepted", token: tokenNumber(2), url: text }),
        answerLike({ _tag: "no_answer", code: text, token: tokenNumber(3) }),
      ]
      const payins = yield* Payins
      yield* payins.create(pushPayin("order-1"))
      yield* payins.create(pushPayin("order-2"))
      yield* payins.create(pushPayin("order-3"))
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "refused")
      assert.strictEqual(yield* stateOf(payinKey("order-2")), "pending")
      assert.strictEqual(yield* stateOf(payinKey("order-3")), "pending")
      const outcomes = yield* Effect.forEach(["order-1", "order-2", "order-3"], (id) =>
        Effect.map(recordOf(payinKey(id)), ({ payment }) => payment.attempts[0]?.outcome),
      )
      assert.isTrue(outcomes.every(Schema.is(CreationAnswer)))
      assert.isTrue(outcomes.every((outcome) => JSON.stringify(outcome).isWellFormed()))
    })
  }

  it("a refusal whose reason has no code is a refusal", function* (script) {
    script.creations = [refused(CallFailure.cases.not_sent.make({ cause: "invalid_request" }))]
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "refused")
  })

  it("an SMS request that claims to have sent a wallet's code is unanswered, and nothing repeats it", function* (script) {
    script.creations = [CreationAnswer.cases.otp_sent.make({})]
    yield* (yield* Payins).create(directPayin("order-1", "sms_otp"))
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "in_doubt")
    yield* reconcileFor("10 minutes")
    assert.strictEqual(script.seen.length, 1)
  })
})

describe("a gateway that hangs", () => {
  it.under(unlimited)(
    "on one creation holds its sweep for no longer than a lease; the others go on (L4, L6)",
    function* (script) {
      script.creations = [Effect.never]
      yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
      yield* reconcileFor("10 seconds")
      assert.strictEqual(script.seen.length, 1)
      yield* (yield* Payouts).create(payout("salary-2", { amount: 800 }), { sendLater: true })
      yield* TestClock.adjust("3 minutes")
      assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
      assert.deepStrictEqual([yield* stateOf(payoutKey("salary-2")), script.seen.length], ["pending", 2])
    },
  )

  for (const [what, hanging] of [
    ["hangs", Effect.never],
    ["hangs and cannot be interrupted", Effect.uninterruptible(Effect.never)],
  ] as const) {
    it(`and ${what} keeps neither its caller nor a worker that stops longer than the lease (L4, #241)`, function* (script) {
      script.creations = [hanging, hanging]
      const sending = yield* Effect.forkChild((yield* Payouts).create(payout("salary-1")))
      yield* (yield* Payouts).create(payout("salary-2", { amount: 800 }), { sendLater: true })
      const worker = yield* reconcileFor("6 seconds")
      assert.lengthOf(script.seen, 2)
      const stopping = yield* Effect.forkChild(Fiber.interrupt(worker))
      yield* TestClock.adjust("1 minute")
      assert.isDefined(stopping.pollUnsafe())
      assert.isDefined(sending.pollUnsafe())
      const { notNow, payment } = yield* Fiber.join(sending)
      assert.deepStrictEqual([notNow, payment.state._tag], [null, "in_doubt"])
      assert.deepInclude({ ...payment.attempts[0]?.outcome }, { _tag: "no_answer", cause: "timed_out" })
      assert.strictEqual(yield* stateOf(payoutKey("salary-2")), "in_doubt")
    })
  }

  it("and answers after its sweep was left still has its answer saved (S7)", function* (script) {
    script.creations = [Effect.delay(Effect.succeed(accepted(7)), "10 minutes")]
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* reconcileFor("3 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
    yield* TestClock.adjust("8 minutes")
    assert.deepStrictEqual([yield* stateOf(payoutKey("salary-1")), script.seen.length], ["pending", 1])
  })

  it("on a confirm lets a person who asks hear of it in time", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", () => Effect.never)
    const asking = yield* Effect.forkChild((yield* Confirmation).confirm(payinKey("order-1")))
    yield* TestClock.adjust("2 minutes")
    assert.isDefined(asking.pollUnsafe())
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "pending")
  })

  it("on the newest token does not keep the older one from being heard (L2)", function* (script) {
    script.creations = [accepted(1), accepted(2)]
    yield* (yield* Payins).create(directPayin("order-1", "sms_otp"))
    yield* TestClock.adjust("61 seconds")
    yield* (yield* Payins).sendOtpAgain(payinKey("order-1"))
    script.confirms.set("token-2", () => Effect.never)
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })
})

it("a sweep that breaks as a whole does not end the worker", function* (script) {
  yield* (yield* Payins).create(pushPayin("order-1"))
  script.confirms.set("token-1", completed(500))
  let broken = true
  script.beforeStore = (step) =>
    step === "takeDue" && broken ? Effect.die(new Error("a bug in an adapter")) : Effect.void
  const worker = yield* Effect.forkChild((yield* Worker).run)
  yield* TestClock.adjust("20 seconds")
  broken = false
  yield* TestClock.adjust("1 minute")
  assert.isUndefined(worker.pollUnsafe())
  assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
})
