/**
 * What reports are made of: counts and sums, by kind, rail, operator and state.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { blankConfirmRecord, Reports, type StorePorts } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import {
  accepted,
  completed,
  day,
  flagClosed,
  flagged,
  type Ground,
  newGround,
  otpRequested,
  payinIn,
  payoutIn,
  started,
  type Step,
  unansweredWith,
} from "../samples.ts"
import { move, put, putAll } from "../steps.ts"

const figuresOf = (ground: Ground, from = ground.at, before = ground.at + day) =>
  Reports.use((reports) => reports.figures({ by: "created", from, before }))

const payouts = {
  kind: "payout",
  rail: "mobile_money_payout",
  operator: null,
  state: "pending",
  paid: 0,
  openFlags: 0,
} as const

const named = (step: Step, operatorName: string): Step => {
  const newest = { at: 0, record: { ...blankConfirmRecord, operatorName } }
  const memory = { attempt: 1, notFound: 0, contradictedAt: null, operatorReference: "", requestId: "", newest }
  return { ...step, tracking: { ...step.tracking, tokens: [memory] } }
}

export const figures: Facet<StorePorts> = {
  name: "figures for reports",
  alone: false,
  cases: {
    "a time without payments has no figures": Effect.gen(function* () {
      yield* put(payoutIn(yield* newGround, "another-day"))
      assert.deepStrictEqual(yield* figuresOf(yield* newGround), [])
    }),

    "payments of one kind, rail, operator and state are counted and summed, over all projects": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* put(payoutIn(ground, "one", "pending", { amount: 100 }))
        yield* put(payoutIn(ground, "two", "pending", { amount: 250, project: ground.elsewhere }))
        assert.deepStrictEqual(yield* figuresOf(ground), [{ ...payouts, count: 2, sum: 350 }])
      },
    ),

    "another kind, rail, operator or state is another figure, told in this order; no operator comes first": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* putAll([
          payoutIn(ground, "plain", "pending", { amount: 1 }),
          payoutIn(ground, "operator", "pending", { amount: 20, operator: "Operator One" }),
          payoutIn(ground, "case", "pending", { amount: 30, operator: "operator one" }),
          payoutIn(ground, "rail", "pending", { amount: 400, method: { type: "wallet", funds: "keep_in_wallet" } }),
          payoutIn(ground, "state", "completed", { amount: 5_000 }),
          payinIn(ground, "kind", "pending", { amount: 60_000 }),
        ])
        const one = { count: 1, paid: 0, openFlags: 0, operator: null, state: "pending" }
        assert.deepStrictEqual(yield* figuresOf(ground), [
          { ...one, kind: "payin", rail: "ussd_push", sum: 60_000 },
          { ...one, kind: "payout", rail: "mobile_money_payout", state: "completed", sum: 5_000, paid: 5_000 },
          { ...one, kind: "payout", rail: "mobile_money_payout", sum: 1 },
          { ...one, kind: "payout", rail: "mobile_money_payout", operator: "Operator One", sum: 20 },
          { ...one, kind: "payout", rail: "mobile_money_payout", operator: "operator one", sum: 30 },
          { ...one, kind: "payout", rail: "wallet_payout", sum: 400 },
        ])
      },
    ),

    "the same time in steps has a figure for each step, kind and rail, with what stayed unanswered": Effect.gen(
      function* () {
        const ground = yield* newGround
        const { at } = ground
        yield* putAll([
          payoutIn(ground, "a", "pending", { amount: 100 }),
          payoutIn(ground, "b", "in_doubt", { amount: 20, at: at + 9 }),
          payoutIn(ground, "c", "in_doubt", { amount: 3, at: at + 10, operator: "Operator One" }),
          payinIn(ground, "d", "pending", { amount: 4_000, at: at + 10 }),
          payoutIn(ground, "e", "completed", { amount: 50_000, at: at + 35 }),
          payoutIn(ground, "f", "completed", { amount: 1, at: at + 40 }),
          payoutIn(ground, "refused", "refused", { amount: 2 }),
          payoutIn(ground, "with-token", "intended", { amount: 3, followedBy: [started(1), unansweredWith("t")] }),
          payinIn(ground, "twice", "in_doubt", { amount: 60, at: at + 10, followedBy: [started(2), accepted(2)] }),
          payinIn(ground, "no-code", "intended", {
            at: at + 10,
            method: { type: "wallet", phone: ground.phone(0) },
            followedBy: [started(1, "wallet_otp_request"), unansweredWith(null)],
          }),
        ])
        const payout = { kind: "payout", rail: "mobile_money_payout" } as const
        assert.deepStrictEqual(
          yield* Reports.use((reports) => reports.figures({ by: "step", from: at, before: at + 40, step: 10 })),
          [
            { ...payout, at, count: 4, sum: 125, unanswered: 1 },
            { kind: "payin", rail: "ussd_push", at: at + 10, count: 2, sum: 4_060, unanswered: 1 },
            { kind: "payin", rail: "wallet", at: at + 10, count: 1, sum: 500, unanswered: 0 },
            { ...payout, at: at + 10, count: 1, sum: 3, unanswered: 1 },
            { ...payout, at: at + 30, count: 1, sum: 50_000, unanswered: 0 },
          ],
        )
      },
    ),

    "completed payments are counted by the smallest limit that they kept": Effect.gen(function* () {
      const ground = yield* newGround
      const { at } = ground
      const took = (id: string, millis: number) => payoutIn(ground, id, "completed", { endedAt: at + millis })
      yield* putAll([
        took("a", 10),
        took("b", 11),
        took("c", 20),
        took("d", 21),
        payinIn(ground, "e", "completed"),
        payoutIn(ground, "f", "not_completed"),
        payoutIn(ground, "g", "completed", { at: at + 1_000 }),
      ])
      const payout = { kind: "payout", rail: "mobile_money_payout" } as const
      assert.deepStrictEqual(
        yield* Reports.use((reports) =>
          reports.figures({
            by: "completion_time",
            from: at,
            before: at + 1_000,
            limits: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20],
          }),
        ),
        [
          { kind: "payin", rail: "ussd_push", within: 0, count: 1 },
          { ...payout, within: 9, count: 1 },
          { ...payout, within: 10, count: 2 },
          { ...payout, within: 11, count: 1 },
        ],
      )
    }),

    "answers of the service are counted by the smallest limit that they kept, and what stayed unanswered is not":
      Effect.gen(function* () {
        const ground = yield* newGround
        const { at } = ground
        const answered = Effect.fnUntraced(function* (id: string, createdAt: number, millis: number) {
          const begun = yield* move(
            yield* put(payoutIn(ground, id, "intended", { at: createdAt })),
            [started(1)],
            at + 100,
          )
          const since = yield* move(begun, [flagged("a")], at + 101)
          yield* move(since, [accepted(1)], at + 100 + millis)
        })
        yield* answered("before", at, 10)
        yield* answered("a", at + 1, 10)
        yield* answered("b", at + 49, 11)
        yield* answered("c", at + 49, 25)
        yield* answered("after", at + 50, 10)
        yield* put(payoutIn(ground, "unanswered", "in_doubt", { at: at + 1 }))
        yield* put(payoutIn(ground, "unsent", "intended", { at: at + 1 }))
        const method = { type: "wallet", phone: ground.phone(0) } as const
        const asked = yield* move(
          yield* put(payinIn(ground, "two-answers", "intended", { at: at + 1, method })),
          [started(1, "wallet_otp_request")],
          at + 100,
        )
        const coded = yield* move(asked, [otpRequested(1)], at + 111)
        yield* move(yield* move(coded, [started(2)], at + 200), [accepted(2)], at + 225)
        const payout = { kind: "payout", rail: "mobile_money_payout" } as const
        const payin = { kind: "payin", rail: "wallet" } as const
        assert.deepStrictEqual(
          yield* Reports.use((reports) =>
            reports.figures({ by: "answer_time", from: at + 1, before: at + 50, limits: [10, 20] }),
          ),
          [
            { ...payin, within: 1, count: 1 },
            { ...payin, within: 2, count: 1 },
            { ...payout, within: 0, count: 1 },
            { ...payout, within: 1, count: 1 },
            { ...payout, within: 2, count: 1 },
          ],
        )
      }),

    "open flags are counted, closed ones are not": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "two", "pending", { followedBy: [flagged("a"), flagged("b")] }))
      yield* put(payoutIn(ground, "one", "pending", { followedBy: [flagged("a"), flagged("b"), flagClosed("a")] }))
      yield* put(payoutIn(ground, "none", "pending"))
      assert.deepStrictEqual(yield* figuresOf(ground), [{ ...payouts, count: 3, sum: 1_500, openFlags: 3 }])
    }),

    "a time counts from its first millisecond to the one before its last": Effect.gen(function* () {
      const ground = yield* newGround
      for (const index of [0, 1, 2, 3]) {
        yield* put(payoutIn(ground, `p${index}`, "pending", { at: ground.at + index, amount: 10 ** index }))
      }
      const found = yield* figuresOf(ground, ground.at + 1, ground.at + 3)
      assert.deepStrictEqual(found, [{ ...payouts, count: 2, sum: 110 }])
    }),

    "figures count payments by their creation and by what they are now": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      yield* move(record, [started(1)], ground.at + 9 * day)
      assert.deepStrictEqual(yield* figuresOf(ground), [{ ...payouts, state: "submitting", count: 1, sum: 500 }])
      assert.deepStrictEqual(yield* figuresOf(ground, ground.at + 9 * day, ground.at + 10 * day), [])
    }),

    "what was paid is summed by the operator that the service names, on the day of completion too": Effect.gen(
      function* () {
        const ground = yield* newGround
        const later = ground.at + 9 * day
        const declared = { operator: "Operator One" }
        yield* putAll([
          named(payoutIn(ground, "other", "completed", { ...declared, amount: 100, endedAt: later }), "Operator Two"),
          payoutIn(ground, "declared", "completed", { ...declared, amount: 20, endedAt: later - 1 }),
          payinIn(ground, "less", "underpaid", { amount: 3_000, endedAt: later }),
          payinIn(ground, "none", "not_completed", { amount: 40_000, endedAt: later }),
          payinIn(ground, "next-day", "completed", { amount: 60, endedAt: later + day }),
        ])
        const record = yield* put(payoutIn(ground, "now", "pending", { ...declared, amount: 500_000 }))
        yield* move(record, [completed(1, 500_000, later)], later)
        const payin = { kind: "payin", rail: "ussd_push", operator: null, count: 1, openFlags: 0 } as const
        const payout = { ...payouts, count: 1, state: "completed" } as const
        const less = { ...payin, state: "underpaid", sum: 3_000, paid: 1 }
        const two = { ...payout, operator: "Operator Two", sum: 100, paid: 100 }
        assert.deepStrictEqual(yield* figuresOf(ground), [
          { ...payin, state: "completed", sum: 60, paid: 60 },
          { ...payin, state: "not_completed", sum: 40_000, paid: 0 },
          less,
          { ...payout, operator: "Operator One", count: 2, sum: 500_020, paid: 500_020 },
          two,
        ])
        const ended = Reports.use((reports) => reports.figures({ by: "completed", from: later, before: later + day }))
        assert.deepStrictEqual(yield* ended, [
          less,
          { ...payout, operator: "Operator One", sum: 500_000, paid: 500_000 },
          two,
        ])
      },
    ),

    "sums are exact up to the largest safe integer": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "most", "pending", { amount: Number.MAX_SAFE_INTEGER - 2 }))
      yield* put(payoutIn(ground, "rest", "pending", { amount: 2 }))
      assert.deepStrictEqual(yield* figuresOf(ground), [{ ...payouts, count: 2, sum: Number.MAX_SAFE_INTEGER }])
    }),
  },
}
