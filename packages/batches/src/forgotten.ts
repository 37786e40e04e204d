/**
 * After a restoration the store has forgotten payouts that it never saw: sending their lines again would pay twice. Only a statement of the
 * service shows them, so no line is sent before one covers what was forgotten, and a line that it shows is left out.
 */
import { PaymentStore, Policy } from "@cauri/core"
import { Documents, type KeptDocument, uncoveredIn, visitPayments } from "@cauri/core/adapter"
import { counterparty, issuedTokensOf, type PaymentRecord } from "@cauri/core/model"
import { Clock, Effect, Result, Schema } from "effect"
import { type Batch, type LeftOut, leftOutOf, refused } from "./Batch.ts"
import type { Line } from "./Sheet.ts"

/** How far clocks differ, how long after its call a payout may move, and how long a restoration also stops batches that come after it. */
const [early, late, fresh] = [15 * 60_000, 8 * 86_400_000, 7 * 86_400_000]

const Rows = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      at: Schema.Int,
      span: Schema.Finite,
      amount: Schema.Int,
      kind: Schema.String,
      reference: Schema.String,
      phone: Schema.NullOr(Schema.String),
      moved: Schema.String,
      digest: Schema.String,
    }),
  ),
)
type Row = (typeof Rows.Type)[number]
const decodeRows = Schema.decodeUnknownResult(Rows)
const lineFeed = 10

/** The rows of a statement: the first line of its body. */
const rowsOf = Effect.fnUntraced(function* ({ number }: KeptDocument) {
  const found = yield* (yield* Documents).find({ kind: "statement", number })
  const body = found?.body ?? new Uint8Array()
  const end = body.indexOf(lineFeed)
  return decodeRows(new TextDecoder().decode(body.subarray(0, end === -1 ? undefined : end)))
})

/** The restorations that concern a batch: those after its last act, and those of the last days, which may have forgotten it whole. */
export const gapsFor = Effect.fnUntraced(function* ({ decidedAt, project }: Pick<Batch, "project" | "decidedAt">) {
  const since = Math.min(decidedAt, (yield* Clock.currentTimeMillis) - fresh)
  const all = yield* (yield* Documents).list({ kind: "gap", project, limit: 1_000 })
  return all.flatMap(({ at, before, from }) =>
    at < since || before === null ? [] : [{ project, from: Math.min(from ?? before, before), before }],
  )
})

/** Could this payout have moved money that the store forgot? One that had ended before could not. */
const mayExplain = ({ payment: { createdAt, state } }: PaymentRecord, { at, span }: Row, from: number): boolean =>
  createdAt <= at + span + early &&
  (["submitting", "pending", "in_doubt"].includes(state._tag) || (state._tag === "completed" && state.at >= from))

/**
 * Which of the lines whose payouts are not stored a statement shows as paid; null: nothing was forgotten. Fails while the policy asks for a statement over what was forgotten, and there is none.
 */
export const leftOutAfterRestore = Effect.fnUntraced(function* (batch: Batch, unknown: ReadonlyArray<Line>) {
  const gaps = yield* gapsFor(batch)
  if (gaps.length === 0) return null
  const documents = yield* Documents
  const { approvals } = yield* Policy
  const operators = new Set(unknown.map(({ operator }) => operator ?? ""))
  for (const gap of approvals.statementAfterRestore ? gaps : []) {
    for (const operator of operators) {
      const missing = yield* uncoveredIn(documents, gap, operator)
      if (missing !== null) return yield* refused(batch, "statement_missing", missing)
    }
  }
  const from = Math.min(...gaps.map((gap) => gap.from))
  const window = { from: from - early, before: Math.max(...gaps.map(({ before }) => before)) + late }
  const statements = yield* documents.list({
    kind: "statement",
    project: batch.project,
    touching: window,
    limit: 1_000,
  })
  const rows = new Map<string, Row>()
  for (const statement of statements.filter(({ replacedBy }) => replacedBy === null)) {
    const read = yield* rowsOf(statement)
    // What cannot be read covers nothing.
    if (Result.isFailure(read)) return yield* refused(batch, "statement_missing", gaps[0] ?? null)
    for (const row of read.success)
      if (row.at + row.span >= window.from && row.at < window.before) rows.set(row.digest, row)
  }
  const stored: Array<PaymentRecord> = []
  yield* visitPayments(
    yield* PaymentStore,
    yield* Policy,
    { kind: "payout", project: batch.project, createdFrom: from - late },
    (entry) => Effect.sync(() => void (Result.isSuccess(entry) && stored.push(entry.success))),
  )
  const seen = new Set(unexplainedOf([...rows.values()], stored, from).map((row) => wayOf(row.phone, row.amount)))
  const before = yield* leftOutOf(batch)
  const paid = new Set(before.paid)
  const maybe = new Set(before.maybe)
  for (const { amount, id, phone } of unknown) {
    if (seen.has(wayOf(phone, amount))) paid.add(id)
    else if (seen.has(wayOf(null, amount))) maybe.add(id)
  }
  const left: LeftOut = { paid: [...paid], maybe: [...maybe] }
  return left
})

const wayOf = (phone: string | null, amount: number): string => `${phone?.slice(-8)} ${Math.abs(amount)}`

/** The payouts on a statement that no stored payout explains: by its reference, or else one to one by number, amount and time. */
const unexplainedOf = (rows: ReadonlyArray<Row>, stored: ReadonlyArray<PaymentRecord>, from: number) => {
  const used = new Set<PaymentRecord>()
  const named = new Map<string, PaymentRecord>()
  const ways = new Map<string, Array<PaymentRecord>>()
  for (const record of stored) {
    const { attempts, content, key } = record.payment
    for (const name of [key.id, ...issuedTokensOf(attempts).map(({ token }) => token)]) named.set(name, record)
    const way = wayOf(counterparty(content), content.amount)
    ways.set(way, [...(ways.get(way) ?? []), record])
  }
  const isUnexplainedBy = (record: PaymentRecord | undefined): boolean => {
    if (record !== undefined) used.add(record)
    return record === undefined
  }
  return rows
    .filter(({ kind, moved }) => kind === "payout" && moved !== "no")
    .filter((row) => isUnexplainedBy(row.reference === "" ? undefined : named.get(row.reference)))
    .filter((row) =>
      isUnexplainedBy(
        ways.get(wayOf(row.phone, row.amount))?.find((each) => !used.has(each) && mayExplain(each, row, from)),
      ),
    )
}
