/** Money that came twice: found from both sides, flagged once, with one draft of its refund that a person lets go. */
import { assert, describe } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type PayinInput, Review, PaymentId, Payins, Payouts, Policy, ProjectId, StoreError } from "@cauri/core"
import { blankConfirmRecord, noAnswer } from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import { DoubleCollections, refundDraftIds } from "../src/services/DoubleCollections.ts"
import {
  it,
  changeRows,
  completed,
  directPayin,
  flagsOf,
  forget,
  hostedPayin,
  outrun,
  overtake,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  scripted,
  stateOf,
  tagsOf,
  testPolicy,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { collectLines, spoil } from "./spoil.ts"
import { policyWith } from "./samples.ts"
import { sweepAfter } from "./setups.ts"

const redirectedPayin = (id: string, more: Partial<PayinInput>) => directPayin(id, "operator_redirect", more)

const fewTries = { store: { maxSaveTries: 4 } }
const first = payinKey("first")
const second = payinKey("second")
const draft = payoutKey("refund-second")
const words = { by: "A colleague", reason: "paid twice" }
const recheck = (key: ReturnType<typeof payinKey>) => Effect.flatMap(Review, (review) => review.recheck(key))
/** The first, and the second a second later. */
const recheckBoth = Effect.andThen(recheck(first), Effect.andThen(TestClock.adjust("1 second"), recheck(second)))
const release = (key = draft) =>
  Effect.gen(function* () {
    const { payment } = yield* recordOf(key)
    return yield* (yield* Review).release(key, { ...words, asOf: payment.seq })
  })
const code = Redacted.make("734512")
const long = (last: string) => PaymentId.make("x".repeat(63) + last)
const token = (text: string) => CreationToken.make(text)
const payouts = (script: Script) => [...script.cell.current.payments.keys()].filter((name) => name.startsWith("payout"))

const twoOfOneOrder = (script: Script) =>
  Effect.gen(function* () {
    const payins = yield* Payins
    yield* payins.create(pushPayin("first", { orderRef: "order-17" }))
    yield* payins.create(pushPayin("second", { orderRef: "order-17" }))
    script.confirms.set("token-1", completed(500))
    script.confirms.set("token-2", completed(500))
  })

const twice = (script: Script) =>
  Effect.gen(function* () {
    const payins = yield* Payins
    script.creations = [noAnswer("contradictory", "", token("a")), noAnswer("contradictory", "", token("b"))]
    yield* payins.create(directPayin("second", "sms_otp"))
    yield* payins.submitOtp(second, code)
    script.confirms.set("a", completed(500, { requestId: "one" }))
    script.confirms.set("b", completed(500, { requestId: "two" }))
  })

describe("two payins of one order (P21)", () => {
  it("the later one is flagged, and its refund is drafted: held, linked, and not sent", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheckBoth
    assert.deepStrictEqual(yield* flagsOf(first), [])
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection payin first"])
    const { payment } = yield* recordOf(draft)
    assert.deepStrictEqual({ ...payment.state }, { _tag: "held", because: "refund_draft" })
    const { content } = payment
    assert.strictEqual(content.amount, 500)
    assert.deepStrictEqual(content.kind === "payout" && [content.refundOf, String(content.phone)], [
      "second",
      "22670000001",
    ])
    assert.deepStrictEqual({ ...content.method }, { type: "mobile_money" })
    yield* reconcileFor("1 hour")
    assert.strictEqual(script.seen.length, 2)
    assert.strictEqual(yield* stateOf(draft), "held")
    assert.include(
      script.received.map(({ id }) => id),
      "payout shop/refund-second#2",
    )
  })

  it("found in the same moment from both sides, it is flagged once and drafted once", function* (script) {
    yield* twoOfOneOrder(script)
    script.beforeStore = () => Effect.yieldNow
    yield* Effect.all([recheck(first), recheck(second)], { concurrency: 2 })
    assert.deepStrictEqual(yield* flagsOf(first), [])
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection payin first"])
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-second"])
    assert.deepStrictEqual(yield* tagsOf(draft), ["intended", "held"])
  })

  it("the one that completed first is the order's payment, whichever was created first", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheck(second)
    yield* TestClock.adjust("1 second")
    yield* recheck(first)
    assert.deepStrictEqual(yield* flagsOf(first), ["double_collection payin second"])
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-first"])
  })

  it("completed in the same moment, the smaller id is the order's payment, whichever was created first", function* (script) {
    const payins = yield* Payins
    for (const id of ["c", "a", "d", "b"]) {
      yield* payins.create(pushPayin(id, { orderRef: "order-17" }))
      yield* TestClock.adjust("1 second")
    }
    for (const n of [1, 2, 3, 4]) script.confirms.set(`token-${n}`, completed(500))
    for (const id of ["a", "b", "c", "d"]) yield* recheck(payinKey(id))
    assert.deepStrictEqual(yield* flagsOf(payinKey("a")), [])
    for (const id of ["b", "c", "d"]) {
      assert.deepStrictEqual(yield* flagsOf(payinKey(id)), ["double_collection payin a"])
    }
  })

  it("three of one order: each later one is flagged against the first", function* (script) {
    yield* twoOfOneOrder(script)
    yield* (yield* Payins).create(pushPayin("third", { orderRef: "order-17" }))
    script.confirms.set("token-3", completed(500))
    for (const key of [first, second, payinKey("third")]) {
      yield* TestClock.adjust("1 second")
      yield* recheck(key)
    }
    assert.deepStrictEqual(yield* flagsOf(payinKey("third")), ["double_collection payin first"])
    assert.strictEqual(payouts(script).length, 2)
  })

  it("is found by a person's ruling too, and without an order there is nothing to find", function* (script) {
    const payins = yield* Payins
    script.creations = [noAnswer("timed_out")]
    yield* payins.create(pushPayin("first", { orderRef: "order-17" }))
    yield* payins.create(pushPayin("second", { orderRef: "order-17" }))
    yield* payins.create(pushPayin("other"))
    script.confirms.set("token-2", completed(500))
    script.confirms.set("token-3", completed(500))
    yield* recheck(second)
    yield* recheck(payinKey("other"))
    yield* TestClock.adjust("1 second")
    const { payment } = yield* recordOf(first)
    yield* (yield* Review).resolve(first, { ...words, to: "completed", evidence: "a receipt", asOf: payment.seq })
    assert.include(yield* flagsOf(first), "double_collection payin second")
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-first"])
    // The service has no question without a token, so the draft cannot go out, and its refusal says what can.
    const refusal = yield* Effect.flip(release(payoutKey("refund-first")))
    assert.include(refusal.message, "Cancel this one, and pay back with a payout of your own.")
  })

  it("is found by the next audit when the store failed in the moment of finding it", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheck(first)
    yield* TestClock.adjust("1 second")
    script.beforeStore = (step, query) =>
      step === "list" && query?.token === undefined
        ? Effect.fail(new StoreError({ operation: "test", cause: new Error("full") }))
        : Effect.void
    assert.strictEqual((yield* Effect.flip(recheck(second)))._tag, "StoreError")
    assert.strictEqual(yield* stateOf(second), "completed")
    script.beforeStore = () => Effect.void
    yield* sweepAfter("1 hour")
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection payin first"])
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-second"])
  })

  it.effect(
    "one that cannot be read is named and not repeated, and the others of its order are flagged (P21, S16)",
    () => {
      const { lines, logger } = collectLines()
      return scripted((script) =>
        Effect.gen(function* () {
          yield* twoOfOneOrder(script)
          yield* (yield* Payins).create(pushPayin("third", { orderRef: "order-17" }))
          script.confirms.set("token-3", completed(500))
          for (const key of [first, second]) {
            yield* recheck(key)
            yield* TestClock.adjust("1 second")
          }
          spoil(script, "first")
          yield* recheck(payinKey("third"))
          assert.deepStrictEqual(yield* flagsOf(payinKey("third")), ["double_collection payin second"])
          assert.deepStrictEqual(
            lines.filter((line) => line.includes("was skipped")),
            [
              "The payin shop/first was skipped: its order, which the payin shop/third completed too, may be paid twice without a flag. Look at both, and pay one back if so. Use a program as new as the one that wrote it.",
            ],
          )
          assert.notInclude(lines.join("\n"), "token-1")
        }),
      ).pipe(Effect.provide(logger))
    },
  )

  it("what is listed but is no completed payin counts for nothing, and what is gone meanwhile is left alone", function* (script) {
    yield* twoOfOneOrder(script)
    changeRows(script, (row) => (row.id === "first" ? { ...row, state: "completed" } : row))
    yield* recheck(second)
    assert.deepStrictEqual(yield* flagsOf(second), [])
    yield* TestClock.adjust("1 second")
    script.afterStore = (step, query) =>
      Effect.sync(() => {
        if (step !== "list" || query?.token !== undefined) return
        forget(script, "payin shop/first")
      })
    yield* recheck(first)
    assert.deepStrictEqual(payouts(script), [])
  })

  it("the flag is raised although the payin changes in the same moment", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheck(first)
    yield* TestClock.adjust("1 second")
    let saves = 0
    script.beforeStore = (step) =>
      Effect.sync(() => {
        if (step !== "save" || ++saves !== 2) return
        changeRows(script, outrun)
      })
    yield* recheck(second)
    assert.strictEqual(saves, 3)
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection payin first"])
  })
})

