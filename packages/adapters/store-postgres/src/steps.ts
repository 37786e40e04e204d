/**
 * The write steps, each one function inside a transaction. The driver gathers many of them into one transaction; a host's own transaction
 * runs one. Before the steps their rows are locked, in the order of their keys, so transactions never deadlock over them, and what a step
 * reads is what it changes.
 */
import { keyText, type PaymentKey } from "@cauri/core"
import {
  type CallbackNote,
  type Claimed,
  type ClaimTerms,
  type EventRow,
  type Inserted,
  type NoteResult,
  notesPerPayment,
  type PaymentRow,
  type PaymentWrite,
  type RowTerms,
  textOrder,
} from "@cauri/core/adapter"
import { insertJson, keyJson, saveJson } from "./inputs.ts"
import type { DeliveryStatements } from "./deliveries.ts"
import { findAll, keyOf, type ReadStatements } from "./queries.ts"
import { integer, type RawRow, textOrNull, truth, UnexpectedColumn } from "./rows.ts"
import type { Executor } from "./statement.ts"
import type { WriteStatements } from "./statements.ts"

export interface InsertStep {
  readonly row: PaymentWrite
  readonly events: ReadonlyArray<EventRow>
}

/** A change of a payment, under its terms. */
export interface SaveStep extends InsertStep {
  readonly terms: RowTerms
}

/** A change with a new lease, unless something stands in its way. */
export interface ClaimStep extends InsertStep {
  readonly terms: RowTerms & ClaimTerms
}

/** What the steps need to know of their store. */
export interface StepContext {
  readonly schema: string
  readonly bodiesPerAttempt: number
  readonly statements: WriteStatements & ReadStatements & DeliveryStatements
}

type Named = Pick<PaymentKey | PaymentWrite, "id" | "kind" | "project">

export const lockOrder = (one: Named, other: Named): number =>
  textOrder(one.id, other.id) || textOrder(one.kind, other.kind) || textOrder(one.project, other.project)

/**
 * The claims that must not be checked at the same time: those of payouts that could be twins, and those of refunds of one payin. Two
 * transactions that check them wait for one another.
 */
export const claimNames = ({ row, terms: { guards } }: ClaimStep): ReadonlyArray<string> => [
  ...(guards.twin === null ? [] : [`twin ${guards.twin.amount} ${guards.twin.party}`]),
  ...(guards.refund === null ? [] : [`refund ${guards.refund.project}/${guards.refund.of}`]),
  ...(row.kind === "payout" ? [`twin ${row.amount} ${row.party}`] : []),
  // Payouts that refund nothing do not conflict by this name.
  ...(row.kind === "payout" && row.refundOf !== null ? [`refund ${row.project}/${row.refundOf}`] : []),
]

/**
 * Takes the locks of these steps. Everything after it sees what earlier holders of the locks did. A statement that only saves needs none:
 * it locks its rows in the order of its input, and checks each one again after locking it.
 */
export const lock = async (
  { schema, statements }: StepContext,
  executor: Executor,
  claims: ReadonlyArray<ClaimStep>,
  keys: ReadonlyArray<Named>,
): Promise<void> => {
  const sent: Array<Promise<unknown>> = []
  const guarded = claims.filter(({ terms: { guards } }) => guards.twin !== null || guards.refund !== null)
  if (guarded.length > 0) {
    const names = guarded.flatMap(claimNames).map((name) => `cauri ${schema} ${name}`)
    sent.push(executor.run(statements.lockClaims, [JSON.stringify([...new Set(names)])]))
  }
  const each = new Map(keys.map((key) => [keyText(key), keyJson(key)]))
  if (each.size > 0) {
    sent.push(executor.run(statements.lockRows, [JSON.stringify([...each.values()].toSorted(lockOrder))]))
  }
  await Promise.all(sent)
}

const read = async (
  { statements }: StepContext,
  executor: Executor,
  keys: ReadonlyArray<Named>,
): Promise<ReadonlyMap<string, PaymentRow>> => {
  const rows = await findAll(statements, executor, keys)
  return new Map(rows.map((row) => [keyText(row), row]))
}

