/**
 * Random lives of payments, for properties. Everything that may happen to a payment is drawn from a seed: calls and their answers in
 * time and late, lost workers, rounds of confirms with any reply, callbacks, people's decisions, and the passing of time. Every step
 * is a decision of the machine.
 */
import { Result } from "effect"
import { issuedTokensOf, attemptInFlight } from "../src/model/Attempt.ts"
import type { PayinMethod } from "../src/model/Content.ts"
import { CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { type HistoryEntry, openFlags, type PaymentEvent } from "../src/model/Event.ts"
import { NoAnswerCause, CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import { approvalOf, needsSecondPerson } from "../src/machine/approvals.ts"
import { decide, fold } from "../src/machine/decide.ts"
import { decisionOutcomesFor } from "../src/machine/requests.ts"
import { newTracking, type PaymentRecord } from "../src/model/PaymentRecord.ts"
import type { Stimulus } from "../src/model/stimulus.ts"
import { firstKind, nextAction } from "../src/machine/nextAction.ts"
import { blankConfirmRecord, type ConfirmRecord, type TokenReply } from "../src/model/Observation.ts"
import { deadlineOf } from "../src/model/Payment.ts"
import type { PolicyShape } from "../src/model/Policy.ts"
import { checkFurtherCall } from "../src/machine/furtherCalls.ts"
import { type AttemptKind, DirectMode, modeTraits } from "../src/model/ValidationMode.ts"
import {
  day,
  direct,
  hosted,
  hour,
  minute,
  payinIntent,
  payoutIntent,
  policy as plainPolicy,
  policyWith,
  recordOf,
  second,
  walletPayin,
} from "./samples.ts"
import { later } from "../src/model/Policy.ts"

/** Numbers from a seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error("nothing to pick from")
    return item
  }
  return { chance: (share: number) => next() < share, below, pick }
}
type Random = ReturnType<typeof randomFrom>

/** The policy of all lives: with a fee, so that amounts above the expected one may fit, and two people for the large payouts. */
export const livesPolicy: PolicyShape = policyWith(plainPolicy, {
  merchant: { fees: [{ basisPoints: 200, fixedXof: 5 }] },
  approvals: { payoutsAbove: 800, approvers: ["Awa Exemple"] },
})

/** One step of a life: what was known before it, what it did, and what is known now. */
export interface Happening {
  readonly before: PaymentRecord
  readonly after: PaymentRecord
  readonly events: ReadonlyArray<PaymentEvent>
  readonly replies: ReadonlyArray<TokenReply> | null
  readonly now: number
}

/** What asking the service mostly brings. */
type Mood = ConfirmRecord["status"] | "NotFound" | "Failed"
const moods: ReadonlyArray<Mood> = ["pending", "completed", "not_completed", "NotFound", "Failed"]

export interface Life {
  record: PaymentRecord
  readonly entries: [HistoryEntry, ...Array<HistoryEntry>]
  now: number
  /** What the service mostly says at present. */
  mood: Mood
  tokens: number
  readonly look: (happening: Happening) => void
}

const methods: ReadonlyArray<PayinMethod> = [hosted, walletPayin, ...DirectMode.literals.map((mode) => direct(mode))]

/** A payment that was just intended. */
const born = (random: Random, look: (happening: Happening) => void): Life => {
  const kind = random.chance(0.6) ? "payin" : "payout"
  const intent =
    kind === "payin"
      ? payinIntent(random.pick(methods))
      : payoutIntent(
          random.pick([
            { type: "mobile_money" },
            { type: "wallet", funds: random.pick(["keep_in_wallet", "transfer_to_mobile_money"]) },
          ]),
          random.chance(0.1) ? 900 : 700,
        )
  const payment = Result.getOrThrow(fold([intent]))
  return {
    record: recordOf(payment, { tracking: newTracking(payment, livesPolicy) }),
    entries: [intent],
    now: 0,
    mood: "pending",
    tokens: 0,
    look,
  }
}

/** Something comes to the payment; what is refused changes nothing. */
const happenTo = (
  life: Life,
  stimulus: Stimulus,
  more: Partial<PaymentRecord> = {},
  replies: ReadonlyArray<TokenReply> | null = null,
) => {
  const before = life.record
  const decision = decide(before, stimulus, life.now, livesPolicy)
  if (Result.isFailure(decision)) return
  const { change, tracking } = decision.success
  const { entries, payment } = change
  life.record = { ...before, payment, tracking, version: before.version + 1, ...more }
  life.entries.push(...entries)
  life.look({ before, after: life.record, events: entries.map(({ event }) => event), replies, now: life.now })
}

const start = (life: Life, kind: AttemptKind, carriesOtp: boolean) => {
  const { lease, payment } = life.record
  const claimed = { lease: { number: lease.number + 1, until: later(life.now, livesPolicy.calls.lease) } }
  happenTo(life, { _tag: "Started", kind, carriesOtp, asOf: payment.seq }, claimed)
}

/** An answer that this kind of call can bring. */
const anyAnswer = (life: Life, random: Random, kind: AttemptKind): CreationAnswer => {
  const code = "Code07"
  const token = () => CreationToken.make(`token-${random.chance(0.9) ? ++life.tokens : Math.max(1, life.tokens)}`)
  switch (random.below(8)) {
    case 0:
    case 1:
      return kind === "wallet_otp_request"
        ? CreationAnswer.cases.otp_sent.make({})
        : CreationAnswer.cases.accepted.make({
            token: token(),
            url: random.pick([null, "https://pay.example/p/1"]),
          })
    case 2:
      return CreationAnswer.cases.refused.make({ reason: CallFailure.cases.amount_refused.make({ code: "Code02" }) })
    case 3:
      return CreationAnswer.cases.turned_away.make({ reason: CallFailure.cases.ip_denied.make({ code: "Code03" }) })
    case 4:
      return notSent(random.pick(["connection_refused", "lease_over"]))
    case 5:
      return kind === "wallet_otp_request"
        ? noAnswer("unreadable")
        : CreationAnswer.cases.no_answer.make({ cause: "contradictory", code, token: token() })
    default:
      return noAnswer(random.pick(NoAnswerCause.literals.filter((cause) => cause !== "contradictory")))
  }
}

const answer = (life: Life, attempt: number, brought: CreationAnswer) =>
  happenTo(life, { _tag: "Answered", attempt, answer: brought })

const anyRecord = (life: Life, random: Random, status: ConfirmRecord["status"]): ConfirmRecord => {
  const amount = life.record.payment.content.amount
  return {
    ...blankConfirmRecord,
    status,
    unknownStatus: status === "pending" && random.chance(0.1) ? random.pick(["paid", "expired"]) : null,
    amount: random.chance(0.7) ? amount : random.pick([amount - 1, amount + 15, amount + 16, null]),
    tokenIsOurs: random.chance(0.95),
    transactionId: random.pick([null, life.record.payment.content.id, random.chance(0.2) ? "order-2" : null]),
    externalId: random.pick(["", life.record.payment.content.id, "other"]),
    payer: random.pick([null, "22670000001"]),
    requestId: random.pick(["", "request-1", "request-2"]),
    operatorReference: random.pick(["", "", "operator-1"]),
  }
}

/** One round of confirms, as the settlement makes it. */
const round = (life: Life, random: Random) => {
  const { payment, newestNote: readNote } = life.record
  const startedAt = life.now
  const replies = issuedTokensOf(payment.attempts).map(({ attempt }): TokenReply => {
    const asked = life.now
    life.now += random.below(3 * second)
    const mood = random.chance(0.8) ? life.mood : random.pick(moods)
    if (mood === "NotFound" || mood === "Failed") return { _tag: mood, attempt, startedAt: asked }
    return { _tag: "Observed", observation: { attempt, startedAt: asked, record: anyRecord(life, random, mood) } }
  })
  happenTo(life, { _tag: "Confirmed", replies, startedAt, readNote, isDenied: false }, {}, replies)
}

/** What a reconciler does: it asks `nextAction` and obeys. */
const obey = (life: Life, random: Random) => {
  const action = nextAction(life.record, livesPolicy, life.now)
  switch (action._tag) {
    case "Submit":
      if (random.chance(0.1) && life.record.payment._tag === "Payout")
        return happenTo(life, { _tag: "Stopped", because: "twin" })
      start(life, action.kind, false)
      // As the writer does where the claim is refused.
      if (needsSecondPerson(life.record.payment, "release", livesPolicy))
        return happenTo(life, { _tag: "Stopped", because: "needs_approval" })
      return
    case "AssumeLost":
      return answer(life, attemptInFlight(life.record.payment.attempts)?.number ?? 0, noAnswer("worker_lost"))
    case "GiveUp":
      return happenTo(life, { _tag: "TimePassed" })
    case "Confirm":
    case "Judge":
      return round(life, random)
    case "Wait":
      life.now = Math.max(life.now, action.until ?? life.now)
  }
}

const personDecides = (life: Life, random: Random) => {
  const { payment } = life.record
  const person = { by: "A colleague", reason: "statement", asOf: payment.seq }
  const rulings = decisionOutcomesFor(life.record, life.now, livesPolicy)
  if (rulings.length > 0 && random.chance(0.4)) {
    return happenTo(life, { _tag: "Decided", to: random.pick(rulings), evidence: "letter 7", ...person })
  }
  const state = payment.state._tag
  const approval = approvalOf(life.record, livesPolicy)
  if (approval !== null && random.chance(0.7)) {
    const { asOf } = person
    return random.chance(0.8)
      ? happenTo(life, { _tag: "Approved", by: "Awa Exemple", asOf, digest: approval.digest })
      : happenTo(life, { _tag: "Withdrawn", by: person.by, asOf })
  }
  const decision = state === "held" ? "release" : "send_again"
  if (needsSecondPerson(payment, decision, livesPolicy) && random.chance(0.7)) {
    return happenTo(life, { _tag: "Requested", decision, evidence: "letter 7", ...person })
  }
  if (state === "held" && random.chance(0.7)) return happenTo(life, { _tag: "Released", ...person })
  if ((state === "held" || state === "intended") && random.chance(0.1)) {
    return happenTo(life, { _tag: "Cancelled", by: "A colleague", asOf: payment.seq })
  }
  const [flag] = openFlags(payment.flags)
  if (flag !== undefined) happenTo(life, { _tag: "FlagClosed", kind: flag.kind, subject: flag.subject, ...person })
}

/** A further call for the customer, or the first one by the caller that holds a code. */
const customerTries = (life: Life, random: Random) => {
  const { payment } = life.record
  if (payment._tag === "Payout") return
  if (payment.state._tag === "intended" && payment.content.method.type === "direct") {
    return start(life, firstKind(payment), modeTraits[payment.content.method.mode].otpFrom === "dialled_code")
  }
  const wanted = random.pick(["SubmitOtp", "SendOtpAgain", "TryAgain"] as const)
  const hasOtp = wanted !== "SendOtpAgain" && random.chance(0.8)
  const kind = checkFurtherCall(payment, life.record.notes, wanted, hasOtp, life.now, livesPolicy)
  if (Result.isSuccess(kind)) start(life, kind.success, hasOtp)
}

const noteComes = (life: Life, random: Random) => {
  const { attempts } = life.record.payment
  if (attempts.length === 0) return
  const newest = life.record.newestNote + 1
  const attempt = 1 + random.below(attempts.length)
  life.record = {
    ...life.record,
    newestNote: newest,
    notes: [...life.record.notes.filter((note) => note.attempt !== attempt), { attempt, newest }],
  }
}

const waits = [1, second, 10 * second, 30 * second, minute, 2 * minute, 10 * minute, hour, day, 4 * day]
const timePasses = (life: Life, random: Random) => {
  const { payment, tracking } = life.record
  const deadline = deadlineOf(payment, livesPolicy)
  const goals = [tracking.actAt, deadline, life.now + random.pick(waits)].filter((time) => time !== null)
  life.now = Math.max(life.now, random.pick(goals))
}

const happen = (life: Life, random: Random): void => {
  const { attempts } = life.record.payment
  const flying = attemptInFlight(attempts)
  if (random.chance(0.1)) life.mood = random.pick(moods)
  if (flying !== undefined && random.chance(0.5)) {
    return answer(life, flying.number, anyAnswer(life, random, flying.kind))
  }
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return obey(life, random)
    case 4:
    case 5:
      return timePasses(life, random)
    case 6: {
      if (attempts.length === 0) return
      const late = random.pick(attempts)
      // A call has one answer, so what is answered already may only be answered in a test that wants to see it refused.
      return answer(life, late.number, anyAnswer(life, random, late.kind))
    }
    case 7:
    case 8:
      return customerTries(life, random)
    case 9:
      return personDecides(life, random)
    case 10:
      return noteComes(life, random)
    default:
      if (life.record.payment.state._tag !== "submitting") round(life, random)
  }
}

export const live = (seed: number, steps: number, look: (happening: Happening) => void = () => undefined): Life => {
  const random = randomFrom(seed)
  const life = born(random, look)
  for (let step = 0; step < steps; step++) happen(life, random)
  return life
}
