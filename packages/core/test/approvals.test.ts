/** Four eyes: decisions that one person requests and another approves, and that no one takes alone. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Payouts, Review } from "@cauri/core"
import { noAnswer, notSent, SharedState } from "@cauri/core/adapter"
import { approvalOf, CallFailure, decisionOutcomesFor, needsSecondPerson } from "@cauri/core/model"
import {
  it as itAlone,
  itUnder,
  code00,
  completed,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  scripted,
  stateOf,
  policyOf,
  tokenNumber,
  turnedAway,
} from "./scripted.ts"
import { policyWith } from "./samples.ts"
import { inDoubt, ring, whyNot, sweepAfter } from "./setups.ts"

const key = payoutKey("salary-1")
const approvals = { payoutsAbove: 600, afterRestore: true, approvers: ["Awa Exemple", "Issa"] }
const strict = { approvals }
const asked = { by: "A colleague", reason: "the salaries of May" }

/** Tests in a shop whose policy asks for two people. */
const it = itUnder(strict)

const approvalOn = Effect.map(recordOf(key), (record) => approvalOf(record, policyOf(strict)))

/** Requests a decision about the payout as it is stored. */
const request = (decision: "release" | "send_again" = "release", more: Partial<typeof asked> = {}) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(key)
    const evidence = decision === "send_again" ? { evidence: "letter 7" } : {}
    return yield* (yield* Review).request(key, { ...asked, ...more, decision, ...evidence, asOf: payment.seq })
  })

/** Approves what is requested, as it is shown now. */
const approve = (by = "Awa Exemple", more: { readonly asOf?: number; readonly digest?: string } = {}) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(key)
    const digest = (yield* approvalOn)?.digest ?? ""
    return yield* (yield* Review).approve(key, { by, asOf: payment.seq, digest, ...more })
  })

const because = <A, E, R>(decision: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(decision), (error) =>
    typeof error === "object" && error !== null && "because" in error ? error.because : error,
  )

const create = Effect.flatMap(Payouts, (payouts) => payouts.create(payout("salary-1")))
const tags = (script: Script) =>
  (script.cell.current.payments.get("payout shop/salary-1")?.events ?? []).map(({ tag }) => tag)

/** A payout that two people let go. */
const letGo = Effect.andThen(create, Effect.andThen(request(), approve()))

/** A payout that two people let go, and that is held again because no call of it left. */
const heldAgain = (script: Script) =>
  Effect.gen(function* () {
    yield* letGo
    const away = notSent("connection_refused")
    script.creations = [away, away, away]
    for (const wait of ["6 seconds", "1 minute", "2 minutes"] as const) {
      yield* sweepAfter(wait)
    }
    assert.deepStrictEqual({ ...(yield* recordOf(key)).payment.state }, { _tag: "held", because: "attempts" })
  })

