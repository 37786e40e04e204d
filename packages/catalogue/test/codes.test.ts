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
import { expectedWord, namesByWord, wordOf } from "../src/index.ts"
import { tools } from "../src/tools.ts"
import { languages } from "./languages.ts"

const { en, fr } = languages

/** A name of core as programs write it. */
const code = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase()
const codes = (names: ReadonlyArray<string>) => new Set(names.map(code))

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
      InFlight: true,
      NotExecuted: true,
      Accepted: true,
      OtpSent: true,
      Refused: true,
      TurnedAway: true,
      NotSent: true,
      NoAnswer: true,
    }),
  ],
  ["heldBecause", HeldReason.literals],
  ["events", [...Object.keys(PaymentEvent.cases), "Unreadable"]],
  ["flags", FlagKind.literals],
  ["reasons", Object.keys(CallFailure.cases)],
  ["notSentCauses", NotSentCause.literals],
  ["noAnswerCauses", NoAnswerCause.literals],
  ["notNow", NotNowReason.literals],
  ["steps", Object.keys(NextStep.cases)],
  ["cancelledBecause", PaymentEvent.cases.Cancelled.fields.because.literals],
  ["transfers", Object.keys(PayoutState.cases)],
  ["refusals", [...DecisionRefusal.literals, "AmountDiffers", "NeedsService"]],
  ["unasked", ["Throttled", "CallUnderWay", "NoToken"] satisfies ReadonlyArray<NotNowReason>],
  ["asked", all<ConfirmAnswers>({ All: true, Some: true, Nothing: true, ThrownAway: true })],
  [
    "decisions",
    [
      ...all<DecisionOutcome>({ Completed: true, NotCompleted: true, SendAgain: true }),
      "Release",
      "Request",
      "Approve",
      "Withdraw",
      "Cancel",
      "CloseFlag",
      "Recheck",
    ],
  ],
]

describe("the codes", () => {
  it("of core are those of the tables, in both languages", () => {
    for (const [family, names] of families) {
      assert.deepStrictEqual(new Set(Object.keys(en[family])), codes(names), family)
      assert.deepStrictEqual(Object.keys(fr[family]), Object.keys(en[family]), family)
    }
  })

  it("name one thing each in their family, so that each leads back to its name in core", () => {
    for (const [family, names] of families) {
      assert.strictEqual(codes(names).size, new Set(names).size, family)
      for (const word of codes(names)) assert.match(word, /^[a-z]+(_[a-z]+)*$/)
    }
  })

  it("lead back to core's names, and a name of core in their place is answered with its word", () => {
    for (const [family, names] of families) {
      const known = namesByWord(names)
      for (const name of names) {
        assert.strictEqual(known.get(wordOf(name)), name, family)
        if (wordOf(name) !== name) assert.strictEqual(expectedWord(known, name), `written ${wordOf(name)}`)
      }
    }
    const kinds = namesByWord(["PayinOne", "PayoutOne"])
    for (const given of ["payin", "PayinTwo", 7, null]) {
      assert.strictEqual(expectedWord(kinds, given), "one of payin_one, payout_one")
    }
  })

  it("of the demo's reasons are those of core", () => {
    const known = codes([...NoAnswerCause.literals, ...FlagKind.literals, "Held"])
    for (const why of Object.keys(tools.en.demoWaiting)) assert.isTrue(known.has(why), why)
  })

  it("of a payin's states all have a sentence for its customer", () => {
    for (const state of codes(Object.keys(PayinState.cases))) {
      const entry = Object.entries(en.states).find(([name]) => name === state)?.[1]
      assert.isTrue(entry !== undefined && "customer" in entry, state)
    }
  })
})
