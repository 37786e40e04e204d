/**
 * Payments, answers and replies for the tests of the machine: everything here is plain data and pure functions, no service and no
 * clock. Times count from zero.
 */
import { Duration, Result } from "effect"
import { issuedTokensOf } from "../src/model/Attempt.ts"
import type { PayinMethod, PayoutMethod } from "../src/model/Content.ts"
import { CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { type HistoryEntry, PaymentEvent } from "../src/model/Event.ts"
import { CallFailure } from "../src/model/CallFailure.ts"
import {
  CreationToken,
  Msisdn,
  OrderRef,
  PayinAmount,
  PaymentId,
  PayoutAmount,
  ProjectId,
} from "../src/model/Identifiers.ts"
import { blankConfirmRecord, type ConfirmRecord, type TokenReply } from "../src/model/Observation.ts"
import { append, decide, fold } from "../src/machine/decide.ts"
import { decisionOutcomesFor } from "../src/machine/requests.ts"
import { newTracking, type NoteSummary, type PaymentRecord, type Tracking } from "../src/model/PaymentRecord.ts"
import type { Stimulus } from "../src/model/stimulus.ts"
import { Payin } from "../src/model/Payin.ts"
import type { Payment } from "../src/model/Payment.ts"
import { Payout } from "../src/model/Payout.ts"
import { defaultPolicy, makePolicy, type PolicyInput, type PolicyShape } from "../src/model/Policy.ts"
import type { AttemptKind, DirectMode } from "../src/model/ValidationMode.ts"

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const policy: PolicyShape = defaultPolicy

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !Duration.isDuration(value)

/** One input over another: what both name in a group is the upper one's. */
const over = (lower: object, upper: object): object => {
  const below = new Map<string, unknown>(Object.entries(lower))
  const merged = Object.entries(upper).map(([key, value]) => {
    const under = below.get(key)
    return [key, isGroup(under) && isGroup(value) ? over(under, value) : value] as const
  })
  return Object.fromEntries([...below, ...merged])
}

/** A policy of a test's own, of which later parts win. */
export const policyWith = (...overrides: ReadonlyArray<PolicyInput>): PolicyShape =>
  Result.getOrThrow(makePolicy(overrides.reduce<PolicyInput>(over, {})))

export const Events = PaymentEvent.cases

export const customer = Msisdn.make("22670000001")
export const beneficiary = Msisdn.make("22670000002")

export const hosted: PayinMethod = {
  type: "hosted",
  returnUrl: "https://shop.example/thanks",
  cancelUrl: "https://shop.example/cart",
  phone: null,
}
export const walletPayin: PayinMethod = { type: "wallet", phone: customer }
export const direct = (mode: DirectMode): PayinMethod => ({ type: "direct", mode, phone: customer })
export const push = direct("ussd_push")

/** The intent of a payin of 500 francs. */
export const payinIntent = (method: PayinMethod = push, id = "order-1"): HistoryEntry => ({
  seq: 1,
  at: 0,
  event: Events.intended.make({
    content: {
      kind: "payin",
      project: ProjectId.make("shop"),
      id: PaymentId.make(id),
      amount: PayinAmount.make(500),
      method,
      description: "Two loaves",
      items: [],
      shop: { name: "Boutique", siteUrl: "https://shop.example" },
      customer: {},
      customData: { basket: "b-7" },
      orderRef: OrderRef.make("order/1"),
    },
  }),
})

/** The intent of a payout, of 700 francs unless another amount is given. */
export const payoutIntent = (method: PayoutMethod = { type: "mobile_money" }, amount = 700): HistoryEntry => ({
  seq: 1,
  at: 0,
  event: Events.intended.make({
    content: {
      kind: "payout",
      project: ProjectId.make("shop"),
      id: PaymentId.make("salary-1"),
      amount: PayoutAmount.make(amount),
      method,
      phone: beneficiary,
      description: "Salary",
      operator: null,
      refundOf: null,
      customData: {},
    },
  }),
})

export const newPayin = (method: PayinMethod = push): Payin => asPayin(Result.getOrThrow(fold([payinIntent(method)])))

export const newPayout = (method?: PayoutMethod): Payout => asPayout(Result.getOrThrow(fold([payoutIntent(method)])))

export const asPayin = (payment: Payment): Payin => {
  if (payment._tag !== "Payin") throw new Error("not a payin")
  return payment
}

export const asPayout = (payment: Payment): Payout => {
  if (payment._tag !== "Payout") throw new Error("not a payout")
  return payment
}

/** A payment with some of its fields replaced, whether they fit together or not. */
export const payinWith = (payin: Payment, more: Partial<Pick<Payin, "state" | "attempts" | "flags" | "decidedAt">>) =>
  new Payin(Object.assign({}, asPayin(payin), more))
export const payoutWith = (
  payout: Payment,
  more: Partial<Pick<Payout, "state" | "attempts" | "flags" | "decidedAt">>,
) => new Payout(Object.assign({}, asPayout(payout), more))

/** The payment after some events; a step that the tables refuse fails the test. */
export const after = (payment: Payment, events: ReadonlyArray<PaymentEvent>, at = 0): Payment =>
  Result.getOrThrow(append(payment, events, at)).payment

/** The payment with its next attempt under way. */
export const started = (payment: Payment, at = 0, kind: AttemptKind = "pay", carriesOtp = false): Payment =>
  after(payment, [Events.attempt_started.make({ attempt: payment.attempts.length + 1, kind, carriesOtp })], at)

/** The payment after an answer to one of its attempts (the newest, unless told otherwise). */
export const answered = (
  payment: Payment,
  answer: CreationAnswer,
  attempt = payment.attempts.length,
  at = 0,
): Payment => after(payment, answerEvents(payment, attempt, answer, false, policy), at)

export const tried = (payment: Payment, answer: CreationAnswer, at = 0, kind: AttemptKind = "pay", otp = false) =>
  answered(started(payment, at, kind, otp), answer, payment.attempts.length + 1, at)

export const token = (name: string | number) => CreationToken.make(`token-${name}`)
export const accepted = (name: string | number, url: string | null = null) =>
  CreationAnswer.cases.accepted.make({ token: token(name), url })
export const otpSent = CreationAnswer.cases.otp_sent.make({})
export const refused = CreationAnswer.cases.refused.make({
  reason: CallFailure.cases.amount_refused.make({ code: "Code02" }),
})
export const turnedAway = CreationAnswer.cases.turned_away.make({
  reason: CallFailure.cases.authentication_failed.make({ code: "Code00" }),
})
export const unsent = notSent("connection_refused")
export const silence = noAnswer("timed_out")
export const withoutToken = noAnswer("token_missing")
/** A refusal that brought a token: contradictory, so the token is kept and asked. */
export const contradictory = (name: string | number) =>
  CreationAnswer.cases.no_answer.make({ cause: "contradictory", code: "Code01", token: token(name) })

export const pending: ConfirmRecord = blankConfirmRecord
export const completed = (amount = 500, more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankConfirmRecord,
  status: "completed",
  amount,
  ...more,
})
export const failed = (more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankConfirmRecord,
  status: "not_completed",
  ...more,
})

