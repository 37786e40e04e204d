/** Consumers that refuse: they are tried again, parked in the end, and delay only themselves. */
import { assert, describe } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts } from "@cauri/core"
import { blankConfirmRecord, CreationAnswer } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import {
  it,
  completed,
  flagsOf,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  scripted,
  stateOf,
  tagsOf,
  reconcileFor,
} from "./scripted.ts"
import { stubborn, inDoubt } from "./setups.ts"

describe("a consumer that refuses", () => {
  it("delays only itself: the others hear at once, and no confirm moves", function* (script) {
    const { consumer, received, state } = stubborn("stock")
    script.consumers.unshift(consumer)
    script.creations = [
      CreationAnswer.cases.no_answer.make({ cause: "contradictory", code: "", token: CreationToken.make("t") }),
    ]
    // A status outside the specification raises a flag while the payin is open.
    script.confirms.set("t", { ...blankConfirmRecord, unknownStatus: "reversed" })
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* reconcileFor("7 seconds")
    assert.deepStrictEqual(
      script.received.map((heard) => heard._tag === "flagged" && heard.detail.flag),
      ["unknown_status"],
    )
    const planned = (yield* recordOf(payinKey("order-1"))).tracking.actAt
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* recordOf(payinKey("order-1"))).tracking.actAt, planned)
    assert.deepStrictEqual(received, [])
    state.refuses = false
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(received, ["payin shop/order-1#4"])
    assert.strictEqual(script.received.length, 1)
  })

  it("is tried 20 times with growing waits, and then its event is parked and flagged", function* (script) {
    const { consumer, tries, received, state } = stubborn("stock")
    script.consumers.push(consumer)
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* reconcileFor("2 days")
    assert.strictEqual(tries.length, 40)
    assert.deepStrictEqual(yield* flagsOf(payinKey("order-1")), ["delivery_parked stock"])
    const waits = tries.slice(1, 20).map((at, index) => at - (tries[index] ?? 0))
    assert.deepStrictEqual(
      waits.slice(0, 7),
      [1, 5, 15, 60, 300, 1_800, 3_600].map((s) => s * 1_000),
    )
    assert.deepStrictEqual(
      script.received.map(({ _tag }) => _tag),
      ["completed", "flagged"],
    )
    // The next event finds it mended: it was left behind by two events only.
    state.refuses = false
    const { payment } = yield* recordOf(payinKey("order-1"))
    yield* (yield* Review).closeFlag(
      payinKey("order-1"),
      { kind: "delivery_parked", subject: "stock" },
      { by: "A colleague", reason: "the host is mended", asOf: payment.seq },
    )
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(received, [])
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "completed")
  })

  it("is flagged again for an event that it parks after a person closed the flag", function* (script, { review }) {
    const key = payoutKey("salary-1")
    const { consumer } = stubborn("stock")
    script.consumers.push(consumer)
    yield* inDoubt(script)
    yield* reconcileFor("2 days")
    assert.deepStrictEqual(yield* flagsOf(key), ["delivery_parked stock"])
    const seen = (yield* recordOf(key)).payment.seq
    const person = { by: "A colleague", reason: "the host is mended" }
    yield* review.closeFlag(key, { kind: "delivery_parked", subject: "stock" }, { ...person, asOf: seen })
    assert.deepStrictEqual(yield* flagsOf(key), [])
    yield* review.resolve(key, { to: "completed", ...person, evidence: "a receipt", asOf: seen + 1 })
    yield* TestClock.adjust("2 days")
    assert.deepStrictEqual(yield* flagsOf(key), ["delivery_parked stock"])
    assert.strictEqual((yield* tagsOf(key)).filter((tag) => tag === "flagged").length, 2)
  })

  it("does not make another one that stumbled wait for its own long backoff", function* (script) {
    const long = stubborn("stock")
    const short = stubborn("mail")
    short.state.refuses = false
    script.consumers.push(long.consumer, short.consumer)
    yield* inDoubt(script)
    yield* reconcile
    // The long one has waits of an hour by now.
    yield* TestClock.adjust("8 hours")
    const { payment } = yield* recordOf(payoutKey("salary-1"))
    short.state.refuses = true
    const decision = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: payment.seq }
    yield* (yield* Review).resolve(payoutKey("salary-1"), { to: "completed", ...decision })
    yield* TestClock.adjust("10 seconds")
    short.state.refuses = false
    // It gets the event 1, 6 and 21 seconds after its refusal; the long one an hour after, at the earliest.
    yield* TestClock.adjust("20 seconds")
    assert.deepStrictEqual(short.received, ["payout shop/salary-1#4", "payout shop/salary-1#5"])
  })

  it.gen("is named in the log with the event and the try, and with nothing else of the payment (S16)", function* () {
    const lines: Array<string> = []
    const collect = Logger.make<unknown, void>(({ message, logLevel }) => {
      lines.push(`${logLevel} ${String(message)}`)
    })
    yield* scripted((script) =>
      Effect.gen(function* () {
        script.consumers.splice(0, 1, stubborn("stock").consumer)
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", completed(500))
        yield* reconcileFor("7 seconds")
      }),
    ).pipe(Effect.provide(Logger.layer([collect])))
    assert.deepStrictEqual(lines, [
      "Warn The consumer stock refused the event payin shop/order-1#4 (try 1 of 20). It failed with an unnamed error; look in your own consumers and adapters for what threw it, or report it at https://github.com/cauri-dev/cauri/issues. It is delivered again in 1 s.",
      "Warn The consumer stock refused the event payin shop/order-1#4 (try 2 of 20). It failed with an unnamed error; look in your own consumers and adapters for what threw it, or report it at https://github.com/cauri-dev/cauri/issues. It is delivered again in 5 s.",
    ])
  })

  it.under({ delivery: { maxTries: 2 } })("moves no confirm when its event is parked", function* (script) {
    const { consumer } = stubborn("stock")
    script.consumers.splice(0, 1, consumer)
    script.confirms.set("token-1", { ...blankConfirmRecord, unknownStatus: "reversed" })
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* reconcileFor("31 seconds")
    const planned = (yield* recordOf(payoutKey("salary-1"))).tracking.actAt
    yield* TestClock.adjust("10 seconds")
    const { tracking } = yield* recordOf(payoutKey("salary-1"))
    assert.deepStrictEqual(yield* flagsOf(payoutKey("salary-1")), ["unknown_status reversed", "delivery_parked stock"])
    assert.strictEqual(tracking.actAt, planned)
  })
})
