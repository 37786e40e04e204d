/**
 * What a store keeps of a payment: real columns for everything that people and workers query, and the rest as one JSON body. Core encodes
 * and decodes here, once, so an adapter sees rows and no domain types, and two adapters cannot drift apart.
 */
import { Effect, Option, Predicate, Result, Schema, Struct } from "effect"
import { tokenOf } from "../model/Attempt.ts"
import { counterparty, differences, type PayinContent, type PayoutContent, railOf } from "../model/Content.ts"
import { deliveredAs, HistoryEntry, openFlags } from "../model/Event.ts"
import { keyText, PaymentId, PaymentKey, type PaymentKind, ProjectId } from "../model/Identifiers.ts"
import { amountPaidOf, closedAt, Payment } from "../model/Payment.ts"
import { earliest, type NoteSummary, type PaymentRecord, serviceOperatorOf, Tracking } from "../model/PaymentRecord.ts"

/** One creation call, as a row of its own, so that a database can refuse a second open one. */
export interface AttemptRow {
  readonly number: number
  readonly kind: string
  readonly outcome: string
  readonly token: string | null
  readonly startedAt: number
}

/** One line of history. Rows are only ever added. */
export interface EventRow {
  readonly seq: number
  readonly at: number
  readonly tag: string
  /** As what consumers receive it; null: they do not. The step that stores it makes a delivery due for each that wants it. */
  readonly deliveredAs: string | null
  readonly body: string
}

/** What core writes of a payment in one step. */
export interface PaymentWrite {
  readonly kind: PaymentKind
  readonly project: string
  readonly id: string
  readonly state: string
  /** The number of the newest event. */
  readonly seq: number
  readonly rail: string
  readonly amount: number
  readonly operator: string | null
  /** The number of the customer or beneficiary; twins are found by it. */
  readonly party: string | null
  readonly orderRef: string | null
  readonly refundOf: string | null
  readonly createdAt: number
  readonly closedAt: number | null
  /** What was really paid; null: nothing was, as far as is known. */
  readonly amountPaid: number | null
  /** The operator that the service names; null: it named none. */
  readonly serviceOperator: string | null
  readonly actAt: number | null
  readonly openFlags: number
  readonly body: string
  readonly attempts: ReadonlyArray<AttemptRow>
}

/** A payment as a store returns it: what core wrote, and what the store counts itself. */
export interface PaymentRow extends PaymentWrite {
  readonly version: number
  readonly leaseNumber: number
  readonly leaseUntil: number
  readonly newestNote: number
  readonly notes: ReadonlyArray<NoteSummary>
}

const Body = Schema.fromJsonString(Schema.toCodecJson(Schema.Struct({ payment: Payment, tracking: Tracking })))
const decodeBody = Schema.decodeOption(Body)
const Line = Schema.fromJsonString(Schema.toCodecJson(HistoryEntry))
const decodeLine = Schema.decodeOption(Line)

/**
 * The columns and the body of a payment.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * const { party, seq, state } = toPaymentWrite(payment, newTracking(payment, policy))
 * const columns = { party, seq, state } // => { party: "22670000001", seq: 3, state: "pending" }
 * ```
 */
export const toPaymentWrite = (payment: Payment, tracking: Tracking): PaymentWrite => {
  const content = payment.content
  return {
    kind: content.kind,
    project: content.project,
    id: content.id,
    state: payment.state._tag,
    seq: payment.seq,
    rail: railOf(content),
    amount: content.amount,
    operator: content.kind === "payout" ? content.operator : null,
    party: counterparty(content),
    orderRef: content.kind === "payin" ? content.orderRef : null,
    refundOf: content.kind === "payout" ? content.refundOf : null,
    createdAt: payment.createdAt,
    closedAt: closedAt(payment),
    amountPaid: amountPaidOf(payment),
    serviceOperator: serviceOperatorOf({ payment, tracking }),
    actAt: earliest(tracking.actAt, tracking.notesAt),
    openFlags: openFlags(payment.flags).length,
    // As the schema encodes it, without walking over it: the payment was checked when it was made.
    body: JSON.stringify({ payment: Object.assign({}, payment), tracking }),
    attempts: payment.attempts.map((attempt) => ({
      number: attempt.number,
      kind: attempt.kind,
      outcome: attempt.outcome._tag,
      token: tokenOf(attempt),
      startedAt: attempt.startedAt,
    })),
  }
}

const unchecked = { disableChecks: true }

/** The readable columns of a history line whose body cannot be read. */
const UnreadableEvent = Schema.Struct({ seq: Schema.Int, at: Schema.Finite, tag: Schema.String })
export interface UnreadableEvent extends Schema.Schema.Type<typeof UnreadableEvent> {}

/**
 * A row that this program cannot read, such as one of a newer program. It does not repeat the contents, which hold tokens and numbers. It
 * is a defect: the caller cannot recover from it.
 *
 * ```ts
 * const { row } = yield* payins.prepare(payin)
 * const newer = { ...row, body: "{}", version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }
 * const thrown = yield* Effect.flip(Effect.try({ try: () => toRecord(newer), catch: (defect) => defect }))
 * UnreadableRow.is(thrown) // => true
 * ```
 */
