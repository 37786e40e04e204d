import { assert, describe, it } from "@effect/vitest"
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
import { completed, payout, pushPayin, testPolicy } from "./scripted.ts"

const token = CreationToken.make("canary-token")
const url = "https://canary.example/pay"
const number = "22679999999"
const make = Events.cases

const aPayin = (): Payin => {
  const content = Result.getOrThrow(
    readPayin(
      pushPayin("order-1", {
        method: { _tag: "Direct", mode: "UssdPush", customer: number },
        customer: { firstName: "canary", email: "canary@shop.example" },
        customData: { note: "canary" },
        orderRef: "basket-7",
      }),
      testPolicy,
    ),
  )
  return asPayin(Result.getOrThrow(fold([{ seq: 1, at: 0, event: make.Intended.make({ content }) }])))
}
const aPayout = (): Payout => {
  const content = Result.getOrThrow(readPayout(payout("salary-1", { beneficiary: number }), testPolicy))
  return asPayout(Result.getOrThrow(fold([{ seq: 1, at: 0, event: make.Intended.make({ content }) }])))
}

const observation = {
  attempt: 1,
  startedAt: 5,
  record: completed(500, { payer: number, operatorReference: "canary", requestId: "canary", externalId: "canary" }),
}
const reason = CallFailure.cases.AmountRefused.make({ code: "canary" })

/** One event of every kind, with something that a host must not hear wherever there is room for it. */
const everyEvent: { readonly [Tag in EventTag]: PaymentEvent } = {
  Intended: make.Intended.make({ content: aPayin().content }),
  AttemptStarted: make.AttemptStarted.make({ attempt: 1, kind: "Pay", carriesOtp: false }),
  Accepted: make.Accepted.make({ attempt: 1, token, url, to: "Pending" }),
  OtpRequested: make.OtpRequested.make({ attempt: 1, token, to: "AwaitingOtp" }),
  AttemptRefused: make.AttemptRefused.make({ attempt: 1, reason, to: "Refused" }),
  AttemptNotSent: make.AttemptNotSent.make({
    attempt: 1,
    answer: CreationAnswer.cases.TurnedAway.make({ reason }),
    to: "Intended",
  }),
  AttemptUnanswered: make.AttemptUnanswered.make({
    attempt: 1,
    cause: "Contradictory",
    code: "canary",
    token,
    to: "Pending",
  }),
  AnsweredLate: make.AnsweredLate.make({ attempt: 1, answer: noAnswer("TimedOut", "canary"), to: null }),
  Reopened: make.Reopened.make({ attempts: [1] }),
  Refused: make.Refused.make({ reason }),
  InDoubt: make.InDoubt.make({}),
  Completed: make.Completed.make({ observation, late: true }),
  NotCompleted: make.NotCompleted.make({}),
  Expired: make.Expired.make({}),
  Cancelled: make.Cancelled.make({ because: "TooOld", by: "canary" }),
  Held: make.Held.make({ because: "Twin" }),
  Released: make.Released.make({ by: "a colleague", reason: "canary" }),
  Resolved: make.Resolved.make({ to: "Completed", by: "a colleague", reason: "known", evidence: "canary", asOf: 3 }),
  ApprovalRequested: make.ApprovalRequested.make({
    decision: "Release",
    by: "a colleague",
    reason: "canary",
    evidence: "canary",
    digest: "canary",
  }),
  ApprovalWithdrawn: make.ApprovalWithdrawn.make({ by: "canary" }),
  Restored: make.Restored.make({}),
  CompletionSeen: make.CompletionSeen.make({ attempt: 1 }),
  Flagged: make.Flagged.make({ kind: "Overdue", subject: "2" }),
  FlagClosed: make.FlagClosed.make({ kind: "Overdue", subject: "2", by: "a colleague", reason: "canary" }),
}
const entry = (event: PaymentEvent) => ({ seq: 7, at: 99, event })
const received = (event: PaymentEvent, payment: Payin | Payout = aPayin()) => deliveredEventOf(payment, entry(event))

const idOf = (seq: number, payment: Payin | Payout) => deliveredEventOf(payment, { ...entry(everyEvent.Held), seq })?.id
const detailOf = (tag: EventTag) => received(everyEvent[tag])?.detail

const anAnnouncement = (): DeliveredEvent => {
  const deliveredEvent = received(everyEvent.Completed)
  if (deliveredEvent === null) throw new Error("A completion is announced.")
  return deliveredEvent
}

const resolved = (to: "Completed" | "NotCompleted" | "Intended") =>
  received(make.Resolved.make({ to, by: "a colleague", reason: "22670000001 is paid", evidence: "canary", asOf: 3 }))

