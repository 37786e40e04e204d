/**
 * A claim is the last step before money may leave: it checks everything that could stop it and takes the payment in the same step, or it
 * writes nothing.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentStore } from "@cauri/core"
import { type ClaimGuards, SharedState, type Pause, pauseScopes } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { after, keyOf, newGround, notSent, payinIn, payoutIn, started } from "../samples.ts"
import { claim, historyOf, look, move, noGuards, put, sameRecord, stored } from "../steps.ts"

const pause = (scope: string): Pause => ({ scope, reason: "ip_denied", by: "cauri", since: 1, credentials: null })

/** Pauses a scope during a case: a pause of "payouts" would stop all other cases. */
const whileHeld = <A, E, R>(scope: string, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.flatMap(SharedState, (shared) => shared.pause(pause(scope))),
    () => work,
    () => Effect.flatMap(SharedState, (shared) => Effect.orDie(shared.resume(scope))),
  )

/** Claims, and checks that a claim that was stopped has changed nothing. */
export const claimOrNothing = Effect.fnUntraced(function* (
  record: PaymentRecord,
  now: number,
  guards: Partial<ClaimGuards>,
) {
  const before = yield* look(record.payment.key)
  const answer = yield* claim(record, now, guards)
  if (answer._tag !== "Claimed") assert.deepStrictEqual(yield* look(record.payment.key), before)
  return answer
})

