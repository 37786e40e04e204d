/**
 * Five acts, each a payment's life. Every act says what it expects and checks it, so the demo cannot tell a story that is not true.
 */
import {
  Desk,
  noAnswer,
  type PayinInput,
  Payins,
  PaymentId,
  type PaymentKey,
  type PaymentKind,
  Payouts,
  ProjectId,
} from "@cauri/core"
import { Effect, Redacted } from "effect"
import { paid, tokenOf } from "./scriptedGateway.ts"
import type { Act } from "./stage.ts"

const keyOf = (kind: PaymentKind, id: string): PaymentKey => ({
  kind,
  project: ProjectId.make("shop"),
  id: PaymentId.make(id),
})

/** A payin of 1,500 francs by a mode of its customer's operator. */
const direct = (id: string, mode: "UssdPush" | "SmsOtp"): PayinInput => ({
  project: "shop",
  id,
  amount: 1_500,
  method: { _tag: "Direct", mode, customer: "22670000001" },
  description: "Two books",
})

/** Two names side by side, for checks. */
const same = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => one.join() === other.join()

const push: Act = {
  title: "A customer pays with a PIN",
  about: "The operator asks on the phone. The service calls back twice, once as a form and once as JSON.",
  avoided:
    "crediting a callback's word, and crediting twice: only a confirm completed it, and the shop hears of it once.",
  play: Effect.fn("push")(function* (stage) {
    const payins = yield* Payins
    const key = keyOf("payin", "order-1")
    stage.watch(key)
    const { next } = yield* payins.create(direct("order-1", "UssdPush"))
    stage.check("the customer is told to confirm on the phone", next._tag === "ConfirmOnPhone")
    yield* stage.pass("12 seconds")
    yield* stage.say("The customer enters the PIN.")
    stage.script.says.set(tokenOf(1), paid(1_500))
    yield* stage.pass("1 second")
    yield* stage.say("The service calls back: as a form, then as JSON.")
    const first = yield* stage.callBack(key, 1, "order-1 completed")
    const second = yield* stage.callBack(key, 1, "order-1 completed")
    stage.check("the second post is known to be a repetition", same([first, second], ["First", "Repeat"]))
    yield* stage.pass("1 minute")
    stage.check("the payin is completed", (yield* payins.get(key)).payin.state._tag === "Completed")
    stage.check("the shop heard of it once", same(stage.heard(), ["Completed"]))
    stage.check("one creation was sent", stage.script.creations === 1)
  }),
}

const forged: Act = {
  title: "A forged callback changes nothing",
  about: 'Somebody knows a callback address and posts "completed" to it, in three versions. The customer has not paid.',
  avoided: "goods for nothing. A callback is a doorbell: it makes us ask sooner, and the answer was still pending.",
  play: Effect.fn("forged")(function* (stage) {
    const payins = yield* Payins
    const key = keyOf("payin", "order-2")
    stage.watch(key)
    yield* payins.create(direct("order-2", "UssdPush"))
    yield* stage.pass("30 seconds")
    const before = yield* stage.history(key)
    const asked = stage.script.confirms
    yield* stage.say("Three posts say completed, with 1,500, 15 and 2,000,000 francs.")
    for (const amount of [1_500, 15, 2_000_000]) yield* stage.callBack(key, 1, `order-2 completed ${amount}`)
    const unknown = yield* stage.callBack(keyOf("payin", "order-0"), 1, "order-0 completed")
    yield* stage.pass("1 second")
    const answers = stage.script.confirms - asked
    yield* stage.say(`They caused ${answers} confirm, which says pending.`)
    yield* stage.pass("1 minute")
    stage.check("three posts caused one confirm", answers === 1)
    stage.check("a post about an unknown payment is known to be one", unknown === "Unknown")
    stage.check("the payin is still pending", (yield* payins.get(key)).payin.state._tag === "Pending")
    stage.check("its history is unchanged", (yield* stage.history(key)).length === before.length)
    stage.check("the shop heard nothing", stage.heard().length === 0)
  }),
}

