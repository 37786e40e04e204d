/** A store that was restored has forgotten what happened since: nothing leaves before a person has looked at it. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts, type PolicyInput, Worker, StoreError } from "@cauri/core"
import { noAnswer, SharedState } from "@cauri/core/adapter"
import {
  itUnder,
  accepted,
  after,
  answerComes,
  changeRows,
  code00,
  completed,
  directPayin,
  hostedPayin,
  outrun,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  stateOf,
  tagsOf,
  turnedAway,
  walletPayin,
} from "./scripted.ts"
import { rule, sweepAfter } from "./setups.ts"
import { spoil } from "./spoil.ts"

/** Without the statement that a restored store waits for: see `statementGaps.test.ts`. */
const lenient: PolicyInput = { approvals: { statementAfterRestore: false } }
const it = itUnder(lenient)
const test = itUnder({ ...lenient, store: { pageSize: 2 } })

const restored = Effect.flatMap(Review, (desk) => desk.restored("A colleague", "the disk was lost"))

/** Payouts of different amounts, so that none is another's twin. */
const intend = (...ids: ReadonlyArray<string>) =>
  Effect.forEach(
    ids,
    (id, index) =>
      Effect.flatMap(Payouts, (payouts) => payouts.create(payout(id, { amount: 100 + index }), { sendLater: true })),
    { concurrency: 1 },
  )

const becomes = (id: string) => stateOf(payoutKey(id))

/** A call whose answer comes when its program has long been gone. */
const sendAndDie = <A, E, R>(sending: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkDetach(sending, { startImmediately: true })
    yield* Effect.yieldNow
    return fiber
  })