describe("an order in a crowd (P21)", () => {
  it.under({ store: { pageSize: 2 } })(
    "is found among more payins of its order than one page holds",
    function* (script) {
      for (const n of [1, 2, 3, 4]) {
        yield* (yield* Payins).create(pushPayin(`order-${n}`, { orderRef: "order-17" }))
        script.confirms.set(`token-${n}`, completed(500))
        yield* recheck(payinKey(`order-${n}`))
        yield* TestClock.adjust("1 second")
      }
      for (const n of [2, 3, 4]) {
        assert.deepStrictEqual(yield* flagsOf(payinKey(`order-${n}`)), ["double_collection payin order-1"])
      }
    },
  )

  it("counts for its own project only: another shop may number its orders alike", function* (script) {
    const shop = { name: "Kiosk", siteUrl: "https://kiosk.example" }
    yield* (yield* Payins).create(pushPayin("first", { orderRef: "order-17" }))
    yield* (yield* Payins).create(pushPayin("second", { orderRef: "order-17", project: "kiosk", shop }))
    script.confirms.set("token-1", completed(500))
    script.confirms.set("token-2", completed(500))
    yield* recheck(first)
    const other = { ...second, project: ProjectId.make("kiosk") }
    yield* recheck(other)
    assert.deepStrictEqual([...(yield* flagsOf(first)), ...(yield* flagsOf(other))], [])
  })
})