/** What asking for a handle brought. */
export const said = (attempt: number, record: ConfirmRecord, startedAt = 0): TokenReply => ({
  _tag: "Observed",
  observation: { attempt, startedAt, record },
})
export const notFound = (attempt: number, startedAt = 0): TokenReply => ({ _tag: "NotFound", attempt, startedAt })
export const noReply = (attempt: number, startedAt = 0): TokenReply => ({ _tag: "Failed", attempt, startedAt })

/** What a stimulus makes of a payment; one that is refused fails the test. */
export const decided = (record: PaymentRecord, stimulus: Stimulus, now = 0, under: PolicyShape = policy) => {
  const { change, tracking } = Result.getOrThrow(decide(record, stimulus, now, under))
  return { payment: change.payment, events: change.entries.map(({ event }) => event), tracking }
}

/** The events by which an answer enters its payment. `noted`: a callback came for this attempt. */
export const answerEvents = (
  payment: Payment,
  attempt: number,
  answer: CreationAnswer,
  noted: boolean,
  under: PolicyShape,
): ReadonlyArray<PaymentEvent> => {
  const notes = noted ? [{ attempt, newest: 1 }] : []
  return decided(recordOf(payment, { notes }), { _tag: "Answered", attempt, answer }, 0, under).events
}

/** What one round makes of a payment, with a fresh memory unless one is given. */
export const judged = (
  payment: Payment,
  replies: ReadonlyArray<TokenReply>,
  more: {
    readonly tracking?: Tracking
    readonly notes?: ReadonlyArray<NoteSummary>
    readonly now?: number
    readonly policy?: PolicyShape
  } = {},
) => {
  const { tracking = newTracking(payment, policy), notes = [], now = 0 } = more
  const round = { _tag: "Confirmed", replies, startedAt: now, readNote: tracking.notesSeen, isDenied: false } as const
  return decided(recordOf(payment, { tracking, notes }), round, now, more.policy)
}

/** What callbacks for attempts without a token bring, while the service says nothing. */
export const noteEvents = (payment: Payment, notes: ReadonlyArray<NoteSummary>): ReadonlyArray<PaymentEvent> =>
  judged(
    payment,
    issuedTokensOf(payment.attempts).map(({ attempt }) => noReply(attempt)),
    { notes },
  ).events

/** What a person may decide about a payment of which no callback is kept, three days after its last call unless told otherwise. */
export const rulingsOf = (payment: Payment, now = 4 * day) => decisionOutcomesFor(recordOf(payment), now, policy)

/** The names of events, with what tells two flags apart. */
export const tags = (events: ReadonlyArray<PaymentEvent>): ReadonlyArray<string> =>
  events.map((event) =>
    event._tag === "flagged" || event._tag === "flag_closed"
      ? `${event._tag} ${event.kind} ${event.subject}`.trimEnd()
      : event._tag,
  )

/** A payment as a store would hand it out. */
export const recordOf = (payment: Payment, more: Partial<PaymentRecord> = {}): PaymentRecord => ({
  payment,
  tracking: newTracking(payment, policy),
  version: 1,
  lease: { number: 0, until: 0 },
  notes: [],
  newestNote: 0,
  ...more,
})
