/**
 * A crash, a store error or a hanging step at every single step of a payment's life, one after the other: afterwards everything
 * heals, the reconciler works until it is quiet, and what the store says is compared with what the gateway executed.
 */
import { assert, describe } from "@effect/vitest"
import { Effect, Equal, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { type DeliveredEvent, type PaymentKey, Payins, Payouts, PaymentStore, StoreError } from "@cauri/core"
import { issuedTokensOf, openFlags, fold } from "@cauri/core/model"
import {
  it,
  completed,
  directPayin,
  hostedPayin,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  recordOf,
  type Script,
  scripted,
  tokenNumber,
  waitingOf,
  unlimited,
  walletPayin,
  reconcileFor,
} from "./scripted.ts"
import { policyWith } from "./samples.ts"

/** Without rates, and without waking when nothing is due: two days pass quickly. */
const quiet = policyWith(unlimited, { worker: { sleep: 24 * 3_600_000 } })

const fails = new StoreError({ operation: "test", cause: new Error("the store is away") })

/** How a step goes wrong, before it takes effect or after. */
const troubles = {
  "fails before it happened": { when: "before", how: Effect.fail(fails), length: 1 },
  "fails after it happened": { when: "after", how: Effect.fail(fails), length: 1 },
  "fails for a while": { when: "before", how: Effect.fail(fails), length: 6 },
  "breaks before it happened": { when: "before", how: Effect.die(new Error("a bug")), length: 1 },
  "never comes back": { when: "before", how: Effect.never, length: 1 },
  "happened and never comes back": { when: "after", how: Effect.never, length: 1 },
} as const

interface Trouble {
  readonly when: "before" | "after"
  readonly how: Effect.Effect<void, StoreError>
  readonly length: number
}

/** Lets steps n, n + 1, … of the store go wrong, and counts all of them. */
const spoil = (script: Script, trouble: Trouble, from: number) => {
  const count = { steps: 0, spoilt: 0 }
  const here = () => count.steps >= from && count.steps < from + trouble.length
  const go = Effect.suspend(() => {
    if (!here()) return Effect.void
    count.spoilt++
    return trouble.how
  })
  script.beforeStore = () =>
    Effect.suspend(() => {
      count.steps++
      return trouble.when === "before" ? go : Effect.void
    })
  script.afterStore = () => (trouble.when === "after" ? go : Effect.void)
  return count
}

const heal = (script: Script) => {
  script.beforeStore = () => Effect.void
  script.afterStore = () => Effect.void
}

interface Life {
  readonly key: PaymentKey
  readonly amount: number
  readonly begin: Effect.Effect<unknown, unknown, Payins | Payouts>
  /** Creations that the customer or the merchant may cause at most. */
  readonly calls: number
}

const otp = Redacted.make("1234")
const lives: Readonly<Record<string, Life>> = {
  "a push payin": {
    key: payinKey("order-1"),
    amount: 500,
    begin: Effect.flatMap(Payins, (payins) => payins.create(pushPayin("order-1"))),
    calls: 1,
  },
  "a hosted payin": {
    key: payinKey("order-1"),
    amount: 500,
    begin: Effect.flatMap(Payins, (payins) => payins.create(hostedPayin("order-1"))),
    calls: 3,
  },
  "a USSD OTP payin": {
    key: payinKey("order-1"),
    amount: 500,
    begin: Effect.flatMap(Payins, (payins) => payins.create(directPayin("order-1", "ussd_otp"), { otp })),
    calls: 1,
  },
  "a wallet payin with its code": {
    key: payinKey("order-1"),
    amount: 500,
    begin: Effect.flatMap(Payins, (payins) =>
      Effect.andThen(payins.create(walletPayin("order-1")), payins.submitOtp(payinKey("order-1"), otp)),
    ),
    calls: 4,
  },
  "a payout": {
    key: payoutKey("salary-1"),
    amount: 700,
    begin: Effect.flatMap(Payouts, (payouts) => payouts.create(payout("salary-1"))),
    calls: 1,
  },
  "a payout that a reconciler sends": {
    key: payoutKey("salary-1"),
    amount: 700,
    begin: Effect.flatMap(Payouts, (payouts) => payouts.create(payout("salary-1"), { sendLater: true })),
    calls: 1,
  },
}

/** What must hold of a payment when everything is quiet, whatever went wrong. */
const check = Effect.fnUntraced(function* (script: Script, life: Life, what: string) {
  const found = yield* (yield* PaymentStore).find(life.key)
  const creations = script.seen.filter(({ method }) => method !== "requestCode")
  // S8: no row, no byte.
  if (found === null) return assert.strictEqual(script.seen.length, 0, what)
  const { payment } = found
  const attempts = script.seen.map(({ call }) => call.attempt)
  // S1: one call per attempt, and every call has its row.
  assert.strictEqual(new Set(attempts).size, attempts.length, `${what}: an attempt was sent twice`)
  assert.isTrue(
    attempts.every((each) => payment.attempts.some(({ number }) => number === each)),
    `${what}: a call without a row`,
  )
  assert.isAtMost(script.seen.length, life.calls, `${what}: too many calls`)
  // L4: nothing is under way for ever.
  const state = payment.state._tag
  assert.notStrictEqual(state, "submitting", what)
  assert.notStrictEqual(state, "intended", what)
  // S15: what the gateway executed is completed, in doubt or flagged here.
  if (creations.length > 0) {
    const visible = state === "completed" || state === "in_doubt" || openFlags(payment.flags).length > 0
    assert.isTrue(visible, `${what}: money moved and the payment is ${state}`)
  }
  // S4: completed only on an observation of its own handle.
  if (payment.state._tag === "completed") {
    const by = payment.state.attempt
    assert.isTrue(
      issuedTokensOf(payment.attempts).some(({ attempt }) => attempt === by),
      what,
    )
  }
  // S14: the history is the payment, without gaps.
  const history = yield* (yield* PaymentStore).history({ key: life.key, after: 0, limit: 1_000 })
  assert.deepStrictEqual(
    history.map(({ seq }) => seq),
    history.map((_, index) => index + 1),
    what,
  )
  const [intent, ...others] = history
  if (intent === undefined) return assert.fail(`${what}: no history`)
  const folded = fold([intent, ...others])
  assert.isTrue(folded._tag === "Success" && Equal.equals(folded.success, payment), what)
  // L3, S19: everything was announced, in order.
  assert.deepStrictEqual(yield* waitingOf(life.key), [], `${what}: something is still to be delivered`)
  const ids = script.received.map((each: DeliveredEvent) => each.seq)
  const firsts = ids.filter((seq, index) => ids.indexOf(seq) === index)
  assert.deepStrictEqual(
    firsts,
    firsts.toSorted((one, other) => one - other),
    `${what}: heard out of order`,
  )
})

/** One life with one trouble at one step; true while the step was still reached. */
const suffer = (life: Life, trouble: Trouble, from: number, what: string) =>
  scripted(
    (script) =>
      Effect.gen(function* () {
        const count = spoil(script, trouble, from)
        for (let n = 1; n <= 8; n++) script.confirms.set(tokenNumber(n), completed(life.amount))
        yield* Effect.forkDetach(Effect.exit(life.begin))
        yield* reconcile
        yield* reconcileFor("3 minutes")
        heal(script)
        // A caller that was told of an error asks again under the same id.
        yield* Effect.forkDetach(Effect.exit(life.begin))
        yield* TestClock.adjust("2 days")
        yield* check(script, life, what)
        return count.spoilt > 0
      }),
    quiet,
  )

describe("one step of the store goes wrong", () => {
  for (const [lifeName, life] of Object.entries(lives)) {
    for (const [troubleName, trouble] of Object.entries(troubles)) {
      it.gen(`in the life of ${lifeName}, every step in turn ${troubleName}`, function* () {
        let reached = 0
        for (let step = 1; step <= 24; step++) {
          const what = `step ${step} ${troubleName}`
          if (!(yield* Effect.provide(suffer(life, trouble, step, what), TestClock.layer()))) break
          reached = step
        }
        assert.isAtLeast(reached, 8)
      })
    }
  }
})

describe("one call of the gateway goes wrong", () => {
  for (const [lifeName, life] of Object.entries(lives)) {
    for (const hangs of [true, false]) {
      it.gen(`in the life of ${lifeName}: each creation ${hangs ? "never answers" : "breaks"}`, function* () {
        for (let n = 0; n < life.calls; n++) {
          const world = scripted(
            (script) =>
              Effect.gen(function* () {
                for (let token = 1; token <= 8; token++) {
                  script.confirms.set(tokenNumber(token), completed(life.amount))
                }
                const answer = hangs ? Effect.never : Effect.die(new Error("a bug"))
                let calls = 0
                script.creations = []
                Object.assign(script.creations, { shift: () => (calls++ === n ? answer : undefined) })
                yield* Effect.forkDetach(Effect.exit(life.begin))
                yield* reconcileFor("2 days")
                yield* check(script, life, `creation ${n + 1}`)
                assert.isAbove((yield* recordOf(life.key)).payment.attempts.length, 0)
              }),
            quiet,
          )
          yield* Effect.provide(world, TestClock.layer())
        }
      })
    }
  }
})