const wrongCode: Act = {
  title: "A wrong code, then the right one",
  about:
    "The operator sends a code by SMS. The service stays silent about a wrong one: the payin stays pending for ever.",
  avoided:
    "a lost sale and a double charge: each code is a call of its own, after a confirm that nothing was paid yet.",
  play: Effect.fn("wrongCode")(function* (stage) {
    const payins = yield* Payins
    const key = keyOf("payin", "order-3")
    stage.watch(key)
    const { next } = yield* payins.create(direct("order-3", "SmsOtp"))
    stage.check("the customer is asked for the code", next._tag === "EnterCode")
    yield* stage.pass("25 seconds")
    yield* stage.say("The customer enters a wrong code.")
    yield* payins.submitOtp(key, Redacted.make("wrong-code"))
    yield* stage.pass("90 seconds")
    stage.check("a wrong code leaves it pending", (yield* payins.get(key)).payin.state._tag === "Pending")
    yield* stage.say("Still pending. The customer enters the right code.")
    yield* payins.submitOtp(key, Redacted.make("right-code"))
    stage.script.says.set(tokenOf(3), paid(1_500))
    yield* stage.pass("1 minute")
    stage.check("the right code completes it", (yield* payins.get(key)).payin.state._tag === "Completed")
    stage.check("three calls were made", stage.script.creations === 3)
    stage.check("no code was kept", !/(wrong|right)-code/.test(JSON.stringify(yield* stage.history(key))))
    stage.check("the shop heard of it once", same(stage.heard(), ["Completed"]))
  }),
}

const lostAnswer: Act = {
  title: "A payout whose answer is lost",
  about: "The connection times out. The service has no idempotency key and cannot be asked by reference: nobody knows.",
  avoided:
    "paying twice: one call left in thirty days, a callback alone proved nothing, and a person decided on evidence.",
  play: Effect.fn("lostAnswer")(function* (stage) {
    const payouts = yield* Payouts
    const desk = yield* Desk
    const key = keyOf("payout", "salary-4")
    stage.watch(key)
    stage.script.answers.push(noAnswer("TimedOut"))
    const input = {
      project: "shop",
      id: "salary-4",
      amount: 25_000,
      method: { _tag: "MobileMoney" },
      beneficiary: "22670000002",
      description: "Salary",
    } as const
    const sent = yield* payouts.create(input)
    stage.check("nobody pretends to know", sent.state._tag === "InDoubt")
    yield* stage.pass("5 seconds")
    yield* stage.say("The merchant's program asks for the same payout again.")
    yield* payouts.create(input)
    yield* stage.pass("2 days")
    yield* stage.say("A callback arrives: the service knows a transaction that it gave us no token for.")
    yield* stage.callBack(key, 1, "salary-4 completed")
    yield* stage.pass("28 days")
    const waiting = yield* payouts.get(key)
    stage.check("it is still in doubt after thirty days", waiting.state._tag === "InDoubt")
    stage.check("one creation was sent", stage.script.creations === 1)
    yield* stage.say("Somebody at the desk wants to send it again.")
    const decision = { by: "the desk", reason: "The beneficiary waits.", asOf: waiting.seq, evidence: "A phone call." }
    const refused = yield* Effect.flip(desk.resolve(key, { ...decision, to: "SendAgain" }))
    stage.check("sending again is refused", refused._tag === "DecisionRefused")
    yield* stage.say(`Refused: ${refused._tag === "DecisionRefused" ? refused.because : refused.message}`)
    const evidence = "The service's statement shows the transfer."
    yield* desk.resolve(key, { ...decision, to: "Completed", reason: "It was executed.", evidence })
    yield* stage.pass("1 minute")
    const end = yield* payouts.get(key)
    stage.check("a person's decision completed it", end.state._tag === "Completed")
    stage.check("still one creation was sent", stage.script.creations === 1)
    stage.check(
      "the shop heard of the doubt, the flag and the decision",
      same(stage.heard(), ["InDoubt", "Flagged", "Resolved"]),
    )
  }),
}

const late: Act = {
  title: "A customer pays after the end",
  about: "The service knows no expiry, so the deadline is ours. After it we keep listening, for seven days.",
  avoided: "money without goods: a payment that comes late is found by a confirm, and the shop hears that it is late.",
  play: Effect.fn("late")(function* (stage) {
    const payins = yield* Payins
    const key = keyOf("payin", "order-5")
    stage.watch(key)
    yield* payins.create(direct("order-5", "UssdPush"))
    yield* stage.pass("40 minutes")
    stage.check("it is expired", (yield* payins.get(key)).payin.state._tag === "Expired")
    yield* stage.say("The customer finds the request on the phone and enters the PIN. No callback comes.")
    stage.script.says.set(tokenOf(1), paid(1_500))
    yield* stage.pass("2 hours")
    const { state } = (yield* payins.get(key)).payin
    stage.check("it is completed, late", state._tag === "Completed" && state.late)
    stage.check("the shop heard both in order", same(stage.heard(), ["Expired", "Completed"]))
    stage.check("one creation was sent", stage.script.creations === 1)
  }),
}

export const acts: ReadonlyArray<Act> = [push, forged, wrongCode, lostAnswer, late]
