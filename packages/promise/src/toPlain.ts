/**
 * Core's payments as plain objects. Whatever is secret is left out here, and nowhere else.
 */
import {
  type Attempt as CoreAttempt,
  counterparty,
  customerMessage,
  describeReason,
  type Flag as CoreFlag,
  flagAdvice,
  type HistoryEntry,
  maskMsisdn,
  type NextStep as CoreStep,
  nextStep,
  type Operation,
  type Payin as CorePayin,
  type Payment,
  type Payout as CorePayout,
  type PolicyShape,
  railOf,
  Reason,
  reasonTraits,
  rulingsFor,
  type Unreadable,
} from "@cauri/core"
import { isoOf } from "./failures.ts"
import type { Flag, HistoryLine, NextStep, Payin, Payout, Problem, UnreadablePayment } from "./plain.ts"
import { wordOf } from "./words.ts"

/** What the customer must do next. */
export const plainStep = (step: CoreStep): NextStep => {
  switch (step._tag) {
    case "OpenUrl":
      return { type: "open_url", url: step.url }
    case "DialThisCodeFirst":
      return { type: "dial_this_code_first", amount: step.amount, fees: step.fees, total: step.total }
    case "ConfirmOnPhone":
      return { type: "confirm_on_phone", how: wordOf(step.how) }
    case "EnterCode":
      return { type: "enter_code", from: wordOf(step.from) }
    case "WaitOrEnterCode":
      return { type: "wait_or_enter_code", from: wordOf(step.from) }
    case "Wait":
      return { type: "wait" }
    case "Nothing":
      return { type: "nothing" }
  }
}

const operationOf = ({ content }: Payment, { kind }: CoreAttempt): Operation => {
  if (kind === "WalletOtpRequest") return "sendWalletOtp"
  switch (content.method._tag) {
    case "Hosted":
      return "createHostedInvoice"
    case "Direct":
      return "createDirectInvoice"
    case "Wallet":
      return content.kind === "payin" ? "submitWalletInvoice" : "createWalletPayout"
    case "MobileMoney":
      return "createMobileMoneyPayout"
  }
}

const reasonOf = ({ outcome }: CoreAttempt): Reason | null => {
  switch (outcome._tag) {
    case "Refused":
    case "TurnedAway":
      return outcome.reason
    case "NotSent":
      return Reason.cases.NotSent.make({ cause: outcome.cause })
    case "NoAnswer":
      return Reason.cases.NoAnswer.make({ cause: outcome.cause, code: outcome.code })
    case "InFlight":
    case "NotExecuted":
    case "Accepted":
    case "OtpSent":
      return null
  }
}

const problemOf = (payment: Payment): Problem | null => {
  const last = payment.attempts.at(-1)
  const reason = last === undefined || payment.state._tag === "Completed" ? null : reasonOf(last)
  if (last === undefined || reason === null) return null
  return {
    reason: wordOf(reason._tag),
    subCode: "code" in reason ? reason.code : "",
    message: describeReason(operationOf(payment, last), reason),
    mayHaveReachedService: reasonTraits[reason._tag].mayHaveReachedService,
    customerMessages: { fr: customerMessage(reason, "fr"), en: customerMessage(reason, "en") },
  }
}

const plainFlag = ({ kind, subject, raisedAt, closed }: CoreFlag): Flag => ({
  kind: wordOf(kind),
  subject,
  raisedAt: isoOf(raisedAt),
  advice: flagAdvice[kind],
  closed: closed === null ? null : { ...closed, at: isoOf(closed.at) },
})

/** Is this payment closed: is nothing more expected of it? */
const isClosed = ({ state }: Payment): boolean => "at" in state

const common = (payment: Payment) => {
  const { content, state } = payment
  const party = counterparty(content)
  return {
    project: content.project,
    id: content.id,
    amount: content.amount,
    description: content.description,
    rail: wordOf(railOf(content)),
    phone: party === null ? null : maskMsisdn(party),
    closed: isClosed(payment),
    createdAt: isoOf(payment.createdAt),
    closedAt: "at" in state ? isoOf(state.at) : null,
    problem: problemOf(payment),
    flags: payment.flags.map(plainFlag),
    attempts: payment.attempts.map(({ number, kind, startedAt, outcome }) => ({
      number,
      kind: wordOf(kind),
      startedAt: isoOf(startedAt),
      outcome: wordOf(outcome._tag),
    })),
    rulings: rulingsFor(payment).map(wordOf),
    seq: payment.seq,
  }
}

/** What is known of a payment that cannot be read. Its body stays out: nobody knows what is in it. */
export const plainUnreadable = ({ amount, createdAt, key, rail, state }: Unreadable): UnreadablePayment => ({
  kind: key.kind,
  project: key.project,
  id: key.id,
  status: wordOf(state),
  rail: wordOf(rail),
  amount,
  createdAt: isoOf(createdAt),
  advice: "Nobody works on it and nothing can be decided about it here: use a program that is as new as what wrote it.",
})

/** A payin as a plain object. */
export const plainPayin = (payin: CorePayin, policy: PolicyShape): Payin => ({
  ...common(payin),
  kind: "payin",
  status: wordOf(payin.state._tag),
  next: plainStep(nextStep(payin, policy)),
  orderRef: payin.content.orderRef,
  late: payin.state._tag === "Completed" && payin.state.late,
})

/** A payout as a plain object. */
export const plainPayout = (payout: CorePayout): Payout => ({
  ...common(payout),
  kind: "payout",
  status: wordOf(payout.state._tag),
  heldBecause: payout.state._tag === "Held" ? wordOf(payout.state.because) : null,
  refundOf: payout.content.refundOf,
})

/** A line of history, with nothing that an observation or a token would tell. */
export const plainLine = ({ seq, at, event }: HistoryEntry): HistoryLine => ({
  seq,
  at: isoOf(at),
  event: wordOf(event._tag),
  by: "by" in event ? event.by : null,
  reason: "reason" in event && typeof event.reason === "string" ? event.reason : null,
})
