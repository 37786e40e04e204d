/**
 * The one decision: what a stimulus makes of a stored payment. Pure and total: it returns a step, or the reason why not. A step that the
 * tables do not allow is a typed refusal; appending one by mistake is a defect of ours.
 */
import { Result } from "effect"
import { issuedTokensOf } from "../model/Attempt.ts"
import type { HistoryEntry, PaymentEvent } from "../model/Event.ts"
import { keyText } from "../model/Identifiers.ts"
import { attemptOfReply } from "../model/Observation.ts"
import { evolvePayin } from "../model/Payin.ts"
import { blankPayment, type Change, type Payment } from "../model/Payment.ts"
import { calledBackWithoutToken, type PaymentRecord, type Tracking } from "../model/PaymentRecord.ts"
import { evolvePayout } from "../model/Payout.ts"
import type { PolicyShape } from "../model/Policy.ts"
import type { DecisionRefusal, Stimulus } from "../model/stimulus.ts"
import { asLearnt } from "./answering.ts"
import { sameToken } from "./confirming.ts"
import { payinRows } from "./payinRows.ts"
import { payoutRows } from "./payoutRows.ts"
import { trackingWith, trackingAfter } from "./tracking.ts"
import { allows, type DecidingRow, type Facts } from "./table.ts"

/**
 * Where a defect of Cauri is reported.
 *
 * ```ts
 * URL.canParse(issuePage) // => true
 * ```
 */
export const issuePage = "https://github.com/cauri-dev/cauri/issues"

/** A defect of ours: a row of a table made a step that no row allows. Nothing was stored. */
export class IllegalTransition extends Error {}

/** The defect for a step that the tables do not allow. */
export const illegal = (because: string) => new IllegalTransition(because)

const evolve = (before: Payment, entry: HistoryEntry): Payment =>
  before._tag === "Payin" ? evolvePayin(before, entry) : evolvePayout(before, entry)

const step = (before: Payment, entry: HistoryEntry): Result.Result<Payment, string> => {
  const after = evolve(before, entry)
  const rows = before._tag === "Payin" ? payinRows : payoutRows
  const from = before.seq === 0 ? null : before.state._tag
  return allows(rows, from, entry.event._tag, after.state._tag)
    ? Result.succeed(after)
    : Result.fail(
        `The ${keyText(before.key)} is ${before.state._tag}, and no row allows ${entry.event._tag} there. Nothing was stored. Report this defect at ${issuePage}.`,
      )
}

/**
 * Appends events to a payment, numbered and dated; or says which of them the tables do not allow.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const change = Result.getOrThrow(append(payment, [PaymentEvent.cases.expired.make({})], 900_000))
 * const after = [change.payment.state._tag, change.entries.length] // => ["expired", 1]
 * ```
 */
export const append = (
  before: Payment,
  events: ReadonlyArray<PaymentEvent>,
  at: number,
): Result.Result<Change, string> => {
  let payment = before
  const entries: Array<HistoryEntry> = []
  for (const event of events) {
    const entry: HistoryEntry = { seq: payment.seq + 1, at, event }
    const next = step(payment, entry)
    if (Result.isFailure(next)) return Result.fail(next.failure)
    payment = next.success
    entries.push(entry)
  }
  return Result.succeed({ payment, entries })
}

/**
 * The payment that a history adds up to. Its first entry is the intent.
 *
 * ```ts
 * const content = Result.getOrThrow(readPayin(payin, policy))
 * const intended = { seq: 1, at: 0, event: PaymentEvent.cases.intended.make({ content }) }
 * const payment = Result.getOrThrow(fold([intended]))
 * payment.state._tag // => "intended"
 * ```
 */
export const fold = (
  entries: readonly [HistoryEntry, ...ReadonlyArray<HistoryEntry>],
): Result.Result<Payment, string> => {
  const [{ at, event }] = entries
  if (event._tag !== "intended") throw new Error("The history of a payment begins with its intent.")
  let folded: Result.Result<Payment, string> = Result.succeed(blankPayment(event.content, at))
  for (const entry of entries) folded = Result.flatMap(folded, (payment) => step(payment, entry))
  return folded
}