describe("a payout above the amount of the policy", () => {
  it("is held when it is created, and no program sends it (O2)", function* (script) {
    const created = yield* create
    assert.deepStrictEqual({ ...created.payment.state }, { _tag: "held", because: "needs_approval" })
    assert.deepStrictEqual(whyNot(created.notNow), ["held", null])
    yield* (yield* Payouts).send(key)
    yield* sweepAfter("1 hour")
    assert.deepStrictEqual(script.seen, [])
  })

  itAlone.gen("goes as before at the amount itself, and where the policy names none", function* () {
    const states = ["pending", "pending"]
    const policies = [{ approvals: { ...approvals, payoutsAbove: 700 } }, { approvals: { payoutsAbove: null } }]
    for (const policy of policies)
      assert.strictEqual(yield* scripted(() => Effect.andThen(create, stateOf(key)), policy), states.pop())
  })

  it("is not released by one person alone (O3)", function* (script) {
    const { payment } = yield* create
    const alone = (yield* Review).release(key, { ...asked, by: "Awa Exemple", asOf: payment.seq })
    assert.strictEqual(yield* because(alone), "needs_second_person")
    assert.deepStrictEqual(tags(script), ["intended", "held"])
  })

  it("is released by a request and an approval, and then sent once (O3, O18)", function* (script) {
    yield* create
    yield* request()
    assert.strictEqual(yield* stateOf(key), "held")
    assert.deepInclude(yield* approvalOn, { decision: "release", ...asked, evidence: "", isVoid: false })
    const { payment } = yield* approve(" awa exemple ")
    assert.strictEqual(payment.state._tag, "intended")
    const line = script.cell.current.payments.get("payout shop/salary-1")?.events.at(-1)?.body ?? ""
    for (const part of ['"by":"A colleague"', '"approvedBy":" awa exemple "', asked.reason]) assert.include(line, part)
    yield* sweepAfter("6 seconds")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["pending", 1])
  })

  it("may be cancelled by one person", function* () {
    yield* create
    assert.strictEqual((yield* (yield* Payouts).cancel(key, "A colleague")).payment.state._tag, "cancelled")
  })

  itAlone.gen(
    "is held before its call when the amount was lowered since, or another program stored it (O2)",
    function* () {
      const { cell } = yield* scripted((script) =>
        Effect.as(
          Effect.flatMap(Payouts, (payouts) => payouts.create(payout("salary-1"), { sendLater: true })),
          script,
        ),
      )
      yield* scripted(
        (script) =>
          Effect.gen(function* () {
            script.cell.current = cell.current
            yield* sweepAfter("6 seconds")
            assert.deepStrictEqual(
              { ...(yield* recordOf(key)).payment.state },
              { _tag: "held", because: "needs_approval" },
            )
            assert.deepStrictEqual(script.seen, [])
          }),
        strict,
      )
    },
  )

  it("that two people let go is retried without them, and needs both again once it is held", function* (script) {
    yield* letGo
    script.creations = [turnedAway(CallFailure.cases.balance_too_low.make({ code: "Code04" }))]
    yield* sweepAfter("6 seconds")
    yield* sweepAfter("16 minutes")
    assert.strictEqual(script.seen.length, 2)
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("that waited too long after its release needs both people again", function* () {
    yield* letGo
    yield* (yield* Review).pause("project/shop", "A colleague", "counting")
    yield* sweepAfter("2 days")
    const { payment } = yield* recordOf(key)
    assert.deepStrictEqual({ ...payment.state }, { _tag: "held", because: "stale" })
    const alone = (yield* Review).release(key, { ...asked, asOf: payment.seq })
    assert.strictEqual(yield* because(alone), "needs_second_person")
  })
})

describe("a request", () => {
  itAlone.gen("is refused where only its own person could approve it", function* () {
    for (const approvers of [[], ["A  COLLEAGUE "]]) {
      const refusal = yield* scripted(() => Effect.andThen(create, Effect.flip(request())), {
        approvals: { ...approvals, approvers },
      })
      assert.include(refusal.message, "names no second person who could approve it")
    }
  })

  it("is refused where one person is enough, and where the state allows no such decision", function* () {
    yield* (yield* Payouts).create(payout("small-1", { amount: 600 }))
    yield* (yield* Payouts).create(payout("small-2", { amount: 600 }))
    const ask = (id: string, asOf: number, decision: "release" | "send_again" = "release") =>
      Effect.flatMap(Review, (review) =>
        review.request(payoutKey(id), { ...asked, decision, evidence: "letter 7", asOf }),
      )
    assert.strictEqual(yield* because(ask("small-2", 2)), "one_is_enough")
    assert.strictEqual(yield* because(ask("small-1", 3)), "wrong_state")
    yield* create
    assert.strictEqual(yield* because(request("send_again")), "wrong_state")
    yield* (yield* Payins).create(pushPayin("order-1"))
    const payin = (yield* Review).request(payinKey("order-1"), { ...asked, decision: "release", asOf: 3 })
    assert.strictEqual(yield* because(payin), "wrong_state")
  })

  it("to send again is not approved before the service was asked by our id, nor once it knows a token", function* (script) {
    yield* letGo
    script.lookUps = new Map([[1, CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })]])
    script.creations = [noAnswer("timed_out")]
    yield* sweepAfter("6 seconds")
    yield* TestClock.adjust("80 hours")
    yield* request("send_again")
    assert.strictEqual(yield* because(approve()), "cannot_ask")
    script.lookUps.set(1, tokenNumber(1))
    assert.strictEqual(yield* because(approve()), "changed")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["pending", 1])
  })

  it("needs a name, a reason, and evidence to send again", function* (_, { review }) {
    yield* create
    assert.strictEqual(yield* because(request("release", { by: " " })), "needs_reason")
    assert.strictEqual(yield* because(request("release", { reason: "" })), "needs_reason")
    const bare = review.request(key, { ...asked, decision: "send_again", asOf: 2 })
    assert.strictEqual(yield* because(bare), "needs_evidence")
    assert.strictEqual(yield* because(review.approve(key, { by: "", asOf: 2, digest: "" })), "needs_name")
    assert.strictEqual(yield* because(review.withdraw(key, { by: "", asOf: 2 })), "needs_name")
  })

  it("is refused while a callback is unread, and on what the person did not see", function* (script) {
    yield* heldAgain(script)
    const { payment } = yield* recordOf(key)
    const stale = (yield* Review).request(key, { ...asked, decision: "release", asOf: payment.seq - 1 })
    assert.strictEqual(yield* because(stale), "changed")
    yield* ring(key)
    assert.strictEqual(yield* because(request()), "unread_callback")
  })

  it("can be withdrawn once, by anyone, and then approved no more", function* (script) {
    yield* create
    const { payment } = yield* request()
    const { digest = "" } = (yield* approvalOn) ?? {}
    const withdrawn = yield* (yield* Review).withdraw(key, { by: "Issa", asOf: payment.seq })
    assert.isNull(yield* approvalOn)
    const { seq } = withdrawn.payment
    assert.strictEqual(yield* because(approve("Issa", { digest })), "wrong_state")
    assert.strictEqual(yield* because((yield* Review).withdraw(key, { by: "Issa", asOf: seq })), "wrong_state")
    assert.deepStrictEqual(tags(script).slice(2), ["approval_requested", "approval_withdrawn"])
  })

  it("gives way to a newer one", function* () {
    yield* create
    yield* request()
    yield* request("release", { by: "Awa Exemple", reason: "another reason" })
    assert.strictEqual((yield* approvalOn)?.by, "Awa Exemple")
    assert.strictEqual(yield* because(approve("Awa Exemple")), "same_person")
    assert.strictEqual((yield* approve("Issa")).payment.state._tag, "intended")
  })
})

