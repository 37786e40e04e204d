/** What a round leaves for the next one: its counts, the turns of callbacks, the slots of closed payments, and denials. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Payins, type PaymentKey, Payouts } from "@cauri/core"
import { blankConfirmRecord, type ConfirmRecord, SharedState, noAnswer } from "@cauri/core/adapter"
import { type PaymentRecord, CallFailure } from "@cauri/core/model"
import {
  it,
  code00,
  completed,
  directPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  type Script,
  stateOf,
  unlimited,
} from "./scripted.ts"
import { policyWith } from "./samples.ts"

const key = payinKey("order-1")
const hour = 3_600_000
const lost = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })

/** One round for a payment as the store holds it, with something else remembered of it. */
const rounds =
  (of: PaymentKey) =>
  (tracking: Partial<PaymentRecord["tracking"]>, more: Partial<PaymentRecord> = {}) =>
    Effect.gen(function* () {
      const record = yield* recordOf(of)
      const given = { ...record, ...more, tracking: { ...record.tracking, ...tracking } }
      return (yield* (yield* Confirmation).round(given, Infinity, null)).record.tracking
    })

/** A payout has no deadline, so it is still open after two hours. */
const pendingPayout = Effect.gen(function* () {
  yield* (yield* Payouts).create(payout("salary-1"))
  yield* TestClock.setTime(2 * hour)
})

describe("the round of an open payment", () => {
  const salary = payoutKey("salary-1")
  const roundWith = rounds(salary)

  it("takes the schedule further when it was due, and not when only a callback or a person wanted it", function* () {
    yield* pendingPayout
    const due = yield* roundWith({ actAt: 2 * hour, confirms: 4, failures: 2 })
    assert.deepInclude(due, { confirms: 5, failures: 0, lastConfirmAt: 2 * hour })
    const early = yield* roundWith({ actAt: 2 * hour + 1, confirms: 4, failures: 2 })
    assert.deepInclude(early, { confirms: 4, failures: 0, lastConfirmAt: 2 * hour })
    const never = yield* roundWith({ actAt: null, confirms: 4 })
    assert.deepInclude(never, { confirms: 4 })
  })

  it("counts against the callbacks' hour only when a callback and nothing else caused it (S12)", function* () {
    yield* pendingPayout
    const callbackHour = { since: hour + 1, count: 3 }
    const later = { actAt: 3 * hour, callbackHour }
    const count = Effect.map((tracking: PaymentRecord["tracking"]) => tracking.callbackHour.count)
    assert.strictEqual(yield* count(roundWith({ ...later, notesSeen: 0 }, { newestNote: 1 })), 4)
    assert.strictEqual(
      yield* count(roundWith({ ...later, notesAt: hour }, { newestNote: 1 })),
      4,
      "one that was put off",
    )
    assert.strictEqual(yield* count(roundWith(later)), 3, "a person's recheck")
    const due = { ...later, actAt: 2 * hour, notesSeen: 0 }
    assert.strictEqual(yield* count(roundWith(due, { newestNote: 1 })), 3, "it was due anyhow")
    const endless = { ...later, actAt: null, notesSeen: 0 }
    assert.strictEqual(yield* count(roundWith(endless, { newestNote: 1 })), 4)
  })

  it("begins a new hour of callbacks when the old one is over, to the millisecond (S12)", function* () {
    yield* pendingPayout
    const full = (since: number) => roundWith({ actAt: 3 * hour, callbackHour: { since, count: 20 } })
    assert.deepStrictEqual((yield* full(hour)).callbackHour, { since: 2 * hour, count: 0 })
    assert.deepStrictEqual((yield* full(hour + 1)).callbackHour, { since: hour + 1, count: 20 })
    assert.deepStrictEqual((yield* full(2 * hour)).callbackHour, { since: 2 * hour, count: 20 })
  })

  it("without a handle asks nothing, so it counts nothing, and its notes are read", function* (script) {
    script.creations = [noAnswer("timed_out")]
    yield* (yield* Payins).create(pushPayin("order-1"))
    const after = yield* rounds(key)({ actAt: 0, confirms: 0, failures: 2, notesAt: 0 })
    assert.deepInclude(after, { confirms: 0, failures: 2, lastConfirmAt: null, notesAt: null })
    assert.strictEqual(script.asked.length, 0)
  })

  it("is thrown away when it ends in the moment in which its lease does", function* () {
    yield* pendingPayout
    const settlement = yield* Confirmation
    for (const [until, kept] of [
      [2 * hour, false],
      [2 * hour + 1, true],
    ] as const) {
      assert.strictEqual((yield* settlement.round(yield* recordOf(salary), until, null)).kept, kept)
    }
  })
})