export const claiming: Facet = {
  name: "claiming",
  alone: false,
  cases: {
    "a claim saves the change and takes a lease in one step": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const step = after(record, [started(1)], ground.at + 1, { actAt: ground.at + 60_001, unsent: 1 })
      const terms = { version: 1, giveBack: null, now: ground.at + 1 }
      const lease = { number: 1, until: ground.at + 60_001 }
      assert.deepStrictEqual(
        yield* (yield* PaymentStore).claim(step.change, step.tracking, {
          ...terms,
          guards: noGuards,
          leaseUntil: lease.until,
        }),
        { _tag: "Claimed", version: 2, lease },
      )
      const { payment } = step.change
      sameRecord(yield* stored(payment.key), { ...record, payment, tracking: step.tracking, version: 2, lease })
      assert.deepStrictEqual(
        (yield* historyOf(payment.key)).map(({ seq, event }) => [seq, event._tag]),
        [
          [1, "intended"],
          [2, "attempt_started"],
        ],
      )
    }),

    "a payin is claimed as a payout is": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payinIn(ground, "order"))
      const answer = yield* claim(record, ground.at, { pauses: pauseScopes("payin", ground.project, null) })
      assert.strictEqual(answer._tag, "Claimed")
      assert.strictEqual((yield* stored(record.payment.key)).payment.state._tag, "submitting")
    }),

    "every claim takes a new lease number, even while another lease runs": Effect.gen(function* () {
      const ground = yield* newGround
      const first = yield* put(payoutIn(ground, "salary"))
      yield* claim(first, ground.at, {}, ground.at + 90_000)
      const again = yield* move(yield* stored(first.payment.key), [notSent(1)], ground.at + 1)
      assert.deepStrictEqual(again.lease, { number: 1, until: ground.at + 90_000 })
      const answer = yield* claim(again, ground.at + 2, {}, ground.at + 60_002)
      assert.deepStrictEqual(answer, { _tag: "Claimed", version: 4, lease: { number: 2, until: ground.at + 60_002 } })
    }),

    "a claim of another version is stale and writes nothing": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* move(yield* put(payoutIn(ground, "salary")), [], ground.at)
      for (const version of [1, 3]) {
        const answer = yield* claimOrNothing({ ...record, version }, ground.at + 1, {})
        assert.deepStrictEqual(answer, { _tag: "Stale" })
      }
    }),

    "a claim of an unknown payment is stale and does not insert it": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const step = payoutIn(ground, "salary", "submitting")
      const terms = { version: 1, giveBack: null, now: ground.at }
      const answer = yield* store.claim(step.change, step.tracking, {
        ...terms,
        guards: noGuards,
        leaseUntil: ground.at + 1,
      })
      assert.deepStrictEqual(answer, { _tag: "Stale" })
      assert.isNull(yield* store.find(keyOf(step)))
    }),

    "of two claims of one version the second is stale": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      assert.strictEqual((yield* claim(record, ground.at))._tag, "Claimed")
      assert.deepStrictEqual(yield* claimOrNothing(record, ground.at + 1, {}), { _tag: "Stale" })
    }),

    "a stale claim is stale whatever stands in its way": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* move(yield* put(payoutIn(ground, "salary")), [], ground.at)
      yield* put(payoutIn(ground, "twin", "pending"))
      const scope = `project/${ground.project}`
      const answer = claimOrNothing({ ...record, version: 1 }, ground.at, {
        pauses: [scope],
        twin: { party: ground.phone(0), amount: 500, completedSince: 0 },
        refund: { of: record.payment.key.id, project: ground.project, atMost: 0 },
      })
      assert.deepStrictEqual(yield* whileHeld(scope, answer), { _tag: "Stale" })
    }),

    "each scope of a payout's holds stops it, and nothing is written": Effect.gen(function* () {
      const ground = yield* newGround
      const pauses = pauseScopes("payout", ground.project, "Operator One")
      for (const [index, scope] of pauses.entries()) {
        const record = yield* put(payoutIn(ground, `salary-${index}`, "intended", { operator: "Operator One" }))
        const answer = yield* whileHeld(scope, claimOrNothing(record, ground.at, { pauses }))
        assert.deepStrictEqual(answer, { _tag: "Paused", scope })
        assert.strictEqual((yield* claim(record, ground.at, { pauses }))._tag, "Claimed")
      }
    }),

    "each scope of a payin's holds stops it, and nothing is written": Effect.gen(function* () {
      const ground = yield* newGround
      const pauses = pauseScopes("payin", ground.project, null)
      for (const [index, scope] of pauses.entries()) {
        const record = yield* put(payinIn(ground, `order-${index}`))
        const answer = yield* whileHeld(scope, claimOrNothing(record, ground.at, { pauses }))
        assert.deepStrictEqual(answer, { _tag: "Paused", scope })
        assert.strictEqual((yield* claim(record, ground.at, { pauses }))._tag, "Claimed")
      }
    }),

    "a hold stops only the claims that name its scope exactly": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const scope = `project/${ground.project}/payout_`
      const pauses = [`project/${ground.project}/payouts`, `project/${ground.project}`]
      assert.strictEqual((yield* whileHeld(scope, claim(record, ground.at, { pauses })))._tag, "Claimed")
    }),

    "a claim that names no scope is stopped by no hold": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      assert.strictEqual((yield* whileHeld("payouts", claim(record, ground.at)))._tag, "Claimed")
    }),

    "of several holds one that is really set is named": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const scopeOf = (name: string) => `operator/${ground.project}/${name}`
      const [first, second, third] = [scopeOf("one"), scopeOf("two"), scopeOf("three")] as const
      const claims = claimOrNothing(record, ground.at, { pauses: [first, second, third] })
      const answer = yield* whileHeld(second, whileHeld(third, claims))
      const right = [second, third].map((scope) => ({ _tag: "Paused" as const, scope }))
      assert.deepInclude(right, answer)
    }),

    "a claim that was stopped can be made again from the same version": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const pauses = [`project/${ground.project}`] as const
      yield* whileHeld(pauses[0], claim(record, ground.at, { pauses }))
      assert.deepStrictEqual(yield* claim(record, ground.at + 5, { pauses }, ground.at + 60_005), {
        _tag: "Claimed",
        version: 2,
        lease: { number: 1, until: ground.at + 60_005 },
      })
    }),
  },
}