describe("after a restore", () => {
  it("a refund of the merchant's own, which needs no second collection, is released", function* (script, { review }) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* review.recheck(payinKey("order-1"))
    yield* (yield* Payouts).create(payout("back", { amount: 500, refundOf: "order-1" }), { sendLater: true })
    yield* restored
    yield* TestClock.adjust("4 days")
    yield* rule(payoutKey("back"), "send_again")
    assert.strictEqual(yield* becomes("back"), "intended")
  })

  test("every payout that was not sent is in doubt, whatever its page (O16)", function* () {
    const ids = ["a", "b", "c", "d", "e"]
    yield* intend(...ids)
    assert.deepStrictEqual(yield* restored, { payouts: 5, payins: 0, unreadable: [] })
    for (const id of ids) assert.strictEqual(yield* becomes(id), "in_doubt")
  })

  test("a row that cannot be read keeps no payout behind it from being in doubt, and is named (O16, L6)", function* (script) {
    yield* intend("a", "b", "c", "d")
    spoil(script, "b", "d")
    assert.deepStrictEqual(yield* restored, {
      payouts: 2,
      payins: 0,
      unreadable: [payoutKey("b"), payoutKey("d")],
    })
    for (const id of ["a", "c"]) assert.strictEqual(yield* becomes(id), "in_doubt")
  })

  it("payins whose call may be under way and that cannot be read are named too (P8)", function* (script) {
    script.creations = [after("1 hour", accepted(1))]
    yield* sendAndDie((yield* Payins).create(pushPayin("order-1")))
    spoil(script, "order-1")
    assert.deepStrictEqual(yield* restored, { payouts: 0, payins: 0, unreadable: [payinKey("order-1")] })
  })

  it("a payout that can be read again is in doubt when the walk is done again, and named until then (O16)", function* (script) {
    yield* intend("a")
    const { payments } = script.cell.current
    spoil(script, "a")
    for (const _ of [1, 2]) {
      assert.deepStrictEqual(yield* restored, { payouts: 0, payins: 0, unreadable: [payoutKey("a")] })
    }
    script.cell.current = { ...script.cell.current, payments }
    assert.deepStrictEqual(yield* restored, { payouts: 1, payins: 0, unreadable: [] })
    assert.isTrue(yield* (yield* Review).resume("payouts"))
    yield* (yield* Worker).runOnce
    assert.strictEqual(yield* becomes("a"), "in_doubt")
  })

  test("payouts stay on hold while an unsent one cannot be read, unless a person lifts them despite it (O16, S2)", function* (script) {
    const desk = yield* Review
    yield* intend("a", "b", "c")
    const { payments } = script.cell.current
    spoil(script, "c")
    yield* restored
    const refusal = yield* Effect.flip(desk.resume("payouts"))
    assert.match(
      refusal.message,
      /^Nothing was decided about the payout shop\/c: it cannot be read and may have been sent/,
    )
    const scopes = Effect.map(
      Effect.flatMap(SharedState, (store) => store.pauses()),
      (pauses) => pauses.map(({ scope }) => scope),
    )
    assert.deepStrictEqual(yield* scopes, ["payouts"])
    // A program that can read it sends nothing either, until a person has decided.
    script.cell.current = { ...script.cell.current, payments }
    yield* (yield* Worker).runOnce
    assert.strictEqual(script.seen.length, 0)
    spoil(script, "c")
    assert.isTrue(yield* desk.resume("payouts", { ignoreUnreadable: true }))
    assert.deepStrictEqual(yield* scopes, [])
    yield* desk.pause("project/shop", "A person", "recall")
    assert.isFalse(yield* desk.resume("payouts"), "what is not on hold is not refused")
  })

  it("other holds are lifted whatever cannot be read, and so are payouts where no unsent one is among it (L6)", function* (script) {
    const desk = yield* Review
    yield* (yield* Payouts).create(payout("accepted"))
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    spoil(script, "accepted", "order-1")
    yield* restored
    assert.isTrue(yield* desk.resume("payouts"))
    yield* intend("a")
    spoil(script, "a")
    yield* restored
    yield* desk.pause("project/shop", "A person", "recall")
    assert.isTrue(yield* desk.resume("project/shop"))
  })

  it("a payout whose call was under way is in doubt, and a payin's is unanswered (O7, O16, P8)", function* (script) {
    script.creations = [after("1 hour", accepted(1)), after("1 hour", accepted(2))]
    yield* sendAndDie((yield* Payouts).create(payout("salary-1")))
    yield* sendAndDie((yield* Payins).create(pushPayin("order-1")))
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "submitting")
    assert.deepStrictEqual(yield* restored, { payouts: 1, payins: 1, unreadable: [] })
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "in_doubt")
    assert.deepStrictEqual(yield* tagsOf(payoutKey("salary-1")), [
      "intended",
      "attempt_started",
      "attempt_unanswered",
      "in_doubt",
      "restored",
    ])
    // The answer of a call that was under way after all is not lost.
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
  })

  it("what the service had accepted and what is closed is left alone", function* (script) {
    yield* (yield* Payouts).create(payout("accepted"))
    yield* intend("cancelled")
    yield* (yield* Payouts).cancel(payoutKey("cancelled"), "A colleague")
    yield* (yield* Payins).create(pushPayin("paid"))
    script.confirms.set("token-2", completed(500))
    yield* (yield* Review).recheck(payinKey("paid"))
    const before = script.cell.current.payments
    assert.deepStrictEqual(yield* restored, { payouts: 0, payins: 0, unreadable: [] })
    assert.strictEqual(script.cell.current.payments, before)
  })

  it("a payout that was held or in doubt in the copy may have been sent since, and so is every later one (O16)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [noAnswer("timed_out")]
    yield* payouts.create(payout("doubtful", { amount: 900 }))
    yield* payouts.create(payout("twin", { amount: 900 }))
    assert.deepStrictEqual([yield* becomes("doubtful"), yield* becomes("twin")], ["in_doubt", "held"])
    yield* TestClock.adjust("4 days")
    assert.deepStrictEqual(yield* restored, { payouts: 2, payins: 0, unreadable: [] })
    for (const id of ["doubtful", "twin"]) {
      const { payment } = yield* recordOf(payoutKey(id))
      assert.deepStrictEqual([payment.state._tag, payment.restoredAt], ["in_doubt", 4 * 86_400_000])
      const decision = { by: "A colleague", reason: "looked", asOf: payment.seq }
      const again = yield* Effect.flip(
        (yield* Review).resolve(payoutKey(id), { ...decision, to: "send_again", evidence: "none" }),
      )
      assert.deepInclude(again, { because: "too_early" }, id)
      const released = yield* Effect.flip((yield* Review).release(payoutKey(id), decision))
      assert.deepInclude(released, { because: "wrong_state" }, id)
    }
    yield* (yield* Review).resume("payouts")
    yield* sweepAfter("1 day")
    assert.strictEqual(script.seen.length, 1)
    const { seq } = (yield* recordOf(payoutKey("twin"))).payment
    const paid = { by: "A colleague", reason: "in the statement", evidence: "line 7", asOf: seq }
    yield* (yield* Review).resolve(payoutKey("twin"), { to: "completed", ...paid })
    assert.strictEqual(yield* becomes("twin"), "completed")
    assert.isNull((yield* recordOf(payoutKey("twin"))).payment.restoredAt)
  })

  it("no program charges a payin again that may have been charged since the copy (P8)", function* (script, { payins }) {
    const created = [pushPayin("push"), hostedPayin("hosted"), walletPayin("wallet"), directPayin("sms", "sms_otp")]
    for (const each of created) yield* payins.create(each, { sendLater: true })
    assert.deepStrictEqual(yield* restored, { payouts: 0, payins: 4, unreadable: [] })
    for (const { id } of created) {
      const { flags, restoredAt, state } = (yield* recordOf(payinKey(id))).payment
      assert.deepStrictEqual([state._tag, restoredAt, flags.map(({ kind }) => kind)], ["in_doubt", 0, ["unanswered"]])
      assert.isNull((yield* payins.send(payinKey(id))).notNow)
    }
    const { runOnce } = yield* Worker
    for (const wait of ["1 minute", "1 hour", "10 days"] as const) {
      yield* TestClock.adjust(wait)
      yield* runOnce
    }
    assert.strictEqual(script.seen.length, 0)
    for (const { id } of created) assert.strictEqual(yield* stateOf(payinKey(id)), "expired")
    const { seq } = (yield* recordOf(payinKey("push"))).payment
    const paid = { by: "A colleague", reason: "in the statement", evidence: "line 7", asOf: seq }
    yield* (yield* Review).resolve(payinKey("push"), { to: "completed", ...paid })
    assert.strictEqual(yield* stateOf(payinKey("push")), "completed")
  })

  it("a hosted payin in doubt is not created again, because its address may have been shown since (P16)", function* (script) {
    script.creations = [noAnswer("timed_out"), noAnswer("timed_out")]
    yield* (yield* Payins).create(hostedPayin("order-1"))
    const before = script.seen.length
    yield* restored
    yield* sweepAfter("1 minute")
    assert.strictEqual(script.seen.length, before)
  })

  it("a late answer without a token says nothing about the calls that were forgotten (O8)", function* (script) {
    script.creations = [noAnswer("timed_out"), noAnswer("timed_out")]
    yield* (yield* Payouts).create(payout("a", { amount: 900 }))
    yield* (yield* Payouts).create(payout("b", { amount: 901 }))
    yield* restored
    yield* answerComes(payoutKey("a"), 1, turnedAway(code00))
    yield* answerComes(payoutKey("b"), 1, accepted(1))
    assert.deepStrictEqual([yield* becomes("a"), yield* becomes("b")], ["in_doubt", "pending"])
  })

  it("nothing is sent by anybody before the hold on payouts is lifted and each is sent again (O10, O16)", function* (script) {
    const desk = yield* Review
    const { runOnce: sweep } = yield* Worker
    yield* intend("a", "b")
    yield* restored
    const [pause] = yield* (yield* SharedState).pauses()
    assert.deepStrictEqual([pause?.scope, pause?.by, pause?.reason], ["payouts", "A colleague", "the disk was lost"])
    yield* TestClock.adjust("1 hour")
    const decide = Effect.fnUntraced(function* () {
      const { seq } = (yield* recordOf(payoutKey("a"))).payment
      const decision = {
        by: "A colleague",
        reason: "the service does not know it",
        evidence: "statement",
        asOf: seq,
      }
      return yield* desk.resolve(payoutKey("a"), { to: "send_again", ...decision })
    })
    const early = yield* Effect.flip(decide())
    assert.deepInclude(early, { because: "too_early" }, "a call may have left until the restoration")
    yield* TestClock.adjust("3 days")
    yield* decide()
    yield* sweep
    assert.strictEqual(script.seen.length, 0)
    yield* desk.resume("payouts")
    yield* sweepAfter("1 minute")
    yield* sweep
    assert.deepStrictEqual([yield* stateOf(payoutKey("a")), yield* stateOf(payoutKey("b"))], ["pending", "in_doubt"])
  })

  it("the hold is there before the first payment is looked at, so that no other process sends the rest", function* (script) {
    yield* intend("a")
    const order: Array<string> = []
    script.beforeStore = (step) =>
      Effect.sync(() => void order.push(`${step} ${[...script.cell.current.pauses.keys()].join()}`))
    yield* restored
    assert.strictEqual(order[0], "list payouts")
  })

  itUnder({ ...lenient, store: { pageSize: 1 } })(
    "a walk that broke off starts again, and counts all that must be compared (S20)",
    function* (script) {
      yield* intend("a", "b", "c")
      let saves = 0
      script.beforeStore = (step) =>
        step === "save" && ++saves === 2
          ? new StoreError({ operation: "save", cause: "the disk is full" })
          : Effect.void
      assert.strictEqual((yield* Effect.flip(restored))._tag, "StoreError")
      assert.strictEqual(yield* becomes("a"), "in_doubt")
      assert.deepStrictEqual(yield* restored, { payouts: 3, payins: 0, unreadable: [] })
      for (const id of ["a", "b", "c"]) assert.strictEqual(yield* becomes(id), "in_doubt")
    },
  )

  it("a payout that moves on at the same moment is taken as it is then", function* (script, { payouts }) {
    yield* intend("a", "b")
    const busy = { now: false }
    script.beforeStore = (step) => {
      if (step !== "save" || busy.now) return Effect.void
      busy.now = true
      return Effect.orDie(payouts.cancel(payoutKey("a"), "A colleague"))
    }
    assert.deepStrictEqual(yield* restored, { payouts: 1, payins: 0, unreadable: [] })
    assert.deepStrictEqual([yield* becomes("a"), yield* becomes("b")], ["cancelled", "in_doubt"])
  })

  itUnder({ ...lenient, store: { maxSaveTries: 3 } })(
    "a store in which everything keeps changing is reported, instead of walked for ever (S20)",
    function* (script) {
      yield* intend("a")
      script.beforeStore = (step) =>
        Effect.sync(() => {
          if (step !== "save") return
          changeRows(script, outrun)
        })
      assert.strictEqual((yield* Effect.flip(restored))._tag, "StoreError")
    },
  )

  itUnder({ ...lenient, store: { pageSize: 1 } })(
    "a walk meets every payment once, although some come back into the states that it stops (S20)",
    function* (script) {
      yield* intend("a", "b", "c")
      const before = script.cell.current.payments
      let saves = 0
      script.afterStore = (step) =>
        Effect.sync(() => {
          if (step !== "save") return
          saves++
          script.cell.current = { ...script.cell.current, payments: before }
        })
      let pages = 0
      script.beforeStore = (step) =>
        step === "list" && ++pages > 10 ? Effect.die(new Error("It walks for ever.")) : Effect.void
      assert.deepStrictEqual(yield* restored, { payouts: 3, payins: 0, unreadable: [] })
      assert.strictEqual(saves, 3)
    },
  )

  it("who says so must have a name and a reason", function* (script, { review: desk }) {
    const unnamed = yield* Effect.flip(desk.restored(" ", "the disk was lost"))
    const nothing = yield* Effect.flip(desk.restored("A colleague", ""))
    assert.deepStrictEqual(
      [unnamed, nothing].map((error) => (error._tag === "InvalidInput" ? error.field : error._tag)),
      ["by", "reason"],
    )
    assert.strictEqual(script.cell.current.pauses.size, 0)
  })
})