/** A step that can be saved: the events, the payment after them, and what is remembered. */
export interface Step {
  readonly change: Change
  readonly tracking: Tracking
}

/** What a stimulus makes of a payment: a step, or why it does not apply. */
export type Decision = Result.Result<Step, DecisionRefusal>

/** Why no call may leave, or null: a callback may say that an earlier one was executed (rows P16, O2, O9); or its number is erased. */
const againstCalls = (record: PaymentRecord): DecisionRefusal | null => {
  if (record.payment.content.erasedAt !== undefined) return "wrong_state"
  if (calledBackWithoutToken(record).length > 0) return "callback_without_token"
  return record.newestNote > record.tracking.notesSeen ? "unread_callback" : null
}

/** Why the record no longer fits what the stimulus rests on, or null. */
const outdated = (record: PaymentRecord, stimulus: Stimulus): DecisionRefusal | null => {
  const { payment, version } = record
  if ("asOf" in stimulus && stimulus.asOf !== null && stimulus.asOf !== payment.seq) {
    return "changed"
  }
  if (stimulus._tag === "Started") return againstCalls(record)
  if (stimulus._tag === "Postponed") return stimulus.version === version ? null : "changed"
  if (stimulus._tag !== "Confirmed") return null
  const isAsked = (attempt: number) =>
    stimulus.replies.some((reply) => reply._tag !== "LookedUp" && sameToken(payment, attemptOfReply(reply), attempt))
  // A round proves nothing when the payment has a token that the round did not ask about.
  return issuedTokensOf(payment.attempts).every(({ attempt }) => isAsked(attempt)) ? null : "changed"
}

interface Tried {
  readonly change: Change
  /** Why a row that would fit is refused. */
  readonly obstacle: DecisionRefusal | null
}

const tryRows = (rows: ReadonlyArray<DecidingRow>, facts: Omit<Facts, "was" | "is">): Tried => {
  const was = facts.record.payment
  let is = was
  let obstacle: DecisionRefusal | null = null
  const entries: Array<HistoryEntry> = []
  for (const row of rows) {
    const made = row.try({ ...facts, was, is })
    if (typeof made === "string") {
      obstacle ??= made
      continue
    }
    // A row that makes a step which no row allows is a mistake in the table.
    const next = Result.getOrThrowWith(append(is, made, facts.now), illegal)
    is = next.payment
    entries.push(...next.entries)
  }
  return { change: { payment: is, entries }, obstacle }
}

/** These may change nothing. Every other stimulus asks for a step, and is refused where no row makes one. */
const mayDoNothing: ReadonlyArray<Stimulus["_tag"]> = ["Answered", "Confirmed", "LeftToOthers", "Postponed"]

/**
 * What a stimulus makes of a payment as it is stored.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin, { sendLater: true })
 * const record = yield* review.recheck(payment.key)
 * const step = Result.getOrThrow(decide(record, { _tag: "Cancelled", by: "The customer", asOf: null }, 0, policy))
 * step.change.payment.state._tag // => "cancelled"
 * ```
 */
export const decide = (record: PaymentRecord, given: Stimulus, now: number, policy: PolicyShape): Decision => {
  const stimulus = given._tag === "Answered" ? asLearnt(given, record, policy) : given
  const because = outdated(record, stimulus)
  if (because !== null) return Result.fail(because)
  const tracking = trackingWith(record, stimulus)
  const facts = { stimulus, record, before: record.tracking, tracking, now, policy }
  const { change, obstacle } = tryRows(record.payment._tag === "Payin" ? payinRows : payoutRows, facts)
  if (change.entries.length === 0 && !mayDoNothing.includes(stimulus._tag)) {
    return Result.fail(obstacle ?? "wrong_state")
  }
  return Result.succeed({ change, tracking: trackingAfter(record, stimulus, tracking, change, now, policy) })
}
