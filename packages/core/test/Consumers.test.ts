import { assert, describe } from "@effect/vitest"
import { Effect, Logger, References, Result } from "effect"
import { CreationAnswer, noAnswer } from "../src/model/CreationAnswer.ts"
import { deliveredTags, type EventTag, type PaymentEvent, PaymentEvent as Events } from "../src/model/Event.ts"
import { CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import { readPayin, readPayout } from "../src/services/input.ts"
import {
  type Consumer,
  type DeliveredEvent,
  deliveredEventOf,
  logConsumer,
  Consumers,
  wantedBy,
} from "../src/ports/Consumers.ts"
import { fold } from "../src/machine/decide.ts"
import { asPayin, asPayout } from "./samples.ts"
import type { Payin } from "../src/model/Payin.ts"
import type { Payout } from "../src/model/Payout.ts"
import { it, completed, payout, pushPayin, testPolicy } from "./scripted.ts"

const token = CreationToken.make("canary-token")
const url = "https://canary.example/pay"
const number = "22679999999"
const make = Events.cases

const aPayin = (): Payin => {
  const content = Result.getOrThrow(
    readPayin(
      pushPayin("order-1", {
        method: { type: "direct", mode: "ussd_push", phone: number },
        customer: { firstName: "canary", email: "canary@shop.example" },
        customData: { note: "canary" },
        orderRef: "basket-7",
      }),
      testPolicy,
    ),
  )
  return asPayin(Result.getOrThrow(fold([{ seq: 1, at: 0, event: make.intended.make({ content }) }])))
}
const aPayout = (): Payout => {
  const content = Result.getOrThrow(readPayout(payout("salary-1", { phone: number }), testPolicy))
  return asPayout(Result.getOrThrow(fold([{ seq: 1, at: 0, event: make.intended.make({ content }) }])))
}

const observation = {
  attempt: 1,
  startedAt: 5,
  record: completed(500, { payer: number, operatorReference: "canary", requestId: "canary", externalId: "canary" }),
}
const reason = CallFailure.cases.amount_refused.make({ code: "canary" })

/** One event of every kind, with something that a host must not hear wherever there is room for it. */
const everyEvent: { readonly [Tag in EventTag]: PaymentEvent } = {
  intended: make.intended.make({ content: aPayin().content }),
  attempt_started: make.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false }),
  accepted: make.accepted.make({ attempt: 1, token, url, to: "pending" }),
  otp_requested: make.otp_requested.make({ attempt: 1, token, to: "awaiting_otp" }),
  attempt_refused: make.attempt_refused.make({ attempt: 1, reason, to: "refused" }),
  attempt_not_sent: make.attempt_not_sent.make({
    attempt: 1,
    answer: CreationAnswer.cases.turned_away.make({ reason }),
    to: "intended",
  }),
  attempt_unanswered: make.attempt_unanswered.make({
    attempt: 1,
    cause: "contradictory",
    code: "canary",
    token,
    to: "pending",
  }),
  answered_late: make.answered_late.make({ attempt: 1, answer: noAnswer("timed_out", "canary"), to: null }),
  reopened: make.reopened.make({ attempts: [1] }),
  refused: make.refused.make({ reason }),
  in_doubt: make.in_doubt.make({}),
  completed: make.completed.make({ observation, late: true }),
  not_completed: make.not_completed.make({}),
  expired: make.expired.make({}),
  cancelled: make.cancelled.make({ because: "too_old", by: "canary" }),
  held: make.held.make({ because: "twin" }),
  released: make.released.make({ by: "a colleague", reason: "canary" }),
  resolved: make.resolved.make({ to: "completed", by: "a colleague", reason: "known", evidence: "canary", asOf: 3 }),
  approval_requested: make.approval_requested.make({
    decision: "release",
    by: "a colleague",
    reason: "canary",
    evidence: "canary",
    digest: "canary",
  }),
  approval_withdrawn: make.approval_withdrawn.make({ by: "canary" }),
  restored: make.restored.make({}),
  completion_seen: make.completion_seen.make({ attempt: 1 }),
  flagged: make.flagged.make({ kind: "overdue", subject: "2" }),
  flag_closed: make.flag_closed.make({ kind: "overdue", subject: "2", by: "a colleague", reason: "canary" }),
}
const entry = (event: PaymentEvent) => ({ seq: 7, at: 99, event })
const received = (event: PaymentEvent, payment: Payin | Payout = aPayin()) => deliveredEventOf(payment, entry(event))

const idOf = (seq: number, payment: Payin | Payout) => deliveredEventOf(payment, { ...entry(everyEvent.held), seq })?.id
const detailOf = (tag: EventTag) => received(everyEvent[tag])?.detail

const anAnnouncement = (): DeliveredEvent => {
  const deliveredEvent = received(everyEvent.completed)
  if (deliveredEvent === null) throw new Error("A completion is announced.")
  return deliveredEvent
}

const resolved = (to: "completed" | "not_completed" | "intended") =>
  received(make.resolved.make({ to, by: "a colleague", reason: "22670000001 is paid", evidence: "canary", asOf: 3 }))