export class UnreadableRow extends Schema.TaggedError<UnreadableRow>()("UnreadableRow", {
  key: PaymentKey,
  /** Present for a line of history: a program that lists the history may go on behind it. */
  line: Schema.optionalKey(UnreadableEvent),
}) {
  /** Is it one, be it of another copy of this package, which a store of one's own may have? */
  static readonly is = (defect: unknown): defect is UnreadableRow => Predicate.isTagged(defect, "UnreadableRow")
  override get message() {
    const what = this.line === undefined ? "The row" : `Line ${this.line.seq} (${this.line.tag}) of the history`
    return `${what} of the ${keyText(this.key)} cannot be read. Use a program as new as the one that wrote it; if this one is, the row is damaged: keep a copy of the store, and compare the payment with the service's statement before you decide about it.`
  }
}

/** The key of a row as it is: another program may have written an invalid name here, and the payment has no other. */
const looseKey = ({ id, kind, project }: Pick<PaymentWrite, "id" | "kind" | "project">): PaymentKey => ({
  kind,
  project: ProjectId.make(project, unchecked),
  id: PaymentId.make(id, unchecked),
})

const bodyOf = (row: PaymentWrite) =>
  Option.getOrThrowWith(decodeBody(row.body), () => new UnreadableRow({ key: looseKey(row) }))

const contentOf = (row: PaymentWrite): PayinContent | PayoutContent => bodyOf(row).payment.content

/**
 * The payment of a row. A row that we wrote and cannot read is a defect of the store, not an answer.
 *
 * ```ts
 * const { row } = yield* payins.prepare(payin)
 * const record = toRecord({ ...row, version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] })
 * keyText(record.payment.key) // => "payin shop/order-17"
 * ```
 */
export const toRecord = (row: PaymentRow): PaymentRecord => ({
  ...bodyOf(row),
  version: row.version,
  lease: { number: row.leaseNumber, until: row.leaseUntil },
  notes: row.notes,
  newestNote: row.newestNote,
})

/**
 * A line of history as a row.
 *
 * ```ts
 * const { deliveredAs, tag } = toEventRow({ seq: 4, at: 0, event: PaymentEvent.cases.expired.make({}) })
 * const columns = [tag, deliveredAs] // => ["expired", "expired"]
 * ```
 */
export const toEventRow = (entry: HistoryEntry): EventRow => ({
  seq: entry.seq,
  at: entry.at,
  tag: entry.event._tag,
  deliveredAs: deliveredAs(entry.event),
  body: JSON.stringify(entry),
})

export const toEntry = ({ at, body, seq, tag }: EventRow, key: PaymentKey): HistoryEntry =>
  Option.getOrThrowWith(
    decodeLine(body),
    () =>
      new UnreadableRow({
        key,
        line: { seq, at, tag },
      }),
  )

/** A payment whose row cannot be read, such as one of a newer program, with the columns beside its body. */
export interface UnreadablePayment extends Pick<PaymentRow, "state" | "rail" | "amount" | "operator" | "createdAt"> {
  readonly key: PaymentKey
}

const skipped = (row: PaymentRow): UnreadablePayment => ({
  ...Struct.pick(row, ["state", "rail", "amount", "operator", "createdAt"]),
  key: looseKey(row),
})

const readRow = (row: PaymentRow): Effect.Effect<Result.Result<PaymentRecord, UnreadablePayment>> =>
  Effect.sync(() => Result.succeed(toRecord(row))).pipe(
    Effect.catchDefect((defect) => Effect.as(Effect.logError(String(defect)), Result.fail(skipped(row)))),
  )

/** Every row, in order: its payment, or what is known of one that cannot be read. */
export const readEach = (
  rows: ReadonlyArray<PaymentRow>,
): Effect.Effect<ReadonlyArray<Result.Result<PaymentRecord, UnreadablePayment>>> =>
  Effect.forEach(rows, readRow, { concurrency: 1 })

/** The payments of those rows that can be read. */
export const readable = (
  page: ReadonlyArray<Result.Result<PaymentRecord, UnreadablePayment>>,
): ReadonlyArray<PaymentRecord> => page.flatMap((each) => Option.toArray(Result.getSuccess(each)))

/** Logs what follows from skipping the unreadable ones, and what to do; nothing of their contents (S16). */
export const logSkipped = (
  page: ReadonlyArray<Result.Result<PaymentRecord, UnreadablePayment>>,
  whatFollows: string,
): Effect.Effect<void> =>
  Effect.forEach(
    page.flatMap((each) => Option.toArray(Result.getFailure(each))),
    ({ key }) =>
      Effect.logError(`The ${keyText(key)} was skipped: ${whatFollows} Use a program as new as the one that wrote it.`),
    { concurrency: 1, discard: true },
  )

/**
 * A checked payment that is not stored yet: the rows that a store's adapter writes inside the host's own transaction. Write it at once: an
 * unsent payin is cancelled two minutes after it was prepared.
 */
export interface Prepared {
  readonly key: PaymentKey
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
  /** The fields that the caller gave; default: all. */
  readonly given?: ReadonlyArray<string>
}

/**
 * In which fields is this stored row not what was prepared? In none, an insert that found its id taken found the same payment.
 *
 * ```ts
 * const one = yield* payins.prepare(payin)
 * const other = yield* payins.prepare({ ...payin, amount: 600 })
 * contentDifferences(one, one.row) // => []
 * contentDifferences(one, other.row) // => ["amount"]
 * ```
 */
export const contentDifferences = ({ given, row }: Pick<Prepared, "given" | "row">, found: PaymentWrite) =>
  differences(contentOf(row), contentOf(found), given)
