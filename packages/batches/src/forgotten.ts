/**
 * After a restoration the store has forgotten payouts that it never saw: sending their lines again would pay twice. Only a statement of the
 * service shows them, so no line is sent before one covers what was forgotten, and a line that it shows is left out.
 */
import { PaymentStore, Policy } from "@cauri/core"
import { Documents, linesOfStatement, uncoveredIn, visitPayments } from "@cauri/core/adapter"
import { counterparty, issuedTokensOf, type PaymentRecord } from "@cauri/core/model"
import { Duration, Effect, Result } from "effect"
import { type Batch, type LeftOut, leftOutOf, listBatches, refused, sheetOf } from "./Batch.ts"
import { unknownOf } from "./standing.ts"

/** How far clocks differ, and how long after its call a payout may move. */
const [early, late] = [15 * 60_000, 8 * 86_400_000]
/** How long a restoration concerns every list that comes after it, and how long two lists may be the same one under two ids. */
const fresh = 7 * 86_400_000

type Row = Result.Result.Success<Effect.Success<ReturnType<typeof linesOfStatement>>>[number]

/** What restorations have forgotten since a batch was let go, or ever before, of its project or of those that they knew nothing of. */
const gapsFor = Effect.fnUntraced(function* ({ gap, importedAt, project }: Batch) {
  const all = yield* (yield* Documents).list({ kind: "gap", limit: Number.MAX_SAFE_INTEGER })
  return all.flatMap(({ at, before, from, number, project: own }) =>
    number <= gap || before === null || (own !== null && own !== project)
      ? []
      : [{ project, from: Math.min(from ?? before, before), before, isFresh: at >= importedAt - fresh }],
  )
})

type Gap = Effect.Success<ReturnType<typeof gapsFor>>[number]

/** Could this payout have moved money that the store forgot? One that had ended before could not. */
const mayExplain = ({ payment: { createdAt, state } }: PaymentRecord, { at, span }: Row, { before, from }: Gap) =>
  createdAt <= at + span + early &&
  // What the restored store stored itself did not move before that.
  (createdAt <= from || at >= before) &&
  (["submitting", "pending", "in_doubt"].includes(state._tag) ||
    // A row may stand for a whole day: what was created in it has a row of its own there.
    (state._tag === "completed" && (state.at >= from - early || createdAt >= at + early)))

/**
 * Which of the lines whose payouts are not stored a statement shows as paid; null: nothing was forgotten. Fails while the policy asks for a statement over what was forgotten, and there is none.
 */
export const leftOutAfterRestore = Effect.fnUntraced(function* (batch: Batch) {
  const gaps = yield* gapsFor(batch)
  if (gaps.length === 0) return null
  const unknown = yield* unknownOf(batch)
  const documents = yield* Documents
  const { approvals, limits } = yield* Policy
  // Until then a payout of the last moment may still turn up.
  const settled = Duration.toMillis(limits.notExecutedAge)
  const operators = new Set(unknown.map(({ operator }) => operator ?? ""))
  const unexplained = new Map<string, Row>()
  for (const gap of gaps) {
    for (const operator of approvals.statementAfterRestore ? operators : []) {
      const missing = yield* uncoveredIn(documents, { ...gap, before: gap.before + settled }, operator)
      if (missing !== null) return yield* refused(batch, "statement_missing", missing)
    }
    const window = { from: gap.from - early, before: gap.before + late }
    const statements = yield* documents.list({
      kind: "statement",
      project: batch.project,
      touching: window,
      limit: 1_000,
    })
    const rows = new Map<string, Row>()
    for (const statement of statements.filter(({ replacedBy }) => replacedBy === null)) {
      const read = yield* linesOfStatement(documents, statement.number)
      // What cannot be read covers nothing.
      if (Result.isFailure(read)) return yield* refused(batch, "statement_missing", gap)
      for (const row of read.success)
        if (row.at + row.span >= window.from && row.at < window.before) rows.set(row.digest, row)
    }
    const stored: Array<PaymentRecord> = []
    yield* visitPayments(
      yield* PaymentStore,
      yield* Policy,
      { kind: "payout", project: batch.project, createdFrom: gap.from - late, createdBefore: gap.before + 2 * late },
      (entry) => Effect.sync(() => void (Result.isSuccess(entry) && stored.push(entry.success))),
    )
    for (const row of unexplainedOf([...rows.values()], stored, gap)) unexplained.set(row.digest, row)
  }
  yield* explainByOthers(batch, unexplained, new Set(unknown.map(({ amount, phone }) => wayOf(phone, amount))))
  const seen = new Set([...unexplained.values()].flatMap(waysOf))
  const before = yield* leftOutOf(batch)
  const paid = new Set(before.paid)
  const maybe = new Set(before.maybe)
  for (const { amount, id, phone } of unknown) {
    if (seen.has(wayOf(phone, amount))) paid.add(id)
    // Without a number, or to this number another amount: a fee, or another's payment.
    else if (seen.has(wayOf(null, amount)) || seen.has(endingOf(phone))) maybe.add(id)
  }
  const left: LeftOut = { paid: [...paid], maybe: [...maybe] }
  return left
})