describe("deliveredEventOf", () => {
  it("announces exactly the nine events that a host hears of", () => {
    const person = { by: "a colleague", reason: "known", evidence: "canary", asOf: 3 }
    const less = make.Resolved.make({ to: "Underpaid", amountPaid: 499, ...person })
    const deliverable = new Set([...Object.values(everyEvent), less].flatMap((event) => received(event)?.event ?? []))
    assert.deepStrictEqual([...deliverable].toSorted(), [
      "Cancelled",
      "Completed",
      "Expired",
      "Flagged",
      "Held",
      "InDoubt",
      "NotCompleted",
      "Refused",
      "Underpaid",
    ])
    assert.deepStrictEqual([...deliverable].toSorted(), deliveredTags.toSorted())
  })

  it("announces a person's decision as what it leads to, with who and why, and a decision to send again not at all", () => {
    const decidedBy = { by: "a colleague", reason: "… is paid" }
    assert.deepInclude(resolved("Completed"), {
      event: "Completed",
      detail: { amountPaid: 500, late: false, operator: "", decidedBy },
    })
    assert.deepInclude(resolved("NotCompleted"), { event: "NotCompleted", detail: { detail: "", decidedBy } })
    assert.isNull(resolved("Intended"))
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
    assert.deepStrictEqual(received(everyEvent.Refused), {
      id: "payin shop/order-1#7",
      key: aPayin().key,
      seq: 7,
      at: 99,
      event: "Refused",
      detail: { reason: "AmountRefused", subCode: "" },
      state: "Intended",
      amount: 500,
      rail: "UssdPush",
      orderRef: "basket-7",
    })
    assert.deepStrictEqual(received(everyEvent.InDoubt, aPayout()), {
      id: "payout shop/salary-1#7",
      key: aPayout().key,
      seq: 7,
      at: 99,
      event: "InDoubt",
      detail: {},
      state: "Intended",
      amount: 700,
      rail: "MobileMoneyPayout",
      orderRef: null,
    })
  })

  it("says why a payment was refused, with the service's sub-code and no other text of it #216 #218", () => {
    const because = (code: string) =>
      received(make.Refused.make({ reason: CallFailure.cases.AmountRefused.make({ code }) }))?.detail
    assert.deepStrictEqual(because("Code02"), { reason: "AmountRefused", subCode: "Code02" })
    assert.deepStrictEqual(because("for 22670000001"), { reason: "AmountRefused", subCode: "" })
    assert.deepStrictEqual(received(make.Refused.make({}))?.detail, {})
  })

  it("gives the same event the same id, and other events, payments and kinds other ids", () => {
    assert.strictEqual(idOf(7, aPayin()), idOf(7, aPayin()))
    assert.strictEqual(new Set([idOf(7, aPayin()), idOf(8, aPayin()), idOf(7, aPayout())]).size, 3)
  })

  it("says of each event what a host needs to know", () => {
    assert.deepStrictEqual(detailOf("Completed"), {
      amountPaid: 500,
      late: true,
      operator: "ORANGE BURKINA",
      decidedBy: null,
    })
    assert.deepStrictEqual(detailOf("Cancelled"), { because: "TooOld" })
    assert.deepStrictEqual(detailOf("Held"), { because: "Twin" })
    assert.deepStrictEqual(detailOf("NotCompleted"), { detail: "", decidedBy: null })
    const failed = received(make.NotCompleted.make({ detail: "Solde insuffisant de 22670000001" }))
    assert.deepStrictEqual(failed?.detail, { detail: "Solde insuffisant de …", decidedBy: null })
    assert.deepStrictEqual(detailOf("Flagged"), { flag: "Overdue", subject: "2", amountPaid: null })
    for (const tag of ["Expired", "InDoubt"] as const) assert.deepStrictEqual(detailOf(tag), {})
  })
})

const wanted = (wish: Pick<Consumer, "events" | "kind">) =>
  wantedBy({ name: "books", receive: () => Effect.void, ...wish })

describe("what the store keeps for a consumer", () => {
  it("is everything, or the events of both kinds, or all of one kind", () => {
    assert.isUndefined(wanted({}))
    assert.deepStrictEqual(wanted({ events: ["Held"] }), ["payin.Held", "payout.Held"])
    assert.deepStrictEqual(wanted({ events: ["Held"], kind: "payout" }), ["payout.Held"])
    assert.deepStrictEqual(
      wanted({ kind: "payin" }),
      deliveredTags.map((tag) => `payin.${tag}` as const),
    )
  })
})

describe("Consumers", () => {
  it.effect("is the log unless the host brings its own consumers", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* Consumers, [logConsumer])
      assert.strictEqual(logConsumer.name, "log")
      const own = [{ name: "mail", receive: () => Effect.void }]
      assert.strictEqual(yield* Consumers.pipe(Effect.provideService(Consumers, own)), own)
    }),
  )

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
            "Completed: payin shop/order-1",
            { amountPaid: 500, late: true, operator: "ORANGE BURKINA", decidedBy: null },
          ],
        ],
      ])
    }).pipe(Effect.provide(Logger.layer([collect])), Effect.provideService(References.MinimumLogLevel, "Info"))
  })
})