describe("an approval", () => {
  it("is no one's who requested it, however the name is written", function* () {
    yield* create
    yield* request("release", { by: "AWA  Exemple" })
    for (const name of ["Awa Exemple", "awa exemple", "  AWA EXEMPLE", "Awa\u200B Exemple", "Awa\u00A0Exemple"]) {
      assert.strictEqual(yield* because(approve(name)), "same_person", name)
    }
    yield* request("release", { by: "Zoé Exemple" })
    assert.strictEqual(yield* because(approve("Zoe\u0301 EXEMPLE")), "same_person")
  })

  it("is only that of a person whom the policy names", function* () {
    yield* create
    yield* request()
    assert.strictEqual(yield* because(approve("Another colleague")), "not_an_approver")
    assert.strictEqual(yield* stateOf(key), "held")
  })

  it("is void with another digest, after another event, and after a callback, read or not", function* (script) {
    yield* heldAgain(script)
    yield* request()
    assert.strictEqual(yield* because(approve("Issa", { digest: "another" })), "changed")
    const { digest = "" } = (yield* approvalOn) ?? {}
    const { payment } = yield* recordOf(key)
    yield* ring(key)
    assert.strictEqual(yield* because(approve("Issa", { digest })), "changed")
    assert.isTrue((yield* approvalOn)?.isVoid)
    yield* sweepAfter("1 minute")
    assert.strictEqual(yield* because(approve("Issa", { digest, asOf: payment.seq })), "changed")
    assert.strictEqual(yield* because(approve("Issa", { digest })), "wrong_state")
    assert.deepStrictEqual([yield* stateOf(key), script.seen.length], ["in_doubt", 3])
  })

  it("is void when a callback comes between its reading and its saving", function* (script) {
    yield* create
    yield* request()
    const { digest = "" } = (yield* approvalOn) ?? {}
    const { payment } = yield* recordOf(key)
    const racing = Effect.gen(function* () {
      const review = yield* Review
      script.beforeStore = (step) =>
        Effect.sync(() => {
          if (step !== "save") return
          script.beforeStore = () => Effect.void
          const stored = script.cell.current.payments.get("payout shop/salary-1")
          if (stored === undefined) return
          const row = {
            ...stored.row,
            newestNote: 1,
            notes: [{ attempt: 1, newest: 1 }],
            version: stored.row.version + 1,
          }
          script.cell.current = {
            ...script.cell.current,
            payments: new Map(script.cell.current.payments).set("payout shop/salary-1", { ...stored, row }),
          }
        })
      return yield* review.approve(key, { by: "Issa", asOf: payment.seq, digest })
    })
    assert.strictEqual(yield* because(racing), "changed")
    assert.strictEqual(yield* stateOf(key), "held")
  })

  itAlone.gen("is void once the policy's approvals are others", function* () {
    const { cell, digest } = yield* scripted(
      ({ cell }) =>
        Effect.gen(function* () {
          yield* create
          yield* request()
          return { cell, digest: (yield* approvalOn)?.digest ?? "" }
        }),
      strict,
    )
    const other = { approvals: { ...approvals, approvers: ["Awa Exemple", "Issa", "A third"] } }
    const refused = yield* scripted(
      (script) =>
        Effect.suspend(() => {
          script.cell.current = cell.current
          return because(approve("Issa", { digest }))
        }),
      other,
    )
    assert.strictEqual(refused, "changed")
  })

  it("shows no number in full, and cannot be mistaken for that of another payment", function* () {
    yield* create
    yield* request()
    const { digest = "" } = (yield* approvalOn) ?? {}
    assert.notInclude(digest, payout("salary-1").phone)
    assert.include(digest, "payout shop/salary-1")
  })
})

