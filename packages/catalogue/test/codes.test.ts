/** Every code of core has its sentences, and no sentence is left whose code is gone. */
import { assert, describe, it } from "@effect/vitest"
import { DecisionRefusal, type ConfirmAnswers, NextStep, NotNowReason, type DecisionOutcome } from "@cauri/core"
import {
  AttemptKind,
  type AttemptOutcome,
  FlagKind,
  HeldReason,
  NoAnswerCause,
  NotSentCause,
  PaymentEvent,
  PayinState,
  PayoutState,
  Rail,
  CallFailure,
} from "@cauri/core/model"
import { tools } from "../src/tools.ts"
import { languages } from "./languages.ts"

const { en, fr } = languages

/** The names of a union that only the compiler knows: it lists them all, or this does not compile. */
const all = <Name extends string>(names: Readonly<Record<Name, true>>): ReadonlyArray<string> => Object.keys(names)

const families: ReadonlyArray<readonly [family: keyof typeof en, names: ReadonlyArray<string>]> = [
  ["states", [...Object.keys(PayinState.cases), ...Object.keys(PayoutState.cases)]],
  ["kinds", ["payin", "payout"]],
  ["rails", Rail.literals],
  ["attemptKinds", AttemptKind.literals],
  [
    "outcomes",
    all<AttemptOutcome["_tag"]>({
      in_flight: true,
      not_executed: true,
      accepted: true,
      otp_sent: true,
      refused: true,
      turned_away: true,
      not_sent: true,
      no_answer: true,
    }),
  ],
  ["heldBecause", HeldReason.literals],
  ["events", [...Object.keys(PaymentEvent.cases), "unreadable"]],
  ["flags", FlagKind.literals],
  ["reasons", Object.keys(CallFailure.cases)],
  ["notSentCauses", NotSentCause.literals],
  ["noAnswerCauses", NoAnswerCause.literals],
  ["notNow", NotNowReason.literals],
  ["steps", Object.keys(NextStep.cases)],
  ["cancelledBecause", PaymentEvent.cases.cancelled.fields.because.literals],
  ["transfers", Object.keys(PayoutState.cases)],
  ["refusals", [...DecisionRefusal.literals, "amount_differs", "needs_service"]],
  ["unasked", ["throttled", "call_under_way", "no_token"] satisfies ReadonlyArray<NotNowReason>],
  ["asked", all<ConfirmAnswers>({ all: true, some: true, nothing: true, thrown_away: true })],
  [
    "decisions",
    [
      ...all<DecisionOutcome>({ completed: true, not_completed: true, send_again: true }),
      "release",
      "request",
      "approve",
      "withdraw",
      "cancel",
      "close_flag",
      "recheck",
    ],
  ],
]

describe("the codes", () => {
  it("of core are those of the tables, in both languages", () => {
    for (const [family, names] of families) {
      assert.deepStrictEqual(new Set(Object.keys(en[family])), new Set(names), family)
      assert.deepStrictEqual(Object.keys(fr[family]), Object.keys(en[family]), family)
    }
  })

  it("of the demo's reasons are those of core", () => {
    const known = new Set<string>([...NoAnswerCause.literals, ...FlagKind.literals, "held"])
    for (const why of Object.keys(tools.en.demoWaiting)) assert.isTrue(known.has(why), why)
  })

  it("of a payin's states all have a sentence for its customer", () => {
    for (const state of Object.keys(PayinState.cases)) {
      const entry = Object.entries(en.states).find(([name]) => name === state)?.[1]
      assert.isTrue(entry !== undefined && "customer" in entry, state)
    }
  })
})