describe("the round of a closed payment", () => {
  const roundWith = rounds(key)
  const paidPayin = (script: Script) =>
    Effect.gen(function* () {
      yield* (yield* Payins).create(pushPayin("order-1"))
      yield* TestClock.setTime(2 * hour)
      script.confirms.set("token-1", completed(500))
      yield* roundWith({})
      yield* TestClock.setTime(4 * hour)
    })

  it("uses its slot up when it was due, after three repetitions of a failure on the way", function* (script) {
    yield* paidPayin(script)
    assert.deepInclude(yield* roundWith({ actAt: 3 * hour, followUpTries: 2 }), { followUp: 1, followUpTries: 0 })
    script.confirms.set("token-1", lost)
    assert.deepInclude(yield* roundWith({ actAt: 3 * hour, followUp: 0, followUpTries: 2 }), {
      followUp: 0,
      followUpTries: 3,
    })
    assert.deepInclude(yield* roundWith({ actAt: 3 * hour, followUp: 0, followUpTries: 3 }), {
      followUp: 1,
      followUpTries: 0,
    })
  })

  it("leaves its slot alone when only a callback or a person wanted it", function* (script) {
    yield* paidPayin(script)
    const later = { actAt: 5 * hour, followUp: 0, followUpTries: 1 }
    assert.deepInclude(yield* roundWith(later), { followUp: 0, followUpTries: 1 })
    script.confirms.set("token-1", lost)
    assert.deepInclude(yield* roundWith(later), { followUp: 0, followUpTries: 1 })
  })
})

/** Settles these payins one after the other, each with what its token says. */
const settleAll = (script: Script, says: ReadonlyArray<readonly [number, "denied" | "pending" | "lost"]>) =>
  Effect.gen(function* () {
    for (const [number, word] of says) {
      const token = `token-${number}`
      script.confirms.delete(token)
      if (word !== "pending") script.confirms.set(token, word === "denied" ? code00 : lost)
      yield* (yield* Confirmation).confirm(payinKey(`order-${number}`))
    }
    return (yield* (yield* SharedState).pauses()).map(({ scope }) => scope)
  })
const createAll = Effect.gen(function* () {
  for (let n = 1; n <= 3; n++) yield* (yield* Payins).create(pushPayin(`order-${n}`))
})

/** A payin with two tokens: another code after a wrong one. */
const twoTokens = (id: string) =>
  Effect.gen(function* () {
    const payins = yield* Payins
    const otp = Redacted.make("123456")
    yield* payins.create(directPayin(id, "ussd_otp"), { otp })
    yield* payins.submitOtp(payinKey(id), otp)
  })

describe("a project whose confirms are denied (#192)", () => {
  it("goes on when a success of any payment came between", function* (script) {
    yield* createAll
    assert.deepStrictEqual(
      yield* settleAll(script, [
        [1, "denied"],
        [2, "pending"],
        [3, "denied"],
      ]),
      [],
    )
  })

  it("goes on when one token of a payment was answered between, although another could not be asked", function* (script) {
    yield* twoTokens("order-4")
    yield* createAll
    script.confirms.set("token-1", lost)
    const between = Effect.flatMap(Confirmation, (settlement) => settlement.confirm(payinKey("order-4")))
    for (const number of [3, 4]) {
      script.confirms.set(`token-${number}`, code00)
      yield* (yield* Confirmation).confirm(payinKey(`order-${number - 2}`))
      yield* between
    }
    assert.deepStrictEqual(yield* (yield* SharedState).pauses(), [])
  })

  it("is not helped by a confirm that brought nothing, and the hold says why and under which credentials", function* (script) {
    yield* createAll
    assert.deepStrictEqual(
      yield* settleAll(script, [
        [1, "denied"],
        [2, "lost"],
        [3, "denied"],
      ]),
      ["project/shop"],
    )
    assert.deepStrictEqual(yield* (yield* SharedState).pauses(), [
      { scope: "project/shop", reason: "authentication_failed", by: "cauri", since: 0, credentials: "one" },
    ])
  })

  it.under({ merchant: { shops: { kiosk: { name: "Kiosk", siteUrl: "https://kiosk.example" } } } })(
    "is not helped by the success of another project (#181)",
    function* (script) {
      yield* createAll
      yield* settleAll(script, [[1, "denied"]])
      const kiosk = yield* (yield* Payins).create(pushPayin("order-4", { project: "kiosk" }))
      yield* (yield* Confirmation).confirm(kiosk.payment.key)
      assert.deepStrictEqual(yield* settleAll(script, [[2, "denied"]]), ["project/shop"])
    },
  )

  it("counts a payment as denied when one of its tokens was, whatever the others say", function* (script) {
    for (const id of ["order-1", "order-2"]) yield* twoTokens(id)
    for (const token of ["token-1", "token-3"]) script.confirms.set(token, code00)
    yield* (yield* Confirmation).confirm(key)
    yield* (yield* Confirmation).confirm(payinKey("order-2"))
    assert.deepStrictEqual(
      (yield* (yield* SharedState).pauses()).map(({ scope }) => scope),
      ["project/shop"],
    )
  })
})