/**
 * May a restoration have forgotten a part of a batch? One of the last days before the list was brought may; an older one did when a statement
 * shows lines of it. Fails while that statement is missing.
 */
export const isRestored = Effect.fnUntraced(function* (batch: Batch) {
  if ((yield* gapsFor(batch)).some(({ isFresh }) => isFresh)) return true
  const left = yield* leftOutAfterRestore(batch)
  return left !== null && left.paid.length + left.maybe.length > 0
})

const endingOf = (phone: string): string => phone.slice(-8)

const wayOf = (phone: string | null, amount: number): string =>
  `${phone === null ? "" : endingOf(phone)} ${Math.abs(amount)}`

/** How a line may be found that a row pays. */
const waysOf = ({ amount, phone }: Row) =>
  phone === null ? [wayOf(null, amount)] : [wayOf(phone, amount), endingOf(phone)]

/** Takes out one row for each line that another list left out, unless that may be the same list under another id. */
const explainByOthers = Effect.fnUntraced(function* (
  batch: Batch,
  unexplained: Map<string, Row>,
  own: ReadonlySet<string>,
) {
  const byWay = new Map<string, Array<Row>>()
  for (const row of unexplained.values())
    for (const way of waysOf(row)) byWay.set(way, [...(byWay.get(way) ?? []), row])
  const isTaken = (way: string, except?: ReadonlySet<string>): boolean =>
    byWay.get(way)?.some((row) => !except?.has(wayOf(row.phone, row.amount)) && unexplained.delete(row.digest)) ?? false
  for (const each of unexplained.size === 0 ? [] : yield* listBatches({ project: batch.project })) {
    if (each.leftOut === 0 || each.state === "cancelled" || each.importedAt >= batch.importedAt - fresh) continue
    const { maybe, paid } = yield* leftOutOf(each)
    for (const { amount, id, phone } of (yield* sheetOf(each)).lines) {
      if (paid.includes(id)) isTaken(wayOf(phone, amount))
      // What only may have been paid takes no row that is exactly a line of this batch.
      if (maybe.includes(id)) [wayOf(null, amount), endingOf(phone)].some((way) => isTaken(way, own))
    }
  }
})

/** The payouts on a statement that no stored payout explains: by its reference, or else one to one by number, amount and time. */
const unexplainedOf = (rows: ReadonlyArray<Row>, stored: ReadonlyArray<PaymentRecord>, gap: Gap) => {
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
        ways.get(wayOf(row.phone, row.amount))?.find((each) => !used.has(each) && mayExplain(each, row, gap)),
      ),
    )
}