/** Three completed payins of one order, and a store in which no claim sees the two others. */
const unseen = (script: Script) =>
  Effect.gen(function* () {
    yield* twoOfOneOrder(script)
    yield* (yield* Payins).create(pushPayin("third", { orderRef: "order-17" }))
    script.confirms.set("token-3", completed(500))
    script.beforeStore = (step, query) =>
      step === "list" && query?.token === undefined
        ? Effect.fail(new StoreError({ operation: "test", cause: new Error("full") }))
        : Effect.void
    for (const key of [first, second, payinKey("third")]) {
      yield* TestClock.adjust("1 second")
      yield* Effect.flip(recheck(key))
    }
    script.beforeStore = () => Effect.void
  })

describe("looking again at completed payins of one order", () => {
  it("from the first finds every later one, and from a later one that one only", function* (script) {
    yield* unseen(script)
    yield* recheck(second)
    const flags = Effect.forEach([first, second, payinKey("third")], flagsOf, { concurrency: 1 })
    assert.deepStrictEqual(yield* flags, [[], ["double_collection payin first"], []])
    yield* recheck(first)
    assert.deepStrictEqual(yield* flags, [[], ["double_collection payin first"], ["double_collection payin first"]])
  })

  it("from a payout finds nothing, although it bears the id of a payin and neither belongs to an order", function* (script) {
    for (const id of ["first", "second"]) yield* (yield* Payins).create(pushPayin(id))
    yield* (yield* Payouts).create(payout("second"))
    for (const n of [1, 2]) script.confirms.set(`token-${n}`, completed(500))
    script.confirms.set("token-3", completed(700))
    for (const key of [first, second, payoutKey("second")]) yield* recheck(key)
    assert.strictEqual(yield* stateOf(payoutKey("second")), "completed")
    assert.deepStrictEqual(yield* flagsOf(second), [])
    assert.deepStrictEqual(payouts(script), ["payout shop/second"])
  })

  it.effect("saves nothing where the flag is there already", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* unseen(script)
        yield* recheck(first)
        const before = yield* recordOf(second)
        yield* (yield* DoubleCollections).look(yield* recordOf(first), [])
        assert.strictEqual((yield* recordOf(second)).version, before.version)
      }).pipe(Effect.provide(DoubleCollections.layer)),
    ),
  )

  it.effect("gives up after as many tries as the policy allows when others keep changing the payin", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          yield* unseen(script)
          const counted = overtake(script)
          const error = yield* Effect.flip((yield* DoubleCollections).look(yield* recordOf(second), []))
          assert.strictEqual(error._tag, "StoreError")
          assert.strictEqual(counted.saves, 4)
        }).pipe(
          Effect.provide(DoubleCollections.layer),
          Effect.provideService(Policy, policyWith(testPolicy, fewTries)),
        ),
      fewTries,
    ),
  )
})

