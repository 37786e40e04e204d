/** Open payouts that were created all through a day, and that nobody has confirmed since: what an outage leaves behind. */
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore, Payouts } from "@cauri/core"
import { issuedTokensOf } from "@cauri/core/model"
import { payout } from "./payments.ts"

/** Creates so many payouts, evenly through this time, and gives their tokens in the order of their age. */
export const pileUp = Effect.fnUntraced(function* (count: number, day: number) {
  const payouts = yield* Payouts
  const store = yield* PaymentStore
  const tokens: Array<string> = []
  for (let index = 0; index < count; index++) {
    yield* TestClock.setTime(Math.floor((day * index) / count))
    const {
      payment: { key },
    } = yield* payouts.create(payout(`wage-${index}`, `226${String(60_000_000 + index)}`))
    const record = yield* Effect.fromNullishOr(yield* store.find(key))
    for (const { token } of issuedTokensOf(record.payment.attempts)) tokens.push(token)
  }
  return tokens
})