describe("sending again a payout in doubt above the amount (O10)", () => {
  it("needs two people, and the evidence of the first stays with the decision", function* (script) {
    yield* letGo
    script.creations = [noAnswer("timed_out")]
    yield* sweepAfter("6 seconds")
    assert.strictEqual(yield* stateOf(key), "in_doubt")
    assert.strictEqual(yield* because(request("send_again")), "too_early")
    yield* TestClock.adjust("72 hours")
    const { payment } = yield* recordOf(key)
    const resolution = { ...asked, to: "send_again", evidence: "letter 7", asOf: payment.seq } as const
    assert.strictEqual(yield* because((yield* Review).resolve(key, resolution)), "needs_second_person")
    assert.strictEqual(yield* because(request("release")), "wrong_state")
    yield* request("send_again")
    const now = yield* Clock.currentTimeMillis
    assert.deepStrictEqual(decisionOutcomesFor(yield* recordOf(key), now, policyOf(strict)), [
      "completed",
      "not_completed",
    ])
    yield* approve("Issa")
    assert.strictEqual(yield* stateOf(key), "intended")
    const line = script.cell.current.payments.get("payout shop/salary-1")?.events.at(-1)?.body ?? ""
    for (const part of ["letter 7", '"approvedBy":"Issa"', '"to":"intended"']) assert.include(line, part)
    yield* sweepAfter("1 minute")
    assert.strictEqual(script.seen.length, 2)
  })

  it("is not approved once it may have been executed", function* (script) {
    yield* inDoubt(script)
    assert.strictEqual(yield* stateOf(key), "held")
  })

  it("and what became of the money is decided by one person", function* (script) {
    yield* letGo
    script.creations = [noAnswer("timed_out")]
    yield* sweepAfter("6 seconds")
    const { payment } = yield* recordOf(key)
    const resolution = { ...asked, to: "completed", evidence: "letter 7", asOf: payment.seq } as const
    assert.strictEqual((yield* (yield* Review).resolve(key, resolution)).payment.state._tag, "completed")
  })
})