describe("the draft of a refund", () => {
  for (const [name, more, amount] of [
    ["all of it", {}, 500],
    ["a smaller sum", { amount: 300 }, 300],
    ["a larger sum, but never more than the payin", { amount: 900 }, 500],
    ["an unknown sum: nothing is drafted", { amount: null }, null],
    ["nothing at all: nothing is drafted", { amount: 0 }, null],
  ] as const) {
    it(`of a second handle gives back what came by it: ${name}`, function* (script) {
      yield* twice(script)
      script.confirms.set("b", completed(500, { requestId: "two" }))
      script.confirms.set("a", completed(500, { requestId: "one", ...more }))
      yield* recheck(second)
      assert.include(yield* flagsOf(second), "double_collection attempt 1")
      const row = script.cell.current.payments.get("payout shop/refund-second")?.row
      assert.strictEqual(row?.amount ?? null, amount)
    })
  }

  it("is drafted by the next round when a person's decision found it first", function* (script) {
    yield* twice(script)
    script.beforeStore = (step) =>
      step === "insert" ? Effect.fail(new StoreError({ operation: "test", cause: new Error("full") })) : Effect.void
    yield* Effect.flip(recheck(second))
    script.beforeStore = () => Effect.void
    const { payment } = yield* recordOf(second)
    const flag = { kind: "external_id_mismatch", subject: "1" } as const
    yield* Effect.flip((yield* Review).closeFlag(second, flag, { ...words, asOf: payment.seq }))
    assert.deepStrictEqual(payouts(script), [])
    yield* recheck(second)
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-second"])
  })

  it("is not drafted over what a handle says that is no longer completed", function* (script) {
    yield* twice(script)
    script.confirms.set("a", completed(500, { requestId: "one", amount: null }))
    yield* recheck(second)
    script.confirms.set("a", completed(500, { requestId: "one", status: "pending" }))
    yield* recheck(second)
    assert.include(yield* flagsOf(second), "double_collection attempt 1")
    assert.deepStrictEqual(payouts(script), [])
  })

  for (const [whose, more] of [
    ["another person's", { description: "Salary" }],
    ["one that only reads like it", { description: "Refund of payin second" }],
  ] as const) {
    it(`is drafted under another id when a payout of the merchant's own has the first one: ${whose}`, function* (script) {
      yield* (yield* Payouts).create(payout("refund-second", { amount: 123, ...more }), { sendLater: true })
      yield* twoOfOneOrder(script)
      for (let n = 0; n < 2; n++) {
        yield* recheckBoth
      }
      const [own, other = "", ...others] = payouts(script)
      assert.deepStrictEqual([own, others], ["payout shop/refund-second", []])
      assert.match(other, /^payout shop\/refund2-[0-9a-f]+-second$/)
      const row = script.cell.current.payments.get(other)?.row
      assert.deepStrictEqual([row?.amount, row?.refundOf, row?.state], [500, "second", "held"])
    })
  }

  it("is not taken for made where the merchant gave a part of that payin back under the first id", function* (script) {
    yield* unseen(script)
    const own = payout("refund-second", { amount: 100, refundOf: "second", description: "One loaf was burnt" })
    yield* (yield* Payouts).create(own, { sendLater: true })
    yield* recheck(second)
    const [, other = ""] = payouts(script)
    assert.match(other, /^payout shop\/refund2-[0-9a-f]+-second$/)
    assert.strictEqual(script.cell.current.payments.get(other)?.row?.amount, 500)
  })

  it("is not made because the service invents a status that reads like a second payin (#80)", function* (script) {
    yield* (yield* Payins).create(pushPayin("second"))
    script.confirms.set("token-1", completed(500))
    yield* recheck(second)
    script.confirms.set("token-1", { ...blankConfirmRecord, unknownStatus: "payin first" })
    yield* recheck(second)
    assert.deepStrictEqual(yield* flagsOf(second), ["unknown_status payin first"])
    assert.deepStrictEqual(payouts(script), [])
  })

  it("gives all of a payin back whose order was paid twice, although a second handle of it brought less", function* (script) {
    const payins = yield* Payins
    const payment = { orderRef: "order-17" }
    script.creations = [noAnswer("contradictory", "", token("first"))]
    yield* payins.create(pushPayin("first", payment))
    script.creations = [noAnswer("contradictory", "", token("a")), noAnswer("contradictory", "", token("b"))]
    yield* payins.create(directPayin("second", "sms_otp", payment))
    yield* payins.submitOtp(second, code)
    script.confirms.set("first", completed(500))
    yield* recheck(first)
    yield* TestClock.adjust("1 second")
    script.confirms.set("b", completed(500, { requestId: "two" }))
    const less = completed(500, { requestId: "one", amount: 300 })
    script.beforeStore = (step) =>
      step === "insert" ? Effect.fail(new StoreError({ operation: "test", cause: new Error("full") })) : Effect.void
    // The disk is full while both are found, one after the other; the draft is made when there is room again.
    for (const says of [less, blankConfirmRecord]) {
      script.confirms.set("a", says)
      yield* Effect.flip(recheck(second))
    }
    assert.includeMembers(
      [...(yield* flagsOf(second))],
      ["double_collection attempt 1", "double_collection payin first"],
    )
    script.beforeStore = () => Effect.void
    script.confirms.set("a", less)
    yield* recheck(second)
    assert.deepStrictEqual(payouts(script), ["payout shop/refund-second"])
    assert.strictEqual(script.cell.current.payments.get("payout shop/refund-second")?.row?.amount, 500)
  })

  it("is given up when both ids are taken, which the log says; the flag stays for a person", function* (script) {
    const lines: Array<unknown> = []
    const collect = Logger.make<unknown, void>(({ message }) => void lines.push(message))
    for (const id of refundDraftIds(PaymentId.make("second"))) {
      yield* (yield* Payouts).create(payout(id, { amount: 123 }), { sendLater: true })
    }
    yield* twoOfOneOrder(script)
    yield* recheck(first)
    yield* TestClock.adjust("1 second")
    yield* Effect.provide(recheck(second), Logger.layer([collect]))
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection payin first"])
    assert.strictEqual(payouts(script).length, 2)
    assert.include(
      JSON.stringify(lines),
      "The refund of the payin shop/second was not drafted, because its ids are taken: pay back",
    )
  })

  it("goes out only when the service confirms both collections afresh", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheck(first)
    yield* recheck(second)
    script.confirms.set("token-1", { ...blankConfirmRecord, status: "not_completed" })
    const refusal = yield* Effect.flip(release())
    assert.include(refusal.message, "the service does not confirm both collections just now")
    assert.strictEqual(yield* stateOf(draft), "held")
    script.confirms.set("token-1", completed(500))
    yield* release()
    yield* sweepAfter("6 seconds")
    assert.deepStrictEqual([yield* stateOf(draft), script.seen.length], ["pending", 3])
  })

  it.under({ calls: { confirmRate: { perSecond: 0.000_01, burst: 2 }, callbackConfirmRate: null } })(
    "is not let go while there is no turn for a confirm, and says so",
    function* (script) {
      yield* twoOfOneOrder(script)
      yield* recheck(first)
      yield* recheck(second)
      const refusal = yield* Effect.flip(release())
      assert.include(refusal.message, "the service does not confirm both collections just now")
      assert.strictEqual(yield* stateOf(draft), "held")
    },
  )

  it("is not let go when one collection is not found, and stores what the service said of the others", function* (script) {
    yield* twoOfOneOrder(script)
    yield* recheck(first)
    yield* recheck(second)
    yield* TestClock.adjust("1 minute")
    script.confirms.set("token-1", CallFailure.cases.not_found.make({ code: "Code02" }))
    assert.strictEqual((yield* Effect.flip(release()))._tag, "DecisionRefused")
    assert.strictEqual((yield* recordOf(second)).tracking.lastConfirmAt, 60_000)
  })

  it("does not take a status that the service invented for the other collection", function* (script) {
    yield* twoOfOneOrder(script)
    script.confirms.set("token-2", { ...blankConfirmRecord, unknownStatus: "payin unexpected" })
    yield* recheck(second)
    assert.deepStrictEqual(yield* flagsOf(second), ["unknown_status payin unexpected"])
    script.confirms.set("token-2", completed(500))
    yield* recheckBoth
    yield* release()
    assert.strictEqual(yield* stateOf(draft), "intended")
  })

  it("goes to the wallet when the payin came from it", function* (script, { payins }) {
    yield* payins.create(pushPayin("first", { orderRef: "order-17" }))
    yield* payins.create(walletPayin("second", { orderRef: "order-17" }))
    yield* payins.submitOtp(second, code)
    script.confirms.set("token-1", completed(500))
    script.confirms.set("token-3", completed(500))
    yield* recheckBoth
    assert.deepStrictEqual(
      { ...(yield* recordOf(draft)).payment.content.method },
      {
        type: "wallet",
        funds: "keep_in_wallet",
      },
    )
  })

  for (const [made, payer, drafts] of [
    [hostedPayin, "22670000007", 1],
    [hostedPayin, null, 0],
    [redirectedPayin, "22670000001", 1],
    [redirectedPayin, null, 0],
  ] as const) {
    it(`of a ${made === hostedPayin ? "hosted" : "redirected"} payin goes to the payer that the confirm named: ${payer ?? "without one nothing is drafted"}`, function* (script) {
      const payins = yield* Payins
      yield* payins.create(pushPayin("first", { orderRef: "order-17" }))
      yield* payins.create(made("second", { orderRef: "order-17" }))
      script.confirms.set("token-1", completed(500))
      script.confirms.set("token-2", completed(500, { payer }))
      yield* recheckBoth
      const flags = (yield* flagsOf(second)).filter((flag) => flag !== "no_payment_url 1")
      assert.deepStrictEqual(flags, ["double_collection payin first"])
      assert.strictEqual(payouts(script).length, drafts)
      if (payer !== null) {
        const content = (yield* recordOf(draft)).payment.content
        assert.strictEqual(content.kind === "payout" && String(content.phone), payer)
      }
    })
  }

  it.effect("has an id of its own for every payin, also for the longest", () => {
    return Effect.sync(() => {
      assert.strictEqual(refundDraftIds(PaymentId.make("order-1"))[0], "refund-order-1")
      const ids = ["a", "b"].flatMap((last) => refundDraftIds(long(last)))
      assert.strictEqual(new Set(ids).size, 4)
      for (const id of ids) assert.isAtMost(id.length, 64)
    })
  })

  it("has the same id in every version of the library, or a refund would be drafted twice", () => {
    const fits = PaymentId.make("y".repeat(57))
    assert.strictEqual(refundDraftIds(fits)[0], `refund-${fits}`)
    assert.strictEqual(refundDraftIds(PaymentId.make("y".repeat(58)))[0], `refund-f46135b098aec81f-${"y".repeat(32)}`)
    assert.strictEqual(refundDraftIds(long("a"))[0], `refund-b96a71cbb56ddf3a-${"x".repeat(31)}a`)
  })
})

