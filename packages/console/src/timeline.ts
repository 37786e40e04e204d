/**
 * A payment as a person reads it: what it is, its calls, its flags, and its history line by line. Everything personal in it is masked
 * already, so a caller cannot print too much.
 */
import { catalogue, type Language, wordOf } from "@cauri/catalogue"
import { Effect, Option, Result } from "effect"
import { type PaymentKey, PaymentNotFound, PaymentStore } from "@cauri/core"
import { SharedState, type Pause, type UnreadableEvent, UnreadableRow } from "@cauri/core/adapter"
import {
  type AttemptKind,
  type AttemptOutcome,
  counterparty,
  type FlagKind,
  type HistoryEntry,
  type PaymentRecord,
  railOf,
} from "@cauri/core/model"
import { pausesOn, shownPause, type ShownPause } from "./pauses.ts"
import { type Masking, maskingOf, nothingMasked } from "./masking.ts"
import { detailOf, outcomeText, whoOf } from "./sentences.ts"

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
}

/** One flag; `closed` says by whom and why. */
interface TimelineFlag {
  readonly kind: FlagKind
  readonly subject: string
  readonly raisedAt: number
  readonly closed: { readonly at: number; readonly by: string; readonly reason: string } | null
}

/** What a payment asks for. */
interface Facts {
  readonly amount: number
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

const page = 1_000
/** Core writes no history longer than this. */
const longest = 100_000

/** The readable lines of a history, and what is known of the others. */
export interface History {
  readonly history: ReadonlyArray<HistoryEntry>
  readonly unreadable: ReadonlyArray<UnreadableEvent>
}

const lineOf = (defect: unknown) =>
  defect instanceof UnreadableRow && defect.line !== undefined
    ? Effect.succeed(Result.fail(defect.line))
    : Effect.die(defect)

/** The history of a payment, as far as it is readable. */
export const readableHistoryOf = Effect.fn("readableHistoryOf")(function* (key: PaymentKey) {
  const store = yield* PaymentStore
  const history: Array<HistoryEntry> = []
  const unreadable: Array<UnreadableEvent> = []
  let after = 0
  let limit = page
  while (history.length + unreadable.length < longest) {
    const read = yield* store.history(key, after, limit).pipe(Effect.map(Result.succeed), Effect.catchDefect(lineOf))
    if (Result.isSuccess(read)) {
      history.push(...read.success)
      after = read.success.at(-1)?.seq ?? after
      if (read.success.length < limit) break
    } else if (limit > 1) {
      // A page with an unreadable line fails as a whole: read line by line up to it.
      limit = 1
    } else {
      unreadable.push(read.failure)
      after = read.failure.seq
      limit = page
    }
  }
  const found: History = { history, unreadable }
  return found
})

/** The whole history of a payment. Dies at an unreadable line. */
export const historyOf = Effect.fn("historyOf")(function* (key: PaymentKey) {
  const store = yield* PaymentStore
  const entries: Array<HistoryEntry> = []
  let read: ReadonlyArray<HistoryEntry>
  do {
    read = yield* store.history(key, entries.at(-1)?.seq ?? 0, page)
    entries.push(...read)
  } while (read.length === page && entries.length < longest)
  const whole: ReadonlyArray<HistoryEntry> = entries
  return whole
})

/** The stored payment; fails when there is none. */
export const recordOf = Effect.fn("recordOf")(function* (key: PaymentKey) {
  const found = yield* (yield* PaymentStore).find(key)
  return Option.isNone(found) ? yield* new PaymentNotFound({ key }) : found.value
})

const factsOf = ({ payment: { content } }: PaymentRecord, masking: Masking): Facts => {
  const party = counterparty(content)
  const { email, firstName, lastName } = content.kind === "payin" ? content.customer : {}
  const customer = [
    firstName === undefined ? "" : masking.name(firstName),
    lastName === undefined ? "" : masking.name(lastName),
    email === undefined || email === "" ? "" : masking.email(email),
  ].filter((part) => part !== "")
  return {
    amount: content.amount,
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
    because: payment.state._tag === "Held" ? payment.state.because : null,
    createdAt: payment.createdAt,
    asOf: payment.seq,
    facts: factsOf(record, masking),
    attempts: payment.attempts.map(({ number, kind, startedAt, outcome }) => ({
      number,
      kind,
      startedAt,
      outcome: outcome._tag,
      text: outcomeText(outcome, masking, language),
    })),
    flags: payment.flags.map(({ kind, subject, raisedAt, closed }) => ({
      kind,
      subject: masking.reference(subject),
      raisedAt,
      closed: closed === null ? null : { ...closed, by: masking.text(closed.by), reason: masking.text(closed.reason) },
    })),
    notes: notes.map(({ attempt, newest }) => ({ attempt, newest })),
    pauses: pausesOn(payment, pauses).map((pause) => {
      const { by, reason, request, ...shown } = shownPause(pause)
      const asked =
        request === null ? null : { ...request, by: masking.text(request.by), reason: masking.text(request.reason) }
      return { ...shown, by: masking.text(by), reason: masking.text(reason), request: asked }
    }),
    entries: history.map(({ seq, at, event }) => ({
      seq,
      at,
      tag: event._tag,
      title: catalogue[language].events[wordOf(event._tag)],
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