/** Adds payments, or returns those that exist. Of several under one name the first is added. */
export const insert = async (
  context: StepContext,
  executor: Executor,
  steps: ReadonlyArray<InsertStep>,
): Promise<ReadonlyArray<Inserted<PaymentRow>>> => {
  const first = new Map(steps.toReversed().map((step) => [keyText(step.row), step]))
  const rows = [...first.values()].toSorted((one, other) => lockOrder(one.row, other.row))
  const sent = JSON.stringify(rows.map(({ row, events }) => insertJson(row, events)))
  const answers = await executor.run(context.statements.insert, [sent])
  const inserted = new Set(answers.map((answer) => keyText(keyOf(answer))))
  const others = steps.filter((step) => !inserted.has(keyText(step.row)) || first.get(keyText(step.row)) !== step)
  const found =
    others.length === 0
      ? new Map()
      : await read(
          context,
          executor,
          others.map(({ row }) => row),
        )
  return steps.map((step) => {
    if (!others.includes(step)) return { _tag: "Inserted" }
    const there = found.get(keyText(step.row))
    if (there === undefined) throw new UnexpectedColumn("A payment that is there could not be read.")
    return { _tag: "AlreadyThere", found: there }
  })
}

/** Saves changes of different payments. */
export const save = async (
  { statements }: StepContext,
  executor: Executor,
  steps: ReadonlyArray<SaveStep>,
): Promise<ReadonlyArray<"Saved" | "Stale">> => {
  const sent = JSON.stringify(steps.map(({ row, events, terms }, ord) => saveJson(ord, row, events, terms)))
  const answers = await executor.run(statements.save, [sent])
  const saved = new Set(answers.map((answer) => integer(answer, "ord")))
  return steps.map((_, ord) => (saved.has(ord) ? "Saved" : "Stale"))
}

const claimJson = ({ row, events, terms: { guards, leaseUntil, ...terms } }: ClaimStep, ord: number) => ({
  ...saveJson(ord, row, events, terms),
  amount: row.amount,
  lease_until: leaseUntil,
  pauses: guards.pauses,
  twin_party: guards.twin?.party ?? null,
  twin_amount: guards.twin?.amount ?? null,
  twin_since: guards.twin?.completedSince ?? null,
  refund_of: guards.refund?.of ?? null,
  refund_project: guards.refund?.project ?? null,
  refund_limit: guards.refund?.atMost ?? null,
})

/** Claims different payments of which none stops another. The caller has taken their locks. */
export const claim = async (
  { statements }: StepContext,
  executor: Executor,
  steps: ReadonlyArray<ClaimStep>,
): Promise<ReadonlyArray<Claimed>> => {
  const answers = await executor.run(statements.claim, [JSON.stringify(steps.map(claimJson))])
  const byOrd = new Map(answers.map((answer) => [integer(answer, "ord"), answer]))
  return steps.map(({ terms: { leaseUntil, version } }, ord) => {
    const answer = byOrd.get(ord)
    if (answer === undefined || !truth(answer, "is_current")) return { _tag: "Stale" }
    const scope = textOrNull(answer, "pause")
    if (scope !== null) return { _tag: "Paused", scope }
    if (truth(answer, "twin")) return { _tag: "Stopped", because: "twin" }
    if (truth(answer, "too_high")) return { _tag: "Stopped", because: "refund_too_high" }
    const lease = { number: integer(answer, "lease_number"), until: leaseUntil }
    return { _tag: "Claimed", version: version + 1, lease }
  })
}

/** What two notes have in common when the second one is a repetition. */
const noteName = ({ key, attempt, fingerprint }: CallbackNote) => `${keyText(key)} ${attempt} ${fingerprint}`

const resultIn = (answer: RawRow): NoteResult =>
  truth(answer, "kept") ? "First" : truth(answer, "repeated") ? "Repeat" : "TooMany"

/** Notes callbacks. The caller has taken the locks of their payments. */
export const note = async (
  { statements, bodiesPerAttempt }: StepContext,
  executor: Executor,
  notes: ReadonlyArray<CallbackNote>,
): Promise<ReadonlyArray<NoteResult>> => {
  const first = new Map(notes.map((each, ord) => [noteName(each), ord] as const).toReversed())
  const sent = [...first.values()].map((ord) => {
    const each = notes[ord]
    return each === undefined
      ? null
      : {
          ord,
          ...keyJson(each.key),
          attempt: each.attempt,
          fingerprint: each.fingerprint,
          received_at: each.receivedAt,
          body: each.body === null ? null : Buffer.from(each.body).toString("base64"),
        }
  })
  const answers = await executor.run(statements.note, [notesPerPayment, JSON.stringify(sent), bodiesPerAttempt])
  const results = new Map(answers.map((answer) => [integer(answer, "ord"), resultIn(answer)]))
  return notes.map((each, ord) => {
    const sentAs = first.get(noteName(each)) ?? ord
    const answer = results.get(sentAs) ?? "Unknown"
    return answer === "First" && sentAs !== ord ? "Repeat" : answer
  })
}