it("a refund draft above the amount is confirmed again at its approval", function* (script, { review }) {
  for (const id of ["order-1", "order-2"]) {
    yield* (yield* Payins).create(pushPayin(id, { amount: 700, orderRef: "order/1" }))
  }
  for (const n of [1, 2]) script.confirms.set(`token-${n}`, completed(700))
  for (const id of ["order-1", "order-2"]) yield* (yield* Review).recheck(payinKey(id))
  const refund = payoutKey("refund-order-2")
  const { payment } = yield* recordOf(refund)
  assert.deepStrictEqual({ ...payment.state }, { _tag: "held", because: "refund_draft" })
  const after = yield* review.request(refund, { ...asked, decision: "release", asOf: payment.seq })
  const shown = approvalOf(after, policyOf(strict))
  const approval = { by: "Issa", asOf: after.payment.seq, digest: shown?.digest ?? "" }
  script.confirms.delete("token-1")
  assert.strictEqual(yield* because(review.approve(refund, approval)), "not_both_collected")
  script.confirms.set("token-1", completed(700))
  assert.strictEqual((yield* review.approve(refund, approval)).payment.state._tag, "intended")
})

describe("after a restore", () => {
  const again = { to: "send_again", evidence: "none" } as const
  const small = { approvals: { ...approvals, payoutsAbove: null, statementAfterRestore: false } }
  itUnder(small)("a payout of any amount is sent again by two people", function* (_, { review }) {
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* (yield* Review).restored("A colleague", "backup of 3 May")
    yield* TestClock.adjust("3 days")
    const { payment } = yield* recordOf(key)
    const alone = (yield* Review).resolve(key, { ...asked, ...again, asOf: payment.seq })
    assert.strictEqual(yield* because(alone), "needs_second_person")
    const after = yield* review.request(key, {
      ...asked,
      evidence: "none",
      decision: "send_again",
      asOf: payment.seq,
    })
    const digest = approvalOf(after, policyOf(small))?.digest ?? ""
    yield* review.approve(key, { by: "Issa", asOf: after.payment.seq, digest })
    assert.strictEqual(yield* stateOf(key), "intended")
  })

  itUnder({ approvals: { statementAfterRestore: false } })(
    "one person is enough where the policy does not ask for two",
    function* () {
      yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
      yield* (yield* Review).restored("A colleague", "backup of 3 May")
      yield* TestClock.adjust("3 days")
      const { payment } = yield* recordOf(key)
      assert.isFalse(needsSecondPerson(payment, "send_again", policyWith()))
      yield* (yield* Review).resolve(key, { ...asked, ...again, asOf: payment.seq })
      assert.isTrue(yield* (yield* Review).resume("payouts"))
    },
  )
})

describe("resuming", () => {
  it("takes one person, also after a restore and after denied credentials", function* (script, { review }) {
    yield* review.restored("A colleague", "backup of 3 May")
    assert.isTrue(yield* review.resume("payouts"))
    script.creations = [turnedAway(code00)]
    yield* (yield* Payouts).create(payout("small-1", { amount: 600 }))
    assert.isTrue(yield* review.resume("project/shop"))
    assert.deepStrictEqual(yield* (yield* SharedState).pauses(), [])
  })

  it("ends only the pause that was seen", function* (_, { review }) {
    const pause = yield* review.pause("project/shop", "A colleague", "counting")
    assert.isFalse(yield* review.resume("project/shop", { seen: { by: "Another", since: pause.since } }))
    assert.isTrue(yield* review.resume("project/shop", { seen: pause }))
  })
})
