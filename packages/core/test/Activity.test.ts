/** What a process did, as its metrics, its readiness and its warnings tell it. */
import { assert, describe } from "@effect/vitest"
import { Effect, Metric, Result } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore, Payouts, ProjectId, Review } from "@cauri/core"
import { Activity } from "@cauri/core/adapter"
import { append, PaymentEvent } from "@cauri/core/model"
import { it, payout, payoutKey, recordOf, scripted, type Script, type ScriptedPorts } from "./scripted.ts"
import { inDoubt, sweep, sweepAfter } from "./setups.ts"
import { collectLines } from "./spoil.ts"

/** A world with metrics of its own. */
const counted = <A, E>(
  body: (script: Script) => Effect.Effect<A, E, ScriptedPorts>,
  policy?: Parameters<typeof scripted>[1],
) =>
  Effect.provideServiceEffect(
    scripted(body, policy),
    Metric.MetricRegistry,
    Effect.sync(() => new Map()),
  )

describe("what a process did", () => {
  it.within(counted)("is read off its sweeps and the events that it saved", function* () {
    const { done } = yield* Activity
    assert.deepStrictEqual(yield* done, { ranAt: null, activeAt: null, events: {} })
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* sweepAfter("5 seconds")
    assert.deepStrictEqual(yield* done, {
      ranAt: 5_000,
      activeAt: 5_000,
      events: { intended: 1, attempt_started: 1, accepted: 1 },
    })
    yield* sweepAfter("1 second")
    assert.deepInclude(yield* done, { ranAt: 6_000 })
    const snapshot = yield* Metric.snapshot
    const values = Object.fromEntries(
      snapshot.map(({ attributes, id, state }) => [
        [id, ...Object.values(attributes ?? {})].join(" "),
        "count" in state ? state.count : "value" in state ? state.value : null,
      ]),
    )
    assert.deepStrictEqual(values, {
      cauri_reconciler_runs: 2,
      cauri_reconciler_payments_taken: 1,
      cauri_reconciler_last_run_timestamp_seconds: 6,
      cauri_reconciler_projects_without_credentials: 0,
      "cauri_reconciler_events payout intended": 1,
      "cauri_reconciler_events payout attempt_started": 1,
      "cauri_reconciler_events payout accepted": 1,
      "cauri_reconciler_deliveries true": 0,
      "cauri_reconciler_deliveries false": 0,
    })
  })

  it.within(counted)("tells how many projects it leaves to other workers", function* () {
    const store = yield* PaymentStore
    for (const left of [undefined, [ProjectId.make("shop"), ProjectId.make("kiosk")]]) {
      yield* store.takeDue({ now: 0, limit: 1, until: 1, except: left })
      const found = (yield* Metric.snapshot).find(({ id }) => id.endsWith("_projects_without_credentials"))
      assert.deepInclude(found?.state, { value: left?.length ?? 0 })
    }
  })

  it.within(counted)("leaves out what was not saved or claimed, because another worker was faster", function* () {
    const store = yield* PaymentStore
    const { done } = yield* Activity
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    const { payment, tracking, version } = yield* recordOf(payoutKey("salary-1"))
    const started = PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false })
    const claim = Result.getOrThrow(append(payment, [started], 0))
    const guards = { pauses: [], twin: null, refund: null }
    const stale = { version: version + 1, now: 0, giveBack: null }
    assert.strictEqual((yield* store.claim(claim, tracking, { ...stale, guards, leaseUntil: 1 }))._tag, "Stale")
    const cancelled = PaymentEvent.cases.cancelled.make({ because: "too_old", by: null })
    const change = Result.getOrThrow(append(payment, [cancelled], 0))
    yield* TestClock.adjust("3 seconds")
    assert.strictEqual(yield* store.save(change, tracking, stale), "Stale")
    // A creation does not show that the worker is alive.
    assert.deepStrictEqual(yield* done, { ranAt: null, activeAt: null, events: { intended: 1 } })
    assert.strictEqual(yield* store.save(change, tracking, { version, now: 0, giveBack: null }), "Saved")
    assert.deepStrictEqual(yield* done, { ranAt: null, activeAt: 3_000, events: { intended: 1, cancelled: 1 } })
  })

  it.effect("counts a payout that is held at its creation, and warns of it, once", () => {
    const { lines, logger } = collectLines()
    return counted(
      () =>
        Effect.gen(function* () {
          const payouts = yield* Payouts
          yield* payouts.create(payout("salary-1"), { sendLater: true })
          yield* payouts.create(payout("salary-1"), { sendLater: true })
          assert.deepStrictEqual(lines, [
            "The payout shop/salary-1 needs a person. It is held until a person releases or cancels it.",
          ])
          assert.deepStrictEqual((yield* (yield* Activity).done).events, { intended: 1, held: 1 })
        }),
      { approvals: { payoutsAbove: 600, approvers: ["Awa Exemple"] } },
    ).pipe(Effect.provide(logger))
  })

  it.effect("warns of a payment that came into doubt, was held or flagged, once per change, and of no other", () => {
    const { lines, logger } = collectLines()
    return counted((script) =>
      Effect.gen(function* () {
        yield* inDoubt(script)
        yield* (yield* Payouts).create(payout("salary-2"), { sendLater: true })
        yield* sweepAfter("5 seconds")
        yield* sweep
        yield* (yield* Review).contradict(payoutKey("salary-2"), "line 3")
        assert.deepStrictEqual(lines, [
          "The payout shop/salary-1 needs a person. Its outcome is unknown.",
          "The payout shop/salary-2 needs a person. It is held until a person releases or cancels it.",
          "The payout shop/salary-2 needs a person. It has the flag terminal_contradiction.",
        ])
      }),
    ).pipe(Effect.provide(logger))
  })
})
