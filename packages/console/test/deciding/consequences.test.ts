/** What each decision does, told before it is taken: no decision lacks its text in any state, and the events are those that core delivers. */
import { assert, describe } from "@effect/vitest"
import { type Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { PaymentStore, Policy } from "@cauri/core"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import {
  CallFailure,
  decisionOutcomes,
  decisionOutcomesFor,
  deliveredAs,
  HeldReason,
  type Payin,
  type Payout,
} from "@cauri/core/model"
import { Clock, Context, Effect, Predicate } from "effect"
import { TestClock } from "effect/testing"
import { consequenceOf, type OwnAct } from "../../src/deciding/consequences.ts"
import { decide, type Decided } from "../../src/deciding/decide.ts"
import { Act, allowedOn } from "../../src/payment/allowed.ts"
import { supportOf } from "../../src/payment/support.ts"
import { completed, createPayin, createPayout, keyOf, newWorld, note, stored, sweep, tokenOf } from "../world.ts"
import { it } from "../it.ts"

const languages: ReadonlyArray<Language> = ["en", "fr"]
const ownActs: ReadonlyArray<OwnAct> = Act.literals.filter((act) => act !== "approve" && act !== "withdraw")
const payinActs = new Set<Act>(["completed", "not_completed", "cancel", "close_flag", "recheck"])
const payinStates: ReadonlyArray<Payin["state"]["_tag"]> = [
  "intended",
  "submitting",
  "awaiting_otp",
  "pending",
  "completed",
  "not_completed",
  "refused",
  "in_doubt",
  "expired",
  "cancelled",
]

describe("what a decision does", () => {
  it("has a text for every decision, state and reason to hold, in both languages", function* (world) {
    yield* createPayin(world, "order-1")
    yield* createPayout(world, "salary-1")
    const { payment: payin } = yield* stored(world, "payin", "order-1")
    const { payment: payout } = yield* stored(world, "payout", "salary-1")
    for (const language of languages) {
      for (const act of ownActs) {
        for (const because of HeldReason.literals) {
          const state: Payout["state"] = { _tag: "held", because }
          const told = consequenceOf(act, { content: payout.content, flags: [], state }, language)
          for (const text of Object.values(told ?? { missing: "" })) assert.match(text, /\.$/, `${act} ${because}`)
        }
        const told = consequenceOf(act, payin, language)
        assert.strictEqual(told !== null, payinActs.has(act), act)
        for (const text of Object.values(told ?? {})) assert.match(text, /\.$/, act)
      }
      for (const tag of [...payinStates, "held"] as const) {
        assert.lengthOf(tools[language].support.states[tag], 3, tag)
      }
    }
  })

  it("is offered and taken exactly where core lists it, whatever the state, age and callbacks (O10)", function* (world) {
    const policy = yield* Effect.provideContext(Policy, world.services)
    const refusal = { reason: CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" }) }
    const { refused: Refused } = CreationAnswer.cases
    const silent = noAnswer("timed_out")
    const answers = { accepted: world.service.create, silent, noted: silent, refused: Refused.make(refusal) }
    for (const [index, [id, answer]] of Object.entries(answers).entries()) {
      world.service.create = answer
      yield* createPayout(world, id, { phone: `2267000009${index}` })
    }
    for (const id of ["noted", "refused"]) yield* note(world, "payout", id, 1, "completed")
    for (const [age, expected] of [
      ["1 minute", [[], ["completed"], ["completed"], ["completed"]]],
      [
        "8 days",
        [["completed", "not_completed"], [...decisionOutcomes], ["completed", "not_completed"], ["completed"]],
      ],
    ] as const) {
      yield* TestClock.adjust(age)
      for (let n = 0; n < 4; n++) yield* sweep(world)
      const now = yield* Clock.currentTimeMillis
      for (const [index, id] of Object.keys(answers).entries()) {
        const record = yield* stored(world, "payout", id)
        const listed = decisionOutcomesFor(record, now, policy)
        assert.deepStrictEqual(listed, expected[index], `${id} after ${age}`)
        const offered = allowedOn(record, policy, now).filter(({ obstacle }) => obstacle === null)
        const acts = offered.map(({ act }) => act)
        assert.deepStrictEqual(
          decisionOutcomes.filter((outcome) => acts.includes(outcome)),
          listed,
        )
      }
    }
  })

  it("names the events that core delivers at once, and no other", function* (world) {
    const decided: Decided = {
      act: "cancel",
      by: "A. Colleague",
      from: "127.0.0.1",
      reason: "seen on the statement",
      evidence: "statement 12",
      asOf: 0,
      amount: "7000",
      flag: null,
    }
    yield* createPayout(world, "first", { phone: "22670000090" })
    for (const id of ["release", "cancel"]) yield* createPayout(world, id, { phone: "22670000090" })
    world.service.create = noAnswer("timed_out")
    for (const [index, id] of ["completed", "not_completed", "send_again"].entries()) {
      yield* createPayout(world, id, { phone: `2267000008${index}` })
    }
    yield* TestClock.adjust("4 days")
    for (const act of ["release", "cancel", "completed", "not_completed", "send_again"] as const) {
      const key = keyOf("payout", act)
      const before = yield* stored(world, "payout", act)
      const policy = yield* Effect.provideContext(Policy, world.services)
      const now = before.payment.createdAt + 4 * 86_400_000
      assert.include(
        allowedOn(before, policy, now).map((offer) => offer.act),
        act,
      )
      const asOf = before.payment.seq
      yield* Effect.provideContext(decide(key, { ...decided, act, asOf }), world.services)
      const lines = yield* Context.get(world.services, PaymentStore).history({ key, after: asOf, limit: 9 })
      const announced = lines.map(({ event }) => deliveredAs(event)).filter(Predicate.isNotNull)
      const told = consequenceOf(act, before.payment, "en")?.events ?? ""
      for (const tag of announced) assert.include(told, tag, act)
      assert.strictEqual(told.startsWith("They receive no event."), announced.length === 0, act)
    }
  })
})

it("the text for the service's support has every token, request, amount and time; masked until it was revealed", function* () {
  yield* TestClock.setTime(Date.UTC(2026, 10, 21, 14, 2, 11))
  const world = yield* newWorld()
  yield* createPayout(world, "salary-1", { phone: "22970000001", amount: 12_500 })
  const record = yield* stored(world, "payout", "salary-1")
  const masked = supportOf(record, "en", false).text
  assert.notInclude(masked, "22970000001")
  assert.notInclude(masked, tokenOf(1))
  assert.include(masked, "Our reference: payout shop/salary-1")
  assert.include(masked, "12,500\u00A0F\u00A0CFA (12500 XOF)")
  assert.include(masked, "21 Nov 2026, 14:02:11 UTC · 15:02:11 local time (UTC+1)")
  const whole = supportOf(record, "fr", true).text
  assert.include(whole, "22970000001")
  assert.include(whole, tokenOf(1))
  assert.include(whole, "Notre question")
  assert.strictEqual(completed(1).requestId, "REQ-1")
})
