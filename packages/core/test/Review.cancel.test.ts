/** A person takes a payment back that was never sent: on what that person saw, as every other decision (P3, O15). */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts, PaymentStore } from "@cauri/core"
import { it, flagsOf, payinKey, payout, payoutKey, pushPayin, recordOf, type Script, stateOf } from "./scripted.ts"
import { inDoubt, ring, rule, sweep, why, words } from "./setups.ts"

const executed = payoutKey("salary-1")
const held = payoutKey("salary-2")

const withTwin = Effect.gen(function* () {
  yield* (yield* Payouts).create(payout("salary-1"))
  yield* (yield* Payouts).create(payout("salary-2"))
  return (yield* recordOf(held)).payment.seq
})

const unread = "a callback came for it and was not read yet; look again in a moment"

/** A payout that a person had sent again, because its call with the lost answer had "not been executed". */
const sentAgain = (script: Script) =>
  Effect.gen(function* () {
    yield* inDoubt(script)
    yield* TestClock.adjust("3 days")
    const { payment } = yield* rule(executed, "send_again")
    return payment.seq
  })

describe("a person's cancellation", () => {
  it("takes a payout back that is held, and a payin that was not sent (P3, O15)", function* (_, { review }) {
    const asOf = yield* withTwin
    const { payment } = yield* review.cancel(held, { by: "A colleague", asOf })
    assert.deepInclude({ ...payment.state }, { _tag: "cancelled" })
    const order = payinKey("order-1")
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    yield* review.cancel(order, { by: "A colleague", asOf: 1 })
    assert.strictEqual(yield* stateOf(order), "cancelled")
    const entries = yield* (yield* PaymentStore).history({ key: held, after: asOf, limit: 1 })
    assert.deepInclude({ ...entries[0]?.event }, { _tag: "cancelled", because: "asked", by: "A colleague" })
  })

  it("is refused when something has happened since the person looked, even just before the write", function* (script) {
    const asOf = yield* withTwin
    const review = yield* Review
    const stale = "it has changed since you looked; look again."
    assert.include(yield* why(review.cancel(held, { by: "A colleague", asOf: asOf - 1 })), stale)
    // Another person releases it between our look and our write.
    let first = true
    script.beforeStore = (step) =>
      Effect.suspend(() => {
        if (step !== "save" || !first) return Effect.void
        first = false
        return Effect.orDie(review.release(held, { ...words, asOf }))
      })
    assert.include(yield* why(review.cancel(held, { by: "A colleague", asOf })), stale)
    assert.notStrictEqual(yield* stateOf(held), "cancelled")
  })

  it("and a merchant's are refused past a callback that was not read, which proves an execution (O9, O15, #205)", function* (script) {
    const asOf = yield* sentAgain(script)
    yield* ring(executed)
    assert.include(yield* why((yield* Review).cancel(executed, { by: "A colleague", asOf })), unread)
    assert.include(yield* why((yield* Payouts).cancel(executed, "the shop")), unread)
    yield* sweep
    assert.strictEqual(yield* stateOf(executed), "in_doubt")
  })

  it("and a merchant's are refused past a callback that comes just before the write (O9, O15, #205)", function* (script) {
    const asOf = yield* sentAgain(script)
    const before = script.cell.current
    const store = yield* PaymentStore
    const note = { key: executed, attempt: 1, fingerprint: "one", receivedAt: 0, body: null }
    const hurried = <A, E extends { readonly message: string }, R>(cancel: Effect.Effect<A, E, R>) => {
      script.cell.current = before
      script.beforeStore = (step) => (step === "save" ? Effect.asVoid(store.noteCallback(note)) : Effect.void)
      return why(cancel)
    }
    assert.include(yield* hurried((yield* Review).cancel(executed, { by: "A colleague", asOf })), unread)
    assert.include(yield* hurried((yield* Payouts).cancel(executed, "the shop")), unread)
  })

  it("needs a name, and nothing that was sent is taken back", function* (_, { review }) {
    const asOf = yield* withTwin
    assert.include(yield* why(review.cancel(held, { by: " ", asOf })), "it needs the name")
    const sent = payoutKey("salary-1")
    const { payment } = yield* recordOf(sent)
    const refusal = yield* Effect.flip(review.cancel(sent, { by: "A colleague", asOf: payment.seq }))
    assert.strictEqual(refusal._tag, "DecisionRefused")
    assert.deepStrictEqual(yield* flagsOf(sent), [])
  })
})
