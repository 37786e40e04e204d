/**
 * A payment as a person reads it: what it is, its calls, its flags, and its history line by line. Everything personal in it is masked
 * already, so a caller cannot print too much.
 */
import { catalogue, type Language } from "@cauri/catalogue"
import { Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { SharedState, type Pause, type UnreadableEvent } from "@cauri/core/adapter"
import {
  amountPaidOf,
  amountSeenOf,
  type AttemptKind,
  type AttemptOutcome,
  counterparty,
  type FlagKind,
  type PaymentRecord,
  railOf,
} from "@cauri/core/model"
import { type History, readableHistoryOf, recordOf } from "./history.ts"
import { pausesOn, shownPause, type ShownPause } from "../pausing/pauses.ts"
import { type Masking, maskingOf, nothingMasked } from "../words/masking.ts"
import { detailOf, evidenceOf, outcomeText, whoOf } from "./sentences.ts"

/** One line of a history. */
interface TimelineEntry {
  readonly seq: number
  readonly at: number
  readonly tag: string
  readonly title: string
  readonly detail: string
  /** A person's name, `merchant`, `service`, or `cauri` for the program itself. */
  readonly who: string
}

/** One call. */
interface TimelineAttempt {
  readonly number: number
  readonly kind: AttemptKind
  readonly startedAt: number
  readonly outcome: AttemptOutcome["_tag"]
  /** The outcome in a sentence, with what the service said. */
  readonly text: string
  /** What came instead of an answer that could be read. */
  readonly evidence: { readonly head: string; readonly text: string } | null
}

/** One flag; `closed` says by whom and why. */
interface TimelineFlag {
  readonly kind: FlagKind
  readonly subject: string
  readonly amountPaid: number | null
  readonly raisedAt: number
  readonly closed: { readonly at: number; readonly by: string; readonly reason: string } | null
}

/** What a payment asks for. */
interface Facts {
  readonly amount: number
  /** What was paid, as it is booked, or as the service says where that is another amount. */
  readonly amountPaid: number | null
  readonly rail: string
  readonly operator: string | null
  readonly party: string | null
  readonly description: string
  readonly orderRef: string | null
  readonly refundOf: string | null
  readonly customer: string | null
  readonly customData: Readonly<Record<string, string>>
}

/** A payment as a person reads it. */
export interface Timeline {
  readonly key: PaymentKey
  readonly state: string
  /** Why the payment is held, if it is. */
  readonly because: string | null
  readonly createdAt: number
  /** The number of the newest event: a decision about the payment names it. */
  readonly asOf: number
  readonly facts: Facts
  readonly attempts: ReadonlyArray<TimelineAttempt>
  readonly flags: ReadonlyArray<TimelineFlag>
  /** The attempts with callbacks, and the number of the newest of each. */
  readonly notes: ReadonlyArray<{ readonly attempt: number; readonly newest: number }>
  /** The pauses that stop it now: no call of it is made during one of these. */
  readonly pauses: ReadonlyArray<ShownPause>
  readonly entries: ReadonlyArray<TimelineEntry>
  /** The unreadable lines, as far as known; they are not among the entries. */
  readonly unreadable: ReadonlyArray<UnreadableEvent & { readonly title: string }>
  readonly revealed: boolean
}

const factsOf = ({ payment }: PaymentRecord, masking: Masking): Facts => {
  const { content } = payment
  const party = counterparty(content)
  const { email, firstName, lastName } = content.kind === "payin" ? content.customer : {}
  const customer = [
    firstName === undefined ? "" : masking.name(firstName),
    lastName === undefined ? "" : masking.name(lastName),
    email === undefined || email === "" ? "" : masking.email(email),
  ].filter((part) => part !== "")
  return {
    amount: content.amount,
    amountPaid: amountPaidOf(payment) ?? amountSeenOf(payment),
    rail: railOf(content),
    operator: content.kind === "payout" ? content.operator : null,
    party: party === null ? null : masking.phone(party),
    description: masking.text(content.description),
    orderRef: content.kind === "payin" && content.orderRef !== null ? masking.reference(content.orderRef) : null,
    refundOf: content.kind === "payout" ? content.refundOf : null,
    customer: customer.length === 0 ? null : customer.join(" "),
    customData: Object.fromEntries(
      Object.entries(content.customData).map(([key, value]) => [masking.reference(key), masking.value(value)]),
    ),
  }
}

/** A record, its history and the pauses that stop it, as a person reads them. */
export const timelineFrom = (
  record: PaymentRecord,
  { history, unreadable }: History,
  pauses: ReadonlyArray<Pause>,
  language: Language,
  reveal: boolean,
): Timeline => {
  const { payment, notes } = record
  const known = reveal ? nothingMasked : maskingOf(payment, history, language)
  // An unreadable line may hide who the payer is, so references are masked like free text.
  const masking = unreadable.length === 0 ? known : { ...known, reference: known.text }
  return {
    key: payment.key,
    state: payment.state._tag,
    because: payment.state._tag === "held" ? payment.state.because : null,
    createdAt: payment.createdAt,
    asOf: payment.seq,
    facts: factsOf(record, masking),
    attempts: payment.attempts.map(({ number, kind, startedAt, outcome }) => ({
      number,
      kind,
      startedAt,
      outcome: outcome._tag,
      text: outcomeText(outcome, masking, language),
      evidence: evidenceOf(outcome, masking, language),
    })),
    flags: payment.flags.map(({ amountPaid = null, kind, subject, raisedAt, closed }) => ({
      kind,
      subject: masking.reference(subject),
      amountPaid,
      raisedAt,
      closed: closed === null ? null : { ...closed, by: masking.text(closed.by), reason: masking.text(closed.reason) },
    })),
    notes: notes.map(({ attempt, newest }) => ({ attempt, newest })),
    pauses: pausesOn(payment, pauses).map((pause) => {
      const { by, reason, ...shown } = shownPause(pause)
      return { ...shown, by: masking.text(by), reason: masking.text(reason) }
    }),
    entries: history.map(({ seq, at, event }) => ({
      seq,
      at,
      tag: event._tag,
      title: catalogue[language].events[event._tag],
      detail: detailOf(event, masking, language),
      who: masking.text(whoOf(event, language)),
    })),
    unreadable: unreadable.map((line) => ({ ...line, title: catalogue[language].events.unreadable })),
    revealed: reveal,
  }
}

/** A stored payment as a person reads it, with its readable history. Record a reveal before you ask for one: see `reveal.ts`. */
export const timelineOf = Effect.fn("timelineOf")(function* (
  key: PaymentKey,
  options: { readonly language?: Language; readonly reveal?: boolean } = {},
) {
  const record = yield* recordOf(key)
  const found = yield* readableHistoryOf(key)
  const pauses = yield* (yield* SharedState).pauses()
  return timelineFrom(record, found, pauses, options.language ?? "en", options.reveal ?? false)
})