describe("two collections of one payin (P21)", () => {
  for (const [what, more] of [
    ["turn out to be one collection", { requestId: "one", operatorReference: "operator-7" }],
    ["name another payin", { requestId: "two", transactionId: "another" }],
  ] as const) {
    it(`lets no refund go when the records of both handles ${what} (#92, #93)`, function* (script) {
      yield* twice(script)
      yield* recheck(second)
      assert.deepStrictEqual(payouts(script), ["payout shop/refund-second"])
      script.confirms.set("a", completed(500, { requestId: "one", operatorReference: "operator-7" }))
      script.confirms.set("b", completed(500, more))
      assert.include((yield* Effect.flip(release())).message, "does not confirm both collections")
      assert.strictEqual(yield* stateOf(draft), "held")
    })
  }

  it("the second handle that completes is flagged, and the draft goes out when both are confirmed afresh", function* (script) {
    yield* twice(script)
    yield* recheck(second)
    assert.deepStrictEqual(yield* flagsOf(second), ["double_collection attempt 1"])
    assert.strictEqual(yield* stateOf(draft), "held")
    script.confirms.set("a", { ...blankConfirmRecord })
    assert.strictEqual((yield* Effect.flip(release()))._tag, "DecisionRefused")
    script.confirms.set("a", completed(500, { requestId: "one" }))
    yield* release()
    assert.strictEqual(yield* stateOf(draft), "intended")
  })

  it("two handles that the service calls by one name are one collection", function* (script) {
    yield* twice(script)
    script.confirms.set("a", completed(500, { requestId: "two" }))
    yield* recheck(second)
    assert.deepStrictEqual(yield* flagsOf(second), [])
    assert.deepStrictEqual(payouts(script), [])
  })

  it("a refund that a merchant sends is no draft and needs no second collection", function* (script) {
    yield* (yield* Payins).create(pushPayin("second"))
    script.confirms.set("token-1", completed(500))
    yield* recheck(second)
    const sent = yield* (yield* Payouts).create(payout("back", { amount: 500, refundOf: "second" }))
    assert.strictEqual(sent.payment.state._tag, "pending")
  })
})
