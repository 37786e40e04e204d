/** Core's payments as plain objects. Secrets are left out here, and nowhere else. */
import { both, notSentTexts, reasonTexts, type Standing } from "@cauri/catalogue"
import { type NextStep as CoreStep, type PolicyShape, type NotNow } from "@cauri/core"
import {
  SharedState,
  type Pause as CorePause,
  pauseScopes,
  type UnreadablePayment as CoreUnreadable,
} from "@cauri/core/adapter"
import {
  amountPaidOf,
  approvalOf,
  type Attempt as CoreAttempt,
  counterparty,
  type Flag as CoreFlag,
  type HistoryEntry,
  Msisdn,
  nextStep,
  type Payin as CorePayin,
  type PayinContent,
  type Payment,
  type PaymentRecord,
  type Payout as CorePayout,
  railOf,
  CallFailure,
  callFailureTraits,
  decisionOutcomesFor,
  maskMsisdn,
} from "@cauri/core/model"
import { Clock, Effect, Record, Schema } from "effect"
import { isoOf } from "./failures.ts"
import type {
  Confirmed,
  Flag,
  HistoryLine,
  Pause,
  NextStep,
  Payin,
  Payout,
  Problem,
  Sending,
  UnreadablePayment,
} from "./plain.ts"

export const plainStep = (step: CoreStep): NextStep => {
  switch (step._tag) {
    case "open_url":
      return { type: "open_url", url: step.url }
    case "dial_this_code_first":
      return { type: "dial_this_code_first", amount: step.amount, fees: step.fees, total: step.total }
    case "confirm_on_phone":
      return { type: "confirm_on_phone", how: step.how }
    case "enter_code":
      return { type: "enter_code", from: step.from }
    case "wait_or_enter_code":
      return { type: "wait_or_enter_code", from: step.from }
    case "wait":
      return { type: "wait" }
    case "nothing":
      return { type: "nothing" }
  }
}

const reasonOf = ({ outcome }: CoreAttempt): CallFailure | null => {
  switch (outcome._tag) {
    case "refused":
    case "turned_away":
      return outcome.reason
    case "not_sent":
      return CallFailure.cases.not_sent.make({ cause: outcome.cause })
    case "no_answer":
      return outcome
    case "in_flight":
    case "not_executed":
    case "accepted":
    case "otp_sent":
      return null
  }
}

/** How a payment stands, for what is read about it. Only the caller of a USSD code payin has its code. */
const standingOf = ({ kind, rail, status }: Pick<Payin | Payout, "kind" | "rail" | "status">): Standing => ({
  kind,
  status,
  isSentByItself: status === "intended" && rail !== "ussd_otp",
})

const problemOf = (payment: Payment): Problem | null => {
  const last = payment.attempts.at(-1)
  const reason = last === undefined || "attempt" in payment.state ? null : reasonOf(last)
  if (last === undefined || reason === null) return null
  const tag = reason._tag
  const { content, state } = payment
  const standing = standingOf({ kind: content.kind, rail: railOf(content), status: state._tag })
  return {
    reason: tag,
    cause: "cause" in reason ? reason.cause : null,
    subCode: "code" in reason ? reason.code : "",
    detail: "detail" in reason ? (reason.detail ?? "") : "",
    mayHaveReachedService: callFailureTraits[reason._tag].mayHaveReachedService,
    operatorMessages: both((texts) => reasonTexts(texts, tag, standing).operator),
    customerMessages: both((texts) => reasonTexts(texts, tag, standing).customer),
  }
}

const plainFlag = ({ amountPaid, kind, subject, raisedAt, closed }: CoreFlag): Flag => ({
  kind,
  subject,
  amountPaid: amountPaid ?? null,
  raisedAt: isoOf(raisedAt),
  advice: both(({ flags }) => flags[kind].operator),
  closed: closed === null ? null : { ...closed, at: isoOf(closed.at) },
})

/** Is this payment closed: is nothing more expected of it? */
const isClosed = ({ state }: Payment): boolean => "at" in state

type Holds = ReadonlyArray<CorePause>

interface Beside {
  readonly pauses: Holds
  readonly now: number
  readonly policy: PolicyShape
}

export const plainPause = ({ scope, reason, by, since }: CorePause): Pause => ({
  scope,
  reason,
  by,
  since: isoOf(since),
})

/** The pause that keeps a payment from being sent, the widest first. */
const pauseOf = ({ content, state }: Payment, pauses: Holds): Pause | null => {
  if (state._tag !== "intended") return null
  const scopes = pauseScopes(content.kind, content.project, content.kind === "payout" ? content.operator : null)
  const [pause] = scopes.flatMap((scope) => pauses.filter((each) => each.scope === scope))
  return pause === undefined ? null : plainPause(pause)
}

/** A number with its middle hidden; any other text wholly hidden. */
const masked = (text: string): string =>
  Schema.is(Msisdn)(text) ? maskMsisdn(text) : "•".repeat(Math.min(text.length, 12))

const withoutNumbers = (text: string): string => text.replaceAll(/\+?[0-9](?:[ .-]?[0-9]){6,}/g, masked)

