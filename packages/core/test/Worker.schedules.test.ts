/** When the service is asked: the waits of each rail as the specification of our schedules lists them, within their jitter. */
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Payins, Payouts, Worker } from "@cauri/core"
import {
  it,
  accepted,
  directPayin,
  hostedPayin,
  payinKey,
  payout,
  pushPayin,
  recordOf,
  type Script,
  stateOf,
  unlimited,
  walletPayin,
} from "./scripted.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const code = Redacted.make("734512")

/** The times at which a token was asked about, each compared with the wait before it, within a jitter of a fifth. */
const assertWaits = (script: Script, from: number, waits: ReadonlyArray<number>) => {
  const times = script.asked.map(({ at }) => at)
  assert.isAtLeast(times.length, waits.length)
  waits.forEach((wait, index) => {
    const waited = (times[index] ?? 0) - (index === 0 ? from : (times[index - 1] ?? 0))
    assert.isAtLeast(waited, Math.max(3 * second, wait * 0.8), `wait ${index}`)
    assert.isAtMost(waited, Math.max(3 * second, wait * 1.2), `wait ${index}`)
  })
}

/** Sweeps whenever something is due, without the sleeping loop's safety net, for tests of many days. */
const work = (until: number) =>
  Effect.gen(function* () {
    const { runOnce: sweep } = yield* Worker
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const { taken, nextDueAt } = yield* sweep
      if (taken > 0) continue
      if (nextDueAt === null || nextDueAt >= until) return yield* TestClock.adjust(until - now)
      yield* TestClock.adjust(Math.max(nextDueAt - now, 1))
    }
  })

const offsets = (script: Script, since: number) =>
  script.asked.filter(({ at }) => at > since).map(({ at }) => at - since)

describe("an open payin is asked about (P12 to P15, L1)", () => {
  const otpWaits = [3, 3, 5, 10, 20, 40, 60, 60, 60].map((s) => s * second)
  const hosted = [20, 30, 45, 67.5, 101.25, 120, 120, 120].map((s) => s * second)
  const rails = [
    {
      name: "USSD push",
      input: pushPayin("order-1"),
      waits: [5, 5, 10, 15, 20, 30, 45, 60, 60, 60].map((s) => s * second),
      deadline: 15 * minute,
    },
    {
      name: "guided USSD",
      input: directPayin("order-1", "guided_ussd"),
      waits: [15, 15, 30, 60, 120, 120].map((s) => s * second),
      deadline: 30 * minute,
    },
    { name: "USSD OTP", input: directPayin("order-1", "ussd_otp"), waits: otpWaits, deadline: 15 * minute },
    { name: "SMS OTP", input: directPayin("order-1", "sms_otp"), waits: otpWaits, deadline: 15 * minute },
    { name: "hosted", input: hostedPayin("order-1"), waits: hosted, deadline: 2 * hour },
    {
      name: "an operator's page",
      input: directPayin("order-1", "operator_redirect"),
      waits: hosted,
      deadline: 30 * minute,
    },
  ]
  for (const { name, input, waits, deadline } of rails) {
    it.under(unlimited)(`${name}: as its row says, and once more at its deadline (#121, #122)`, function* (script) {
      script.creations = [accepted(1, "https://pay.example/1")]
      yield* (yield* Payins).create(input, { otp: code })
      yield* work(deadline + minute)
      assertWaits(script, 0, waits)
      assert.strictEqual(yield* stateOf(payinKey("order-1")), "expired")
      const last = script.asked.at(-1)?.at ?? 0
      assert.isAtLeast(last, deadline)
      assert.isAtMost(last, deadline + 3 * second)
    })
  }

  it.under(unlimited)(
    "wallet: from the answer of its last call, and not before there is something to ask (#170)",
    function* (script, { payins }) {
      yield* payins.create(walletPayin("order-1"))
      yield* work(2 * minute)
      assert.strictEqual(script.asked.length, 0)
      yield* payins.submitOtp(payinKey("order-1"), code)
      yield* work(10 * minute)
      assertWaits(script, 2 * minute, otpWaits)
    },
  )
})

describe("an open payout is asked about", () => {
  it.under(unlimited)(
    "wallet: 3 s, 3, 5, 15, 60 s, 5 m, 30 m, then hourly, and at its level of 2 minutes (O13)",
    function* (script) {
      yield* (yield* Payouts).create(payout("salary-1", { method: { type: "wallet", funds: "keep_in_wallet" } }))
      yield* work(6 * hour)
      assertWaits(
        script,
        0,
        [3, 3, 5, 15, 60].map((s) => s * second),
      )
      // The confirm at the level of two minutes stands between the last two waits.
      const level = script.asked.findIndex(({ at }) => at >= 2 * minute)
      assert.strictEqual(script.asked[level]?.at, 2 * minute)
      const later = script.asked.slice(level + 1).map(({ at }) => at)
      assert.isAtMost(later.length, 8)
    },
  )
})

describe("a closed payment is listened for (L2)", () => {
  it.under(unlimited)("an expired payin at 15 m, 1 h, 6 h, 23 h, 72 h and 7 d, and then no more", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"))
    yield* work(16 * minute)
    const since = script.asked.at(-1)?.at ?? 0
    yield* work(30 * day)
    assert.deepStrictEqual(offsets(script, since), [15 * minute, hour, 6 * hour, 23 * hour, 72 * hour, 7 * day])
    assert.strictEqual((yield* recordOf(payinKey("order-1"))).tracking.actAt, null)
  })
})
