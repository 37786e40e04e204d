/** Payouts: to a wallet in its two ways, to mobile money, under an id for ever, and what may not go out twice. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts } from "@cauri/core"
import { blankConfirmRecord, CreationAnswer, noAnswer, notSent } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  fieldsOf,
  accepted,
  after,
  completed,
  failed,
  flagsOf,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  refused,
  stateOf,
  tagsOf,
  reconcileFor,
} from "./scripted.ts"
import { sweepAfter } from "./setups.ts"

const key = payoutKey("salary-1")
const wallet = (id: string, funds: "keep_in_wallet" | "transfer_to_mobile_money") =>
  payout(id, { method: { type: "wallet", funds } })

describe("the ways of a payout", () => {
  it("mobile money: one call, and a confirm says that it is paid (O2, O5, O11, #7, #61, #177)", function* (script) {
    const sent = yield* (yield* Payouts).create(payout("salary-1"))
    assert.strictEqual(sent.payment.state._tag, "pending")
    assert.strictEqual(script.seen[0]?.method, "create")
    script.confirms.set("token-1", completed(700))
    yield* reconcileFor("40 seconds")
    assert.strictEqual(yield* stateOf(key), "completed")
    assert.deepStrictEqual([...new Set(script.asked.map(({ kind }) => kind))], ["payout"])
    assert.deepStrictEqual(yield* tagsOf(key), ["intended", "attempt_started", "accepted", "completed"])
  })

  for (const funds of ["keep_in_wallet", "transfer_to_mobile_money"] as const) {
    it(`wallet with ${funds}: credited within seconds (#6, #65, #127)`, function* (script) {
      yield* (yield* Payouts).create(wallet("salary-1", funds))
      assert.strictEqual(script.seen[0]?.method, "create")
      assert.deepStrictEqual({ ...script.seen[0]?.call.payment.content.method }, { type: "wallet", funds })
      script.confirms.set("token-1", completed(700))
      yield* reconcileFor("4 seconds")
      assert.strictEqual(yield* stateOf(key), "completed")
    })
  }

  it("no wallet account is refused, and the direct way may be tried under a new id (O6, #174, #232)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" }))]
    assert.strictEqual((yield* payouts.create(wallet("salary-1", "keep_in_wallet"))).payment.state._tag, "refused")
    assert.strictEqual((yield* payouts.create(payout("salary-1-direct"))).payment.state._tag, "pending")
  })

  it("any unknown answer but 00 leaves it in doubt: it is never sent again by a program (O7, #23)", function* (script) {
    script.creations = [noAnswer("unrecognised_code", "Code77")]
    const sent = yield* (yield* Payouts).create(payout("salary-1"))
    assert.strictEqual(sent.payment.state._tag, "in_doubt")
    for (let day = 0; day < 30; day++) {
      yield* sweepAfter("1 day")
    }
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["in_doubt", 1])
    assert.deepStrictEqual(
      script.received.map(({ _tag }) => _tag),
      ["in_doubt"],
    )
  })

  it("a token that came with a contradictory answer is asked about", function* (script) {
    script.creations = [
      CreationAnswer.cases.no_answer.make({ cause: "contradictory", code: "", token: accepted(1).token }),
    ]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "pending")
  })

  it("one that was not sent is sent again, and after three tries it waits for a person (O4, O16)", function* (script) {
    script.creations = [notSent("connection_refused"), notSent("connection_refused"), notSent("connection_refused")]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "intended")
    yield* reconcileFor("1 minute")
    assert.deepStrictEqual({ ...(yield* recordOf(key)).payment.state }, { _tag: "held", because: "attempts" })
    assert.strictEqual(script.seen.length, 3)
    yield* (yield* Review).release(key, {
      by: "A colleague",
      reason: "the network is back",
      asOf: (yield* recordOf(key)).payment.seq,
    })
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(key), "pending")
  })
})

describe("the end of a payout", () => {
  it("a failure is believed when every handle repeats it at least 30 s later (O12, #114)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    script.confirms.set("token-1", failed())
    yield* reconcileFor("40 seconds")
    assert.strictEqual(script.asked.length, 1)
    assert.strictEqual(yield* stateOf(key), "pending")
    yield* TestClock.adjust("40 seconds")
    assert.strictEqual(yield* stateOf(key), "not_completed")
    const [first, second] = script.asked.map(({ at }) => at)
    assert.isAtLeast((second ?? 0) - (first ?? 0), 30_000)
  })

  it("it has no deadline: it may take days, and is flagged at 24 h, 72 h and 7 days (O13, #126)", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    for (let hour = 0; hour < 24 * 8; hour++) {
      yield* sweepAfter("1 hour")
    }
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.deepStrictEqual(yield* flagsOf(key), ["overdue 1", "overdue 2", "overdue 3"])
    script.confirms.set("token-1", completed(700))
    yield* sweepAfter("1 day")
    assert.strictEqual(yield* stateOf(key), "completed")
  })
})

describe("the id of a payout", () => {
  it("the same id with the same content gives the stored payout back; with another it is an error (#70)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [after("10 seconds", accepted(1))]
    yield* Effect.forkChild(payouts.create(payout("salary-1", { customData: { month: "May", team: "4" } })))
    yield* TestClock.adjust("1 second")
    const again = yield* payouts.create(payout("salary-1", { customData: { team: "4", month: "May" } }))
    assert.strictEqual(again.payment.state._tag, "submitting")
    const conflict = yield* Effect.flip(payouts.create(payout("salary-1", { amount: 701 })))
    assert.strictEqual(conflict._tag, "ContentConflict")
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual((yield* payouts.get(key)).payment.state._tag, "pending")
    assert.strictEqual(script.seen.length, 1)
  })

  it("two hundred sends of one id at once make one call (S1, S2)", function* (script, { payouts }) {
    script.beforeStore = () => Effect.yieldNow
    yield* Effect.forEach(Array.from({ length: 200 }), () => payouts.create(payout("salary-1")), {
      concurrency: "unbounded",
    })
    assert.strictEqual(script.seen.length, 1)
  })
})

describe("what is handed in, and what is called off", () => {
  it("input that is not as it must be, or a callback base without https, stores and sends nothing (#61, #64, #210)", function* (script) {
    const payouts = yield* Payouts
    const low = yield* Effect.flip(payouts.create(payout("salary-1", { amount: 0 })))
    assert.deepInclude(fieldsOf(low), { _tag: "InvalidInput", field: "amount" })
    script.callbackBase = "http://shop.example"
    const base = yield* Effect.flip(payouts.create(payout("salary-1")))
    const expected = "an https address for payouts (http only on this machine's loopback)"
    assert.deepInclude(fieldsOf(base), { _tag: "InvalidInput", field: "callbackBase", expected })
    assert.strictEqual(script.cell.current.payments.size, 0)
  })

  it("one that is only stored goes out by a reconciler, on a host that may send (#193)", function* (script) {
    const stored = yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    assert.strictEqual(stored.payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 0)
    yield* reconcileFor("5 seconds")
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("one of which nothing has left can be cancelled, and then it is never sent (O15)", function* (script) {
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-1"), { sendLater: true })
    assert.strictEqual((yield* payouts.cancel(key, "A colleague")).payment.state._tag, "cancelled")
    yield* reconcileFor("1 minute")
    assert.strictEqual(script.seen.length, 0)
  })

  it.under({ store: { maxSaveTries: 5 } })(
    "one that others keep changing is not cancelled, after as many tries as the policy allows",
    function* (script, { payouts }) {
      yield* payouts.create(payout("salary-1"), { sendLater: true })
      const counted = overtake(script)
      assert.strictEqual((yield* Effect.flip(payouts.cancel(key, "A colleague")))._tag, "StoreError")
      assert.strictEqual(counted.saves, 5)
    },
  )

  it("one that was cancelled in the same moment is not cancelled twice", function* (script, { payouts }) {
    yield* payouts.create(payout("salary-1"), { sendLater: true })
    let first = true
    script.beforeStore = (step) =>
      Effect.gen(function* () {
        if (step !== "save" || !first) return
        first = false
        yield* payouts.cancel(key, "Another colleague")
      }).pipe(Effect.orDie)
    assert.strictEqual((yield* Effect.flip(payouts.cancel(key, "A colleague")))._tag, "DecisionRefused")
    assert.deepStrictEqual(yield* tagsOf(key), ["intended", "cancelled"])
  })

  it("one that has left, or whose answer is unknown, cannot be cancelled", function* (script, { payouts }) {
    yield* payouts.create(payout("salary-1"))
    script.creations = [noAnswer("timed_out")]
    yield* payouts.create(payout("salary-2", { amount: 800 }))
    for (const each of [key, payoutKey("salary-2")]) {
      assert.strictEqual((yield* Effect.flip(payouts.cancel(each, "A colleague")))._tag, "DecisionRefused")
    }
  })

  it("a key that names no payout finds nothing, and touches no payin", function* (script, { payouts }) {
    yield* (yield* Payins).create(pushPayin("salary-1"), { sendLater: true })
    for (const wrong of [key, payinKey("salary-1")]) {
      assert.strictEqual((yield* Effect.flip(payouts.get(wrong)))._tag, "PaymentNotFound")
      assert.strictEqual((yield* Effect.flip(payouts.cancel(wrong, "A colleague")))._tag, "PaymentNotFound")
    }
    const payment = script.cell.current.payments.get("payin shop/salary-1")
    assert.isDefined(payment)
    script.cell.current = { ...script.cell.current, payments: new Map([["payout shop/salary-1", payment]]) }
    const exit = yield* Effect.exit(payouts.get(key))
    assert.include(String(exit), "The store gave the payin shop/salary-1 where a payout was asked for.")
  })

  it("a payout that waits stays as the service left it: pending is no failure (#112, #209)", function* (script) {
    yield* (yield* Payouts).create(wallet("salary-1", "keep_in_wallet"))
    script.confirms.set("token-1", { ...blankConfirmRecord, unknownStatus: "reversed" })
    yield* reconcileFor("10 minutes")
    assert.strictEqual(yield* stateOf(key), "pending")
    assert.deepStrictEqual(yield* flagsOf(key), ["unknown_status reversed", "overdue 1"])
  })
})