/** What the service last said: with the token that completed the payment, else with the newest that it knows. */
const confirmedOf = ({ payment: { state }, tracking }: PaymentRecord): Confirmed | null => {
  const received = tracking.tokens.toSorted((one, other) => other.attempt - one.attempt)
  const completing = received.find(({ attempt }) => "attempt" in state && state.attempt === attempt)
  const memory = completing ?? received.find((each) => each.newest !== undefined)
  if (memory?.newest === undefined) return null
  const { at, record } = memory.newest
  const {
    amount,
    date,
    detail = "",
    operatorId,
    operatorName,
    operatorReference,
    payer,
    payerDetails,
    requestId,
    status,
  } = record
  return {
    askedAt: isoOf(at),
    status,
    amount,
    operator: operatorId === "" && operatorName === "" ? null : { id: operatorId, name: operatorName },
    payer: payer === null ? null : masked(payer),
    date,
    reference: operatorReference,
    detail,
    requestId,
    customer: payerDetails === undefined ? null : Record.map(payerDetails, withoutNumbers),
  }
}

const common = (record: PaymentRecord, { now, pauses, policy }: Beside) => {
  const { payment } = record
  const { content, state } = payment
  const party = counterparty(content)
  return {
    project: content.project,
    id: content.id,
    amount: content.amount,
    amountPaid: amountPaidOf(payment),
    description: content.description,
    rail: railOf(content),
    phone: party === null ? null : maskMsisdn(party),
    closed: isClosed(payment),
    createdAt: isoOf(payment.createdAt),
    closedAt: "at" in state ? isoOf(state.at) : null,
    problem: problemOf(payment),
    pause: pauseOf(payment, pauses),
    confirmed: confirmedOf(record),
    customData: content.customData,
    flags: payment.flags.map(plainFlag),
    attempts: payment.attempts.map(({ number, kind, startedAt, outcome }) => ({
      number,
      kind,
      startedAt: isoOf(startedAt),
      outcome: outcome._tag,
    })),
    decisions: decisionOutcomesFor(record, now, policy),
    seq: payment.seq,
  }
}

/** What is known of an unreadable payment. Its body stays out: it may contain anything. */
export const plainUnreadable = ({ amount, createdAt, key, rail, state }: CoreUnreadable): UnreadablePayment => ({
  kind: key.kind,
  project: key.project,
  id: key.id,
  status: state,
  rail,
  amount,
  createdAt: isoOf(createdAt),
  advice: both(({ asides }) => asides.unreadable),
})

const methodOf = (method: PayinContent["method"]): Payin["method"] =>
  method.phone === null ? method : { ...method, phone: maskMsisdn(method.phone) }

const plainPayin = (payin: CorePayin, record: PaymentRecord, beside: Beside): Payin => ({
  ...common(record, beside),
  kind: "payin",
  method: methodOf(payin.content.method),
  items: payin.content.items,
  shop: payin.content.shop,
  customer: payin.content.customer,
  status: payin.state._tag,
  next: plainStep(nextStep(record, beside.policy)),
  orderRef: payin.content.orderRef,
  late: "late" in payin.state && payin.state.late,
})

const plainPayout = (payout: CorePayout, record: PaymentRecord, beside: Beside): Payout => ({
  ...common(record, beside),
  kind: "payout",
  method: payout.content.method,
  operator: payout.content.operator,
  status: payout.state._tag,
  heldBecause: payout.state._tag === "held" ? payout.state.because : null,
  refundOf: payout.content.refundOf,
  request: approvalOf(record, beside.policy),
})

/** Pauses stop only what was not sent: they are read only where there is such a payment. */
const pausesFor = (records: ReadonlyArray<PaymentRecord>) =>
  records.some(({ payment }) => payment.state._tag === "intended")
    ? Effect.flatMap(SharedState, (store) => store.pauses())
    : Effect.succeed<Holds>([])

const plain = (record: PaymentRecord, beside: Beside): Payin | Payout =>
  record.payment._tag === "Payin"
    ? plainPayin(record.payment, record, beside)
    : plainPayout(record.payment, record, beside)

export const showing = (policy: PolicyShape) => {
  const all = Effect.fnUntraced(function* (records: ReadonlyArray<PaymentRecord>) {
    const beside = { pauses: yield* pausesFor(records), now: yield* Clock.currentTimeMillis, policy }
    return records.map((record) => plain(record, beside))
  })
  const one = Effect.fnUntraced(function* (record: PaymentRecord) {
    return plain(record, { pauses: yield* pausesFor([record]), now: yield* Clock.currentTimeMillis, policy })
  })
  return { one, all }
}

/** Why nothing was sent, and when it may be. */
export const plainSending = (
  payment: Pick<Payin | Payout, "kind" | "rail" | "status">,
  notNow: NotNow | null,
): Sending => ({
  notSentBecause: notNow?.because ?? null,
  notSentMessages: notNow === null ? null : messagesOf(notNow.because, standingOf(payment)),
  retryAt: notNow === null || notNow.retryAt === null ? null : isoOf(notNow.retryAt),
})

const messagesOf = (
  because: NonNullable<Sending["notSentBecause"]>,
  standing: Standing,
): Sending["notSentMessages"] => ({
  operator: both((texts) => notSentTexts(texts, because, standing).operator),
  customer: both((texts) => notSentTexts(texts, because, standing).customer),
})

const reasonIn = (event: HistoryEntry["event"]): string | null => {
  if (event._tag === "not_completed") return event.detail ?? null
  return "reason" in event && typeof event.reason === "string" ? event.reason : null
}

/** A line of history, without what an observation or a token would reveal. */
export const plainLine = ({ seq, at, event }: HistoryEntry): HistoryLine => ({
  seq,
  at: isoOf(at),
  event: event._tag,
  by: "by" in event ? event.by : null,
  reason: reasonIn(event),
})