describe("confirms that bring nothing", () => {
  const quick = policyWith(unlimited, { calls: { breaker: { window: 60_000, calls: 4, share: 1, openFor: 30_000 } } })
  const says = {
    "got no answer": lost,
    "never left": CallFailure.cases.not_sent.make({ cause: "connection_refused" }),
    "broke the gateway": () => Effect.die(new Error("broken")),
  }
  for (const [what, word] of Object.entries(says)) {
    it.under(quick)(`open the breaker when the last four ${what}, and creations wait`, function* (script, { payins }) {
      yield* payins.create(pushPayin("order-1"))
      script.confirms.set("token-1", word)
      yield* TestClock.adjust("2 minutes")
      for (let n = 0; n < 4; n++) yield* (yield* Confirmation).confirm(key)
      assert.strictEqual((yield* payins.create(pushPayin("order-2"))).payment.state._tag, "intended")
    })
  }

  const heldBack = (["throttled", "invalid_request", "lease_over"] as const).map((cause) =>
    CallFailure.cases.not_sent.make({ cause }),
  )
  it.under(quick)("count neither for nor against the service when we held them back ourselves", function* (script) {
    const payins = yield* Payins
    const settle = (yield* Confirmation).confirm(key)
    yield* payins.create(pushPayin("order-1"))
    yield* TestClock.adjust("2 minutes")
    for (const cause of [...heldBack, ...heldBack]) {
      script.confirms.set("token-1", cause)
      yield* settle
    }
    assert.strictEqual((yield* payins.create(pushPayin("order-2"))).payment.state._tag, "pending")
    yield* TestClock.adjust("2 minutes")
    for (const cause of [lost, ...heldBack, lost, lost, lost]) {
      script.confirms.set("token-1", cause)
      yield* settle
    }
    assert.strictEqual((yield* payins.create(pushPayin("order-3"))).payment.state._tag, "intended")
  })
})

const slowly = (word: ConfirmRecord) => () => Effect.delay(Effect.succeed(word), "10 seconds")

describe("a payin of six tokens, while each confirm takes 10 s", () => {
  const tokens = [1, 2, 3, 4, 5, 6].map((n) => `token-${n}`)
  const sixCodes = (script: Script) =>
    Effect.gen(function* () {
      const payins = yield* Payins
      const otp = Redacted.make("123456")
      yield* payins.create(directPayin("order-1", "ussd_otp"), { otp })
      for (let n = 0; n < 5; n++) yield* payins.submitOtp(key, otp)
      for (const token of tokens) script.confirms.set(token, slowly(blankConfirmRecord))
      yield* reconcile
    })

  it.under(policyWith(unlimited, { limits: { maxOtpSubmissions: 6 } }))(
    "expires after its deadline (P15)",
    function* (script) {
      yield* sixCodes(script)
      yield* TestClock.adjust("17 minutes")
      assert.strictEqual(yield* stateOf(key), "expired")
    },
  )

  it.under(policyWith(unlimited, { limits: { maxOtpSubmissions: 6 } }))(
    "is completed by the token that answers, while the others never do (P12)",
    function* (script) {
      yield* sixCodes(script)
      for (const token of tokens) script.confirms.set(token, () => Effect.never)
      script.confirms.set("token-3", slowly(completed(500)))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* stateOf(key), "completed")
    },
  )
})