describe("deliveredEventOf", () => {
  it("announces exactly the nine events that a host hears of", () => {
    const person = { by: "a colleague", reason: "known", evidence: "canary", asOf: 3 }
    const less = make.resolved.make({ to: "underpaid", amountPaid: 499, ...person })
    const deliverable = new Set([...Object.values(everyEvent), less].flatMap((event) => received(event)?._tag ?? []))
    assert.deepStrictEqual([...deliverable].toSorted(), [
      "cancelled",
      "completed",
      "expired",
      "flagged",
      "held",
      "in_doubt",
      "not_completed",
      "refused",
      "underpaid",
    ])
    assert.deepStrictEqual([...deliverable].toSorted(), deliveredTags.toSorted())
  })

  it("announces a person's decision as what it leads to, with who and why, and a decision to send again not at all", () => {
    const decidedBy = { by: "a colleague", reason: "… is paid" }
    assert.deepInclude(resolved("completed"), {
      _tag: "completed",
      detail: { amountPaid: 500, late: false, operator: "", decidedBy },
    })
    assert.deepInclude(resolved("not_completed"), { _tag: "not_completed", detail: { detail: "", decidedBy } })
    assert.isNull(resolved("intended"))
  })

  it("holds no token, no address, no full number and nothing that the customer or an operator wrote", () => {
    for (const event of Object.values(everyEvent)) {
      for (const payment of [aPayin(), aPayout()]) {
        const text = JSON.stringify(received(event, payment))
        assert.notInclude(text, "canary", event._tag)
        assert.notInclude(text, number, event._tag)
      }
    }
  })

  it("says of which payment, what, when, and where the payment stands now", () => {
    assert.deepStrictEqual(received(everyEvent.refused), {
      id: "payin shop/order-1#7",
      key: aPayin().key,
      seq: 7,
      at: 99,
      _tag: "refused",
      detail: { reason: "amount_refused", subCode: "" },
      state: "intended",
      amount: 500,
      rail: "ussd_push",
      orderRef: "basket-7",
    })
    assert.deepStrictEqual(received(everyEvent.in_doubt, aPayout()), {
      id: "payout shop/salary-1#7",
      key: aPayout().key,
      seq: 7,
      at: 99,
      _tag: "in_doubt",
      detail: {},
      state: "intended",
      amount: 700,
      rail: "mobile_money_payout",
      orderRef: null,
    })
  })

  it("says why a payment was refused, with the service's sub-code and no other text of it #216 #218", () => {
    const because = (code: string) =>
      received(make.refused.make({ reason: CallFailure.cases.amount_refused.make({ code }) }))?.detail
    assert.deepStrictEqual(because("Code02"), { reason: "amount_refused", subCode: "Code02" })
    assert.deepStrictEqual(because("for 22670000001"), { reason: "amount_refused", subCode: "" })
    assert.deepStrictEqual(received(make.refused.make({}))?.detail, { reason: null, subCode: "" })
  })

  it("gives the same event the same id, and other events, payments and kinds other ids", () => {
    assert.strictEqual(idOf(7, aPayin()), idOf(7, aPayin()))
    assert.strictEqual(new Set([idOf(7, aPayin()), idOf(8, aPayin()), idOf(7, aPayout())]).size, 3)
  })

  it("says of each event what a host needs to know", () => {
    assert.deepStrictEqual(detailOf("completed"), {
      amountPaid: 500,
      late: true,
      operator: "ORANGE BURKINA",
      decidedBy: null,
    })
    assert.deepStrictEqual(detailOf("cancelled"), { because: "too_old" })
    assert.deepStrictEqual(detailOf("held"), { because: "twin" })
    assert.deepStrictEqual(detailOf("not_completed"), { detail: "", decidedBy: null })
    const failed = received(make.not_completed.make({ detail: "Solde insuffisant de 22670000001" }))
    assert.deepStrictEqual(failed?.detail, { detail: "Solde insuffisant de …", decidedBy: null })
    assert.deepStrictEqual(detailOf("flagged"), { flag: "overdue", subject: "2", amountPaid: null })
    for (const tag of ["expired", "in_doubt"] as const) assert.deepStrictEqual(detailOf(tag), {})
  })
})

const wanted = (wish: Pick<Consumer, "events" | "kind">) =>
  wantedBy({ name: "books", receive: () => Effect.void, ...wish })

it("what the store keeps for a consumer is everything, or the events of both kinds, or all of one kind", () => {
  assert.isUndefined(wanted({}))
  assert.deepStrictEqual(wanted({ events: ["held"] }), ["payin.held", "payout.held"])
  assert.deepStrictEqual(wanted({ events: ["held"], kind: "payout" }), ["payout.held"])
  assert.deepStrictEqual(
    wanted({ kind: "payin" }),
    deliveredTags.map((tag) => `payin.${tag}` as const),
  )
})

describe("Consumers", () => {
  it.gen("is the log unless the host brings its own consumers", function* () {
    assert.deepStrictEqual(yield* Consumers, [logConsumer])
    assert.strictEqual(logConsumer.name, "log")
    const own = [{ name: "mail", receive: () => Effect.void }]
    assert.strictEqual(yield* Consumers.pipe(Effect.provideService(Consumers, own)), own)
  })

  it.effect("writes each announcement to the log as one line that names the payment", () => {
    const lines: Array<unknown> = []
    const collect = Logger.make<unknown, void>(({ message, logLevel }) => {
      lines.push([logLevel, message])
    })
    return Effect.gen(function* () {
      yield* logConsumer.receive(anAnnouncement())
      assert.deepStrictEqual(lines, [
        [
          "Info",
          [
            "completed: payin shop/order-1",
            { amountPaid: 500, late: true, operator: "ORANGE BURKINA", decidedBy: null },
          ],
        ],
      ])
    }).pipe(Effect.provide(Logger.layer([collect])), Effect.provideService(References.MinimumLogLevel, "Info"))
  })
})
