/** A service that can be asked by our id: a payment in doubt asks it before a person is called (rows P23 and O19). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Payouts, Review } from "@cauri/core"
import { type CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure, CreationToken } from "@cauri/core/model"
import {
  completed,
  flagsOf,
  it,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  stateOf,
  tagsOf,
} from "./scripted.ts"
import { ring } from "./setups.ts"

const token = CreationToken.make("found-1")
const salary = payoutKey("salary-1")
const order = payinKey("order-1")
const lost = noAnswer("timed_out")
const down = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })

describe("a payment in doubt, at a service that can be asked by our id", () => {
  it.run(
    "gets the token that the service knows, is pending, and is confirmed like any other (O19)",
    function* (script) {
      script.creations = [lost]
      script.lookUps = [token]
      const { payment } = yield* (yield* Payouts).create(payout("salary-1"))
      assert.strictEqual(payment.state._tag, "pending")
      assert.deepStrictEqual(script.lookedUp, [["payout", 1]])
      script.confirms.set(token, completed(700))
      yield* reconcile
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* stateOf(salary), "completed")
      assert.strictEqual(script.seen.length, 1)
    },
  )

  it.run("leaves no flag behind, and no address that the customer left long ago (P23)", function* (script) {
    script.creations = [lost]
    script.lookUps = [token]
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.deepStrictEqual(yield* flagsOf(order), [])
    assert.deepStrictEqual(yield* tagsOf(order), [
      "intended",
      "attempt_started",
      "attempt_unanswered",
      "in_doubt",
      "flagged",
      "answered_late",
      "flag_closed",
    ])
    const [attempt] = (yield* recordOf(order)).payment.attempts
    assert.deepStrictEqual<unknown>(attempt?.outcome, { _tag: "accepted", token, url: null })
  })

  it.run(
    "stays in doubt where the service knows none or does not answer, and asks again at a callback",
    function* (script) {
      script.creations = [lost, lost]
      script.lookUps = [null, down, Effect.die("a gateway of others"), token]
      yield* (yield* Payouts).create(payout("salary-1"))
      yield* (yield* Payins).create(pushPayin("order-1"))
      assert.deepStrictEqual([yield* stateOf(salary), yield* stateOf(order)], ["in_doubt", "in_doubt"])
      yield* (yield* Review).recheck(order)
      assert.strictEqual(yield* stateOf(order), "in_doubt")
      yield* ring(salary)
      yield* reconcile
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* stateOf(salary), "pending")
    },
  )

  it.run("is not asked about while its call is answered, refused or known not to have left", function* (script) {
    const answers: ReadonlyArray<CreationAnswer> = [{ _tag: "not_sent", cause: "connection_refused" }]
    script.lookUps = []
    script.creations = [...answers]
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.deepStrictEqual(script.lookedUp, [])
  })
})
