/** Statements in the store: importing a file, and comparing a period with our payments. */
import { createHash } from "node:crypto"
import { Clock, Duration, Effect, Result, Schema } from "effect"
import { cursorAfter, type ListQuery, PaymentStore, Policy, ProjectId, Review } from "@cauri/core"
import { counterparty, issuedTokensOf, type PaymentRecord, stateTraits } from "@cauri/core/model"
import { recordDeed } from "../deeds/recordDeed.ts"
import { type Comparison, match, type OurPayment, type Totals, totalsOf, uncoveredFor, usualTerms } from "./match.ts"
import { type AccountStatement, keepStatement, linesOf, mostStatements, statementsIn } from "./kept.ts"
import { type BadRow, type FileRefusal, readStatement, type StatementRow } from "./readStatement.ts"

/** What an import needs beside the file. */
export interface Import {
  readonly name: string
  readonly bytes: Uint8Array
  readonly project: ProjectId
  readonly replaces: number | null
  readonly by: string
  /** The address from which the person imports it, as far as it is known. */
  readonly place: string
  readonly reason: string
}

/** What an import came to. */
export type Imported =
  | { readonly _tag: "Refused"; readonly because: FileRefusal }
  | { readonly _tag: "BadRows"; readonly bad: ReadonlyArray<BadRow> }
  | {
      readonly _tag: "Added" | "AlreadyThere"
      readonly number: number
      readonly counted: number
      readonly lines: number
      readonly covers: ReadonlyArray<string>
      /** How many payments now have a flag, because it contradicts them. */
      readonly contradicted: number
    }

/**
 * Imports a statement. Nothing is imported while a row is bad: a statement that counts as whole must be whole. The deed is recorded before
 * it is done. What it contradicts is flagged.
 */
export const importStatement = Effect.fn("importStatement")(function* (given: Import) {
  const { by, bytes, name, place, project, reason, replaces } = given
  const read = readStatement(bytes)
  if (Result.isFailure(read)) {
    const refused: Imported = { _tag: "Refused", because: read.failure }
    return refused
  }
  const { bad, before, covers, from, rows } = read.success
  if (bad.length > 0) {
    const refused: Imported = { _tag: "BadRows", bad }
    return refused
  }
  const file = createHash("sha256").update(bytes).digest("hex")
  yield* recordDeed("import", { by, from: place, reason, file, project, lines: String(rows.length) })
  const at = yield* Clock.currentTimeMillis
  // Its last line may lie at the first moment after its period, and so may the last one of its neighbour.
  const others = (yield* countedIn(project, from - 1, before + 1)).filter(({ number }) => number !== replaces)
  const known = new Set((yield* linesOf(others, from, before + 1)).lines.map(({ digest }) => digest))
  const kept = yield* keepStatement({ file, fileName: name, bytes, project, read: read.success, by, at, replaces })
  const { contradictions } = yield* compareStatements(project, from, before)
  const review = yield* Review
  yield* Effect.forEach(
    contradictions,
    ({ line, payment }) => review.contradict(payment.key, `statement ${line.statement}, line ${line.number}`),
    { concurrency: 1, discard: true },
  )
  const [lines, contradicted] = [rows.length, contradictions.length]
  const imported: Imported =
    kept._tag === "AlreadyThere"
      ? { _tag: "AlreadyThere", number: kept.number, counted: 0, lines, covers, contradicted }
      : { _tag: "Added", number: kept.number, counted: newIn(rows, known), lines, covers, contradicted }
  return imported
})

/** How many lines no other statement has. */
const newIn = (rows: ReadonlyArray<StatementRow>, known: ReadonlySet<string>): number =>
  new Set(rows.map(({ digest }) => digest).filter((digest) => !known.has(digest))).size

/** How far around a period payments and lines are looked for. */
const reach = usualTerms.late

/** The statements of a project that count and touch this time. */
const countedIn = Effect.fnUntraced(function* (project: string, from: number, before: number) {
  const all = yield* statementsIn({ project, touching: { from, before }, limit: mostStatements })
  return all.filter(({ replacedBy }) => replacedBy === null)
})

const ourPaymentOf = ({ payment }: PaymentRecord): OurPayment => {
  const { attempts, content, createdAt, state } = payment
  const { closing, isClosed } = {
    closing: "at" in state ? state.at : createdAt,
    isClosed: stateTraits[state._tag].isClosed,
  }
  const party = counterparty(content)
  const calls = attempts.map(({ startedAt }) => startedAt)
  const last = calls.at(-1) ?? createdAt
  return {
    key: payment.key,
    amount: content.amount,
    references: [content.id, ...issuedTokensOf(attempts).map(({ token }) => token)],
    phones: party === null ? [] : [party],
    from: calls[0] ?? createdAt,
    until: state._tag === "completed" ? Math.max(last, closing) : last,
    stands:
      state._tag === "completed"
        ? "moved"
        : isClosed || state._tag === "intended" || state._tag === "held"
          ? "unmoved"
          : "open",
    state: state._tag,
    operator: content.kind === "payout" ? content.operator : null,
    inDoubt: state._tag === "in_doubt",
  }
}

const paymentsOf = Effect.fnUntraced(function* (project: ProjectId, from: number, before: number) {
  const store = yield* PaymentStore
  const { pageSize: limit } = (yield* Policy).store
  const payments: Array<OurPayment> = []
  let unreadable = 0
  let after: Pick<ListQuery, "after"> = {}
  for (;;) {
    const page = yield* store.page({ project, createdFrom: from, createdBefore: before, ...after, limit })
    for (const entry of page) {
      if (Result.isFailure(entry)) unreadable++
      else payments.push(ourPaymentOf(entry.success))
    }
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return { payments, unreadable }
    after = { after: cursorAfter(last) }
  }
})

const operatorsIn = (payments: ReadonlyArray<OurPayment>) => [
  ...new Set(payments.flatMap(({ key, operator }) => (key.kind === "payout" ? [operator ?? ""] : []))),
]

/** A comparison, with the statements that it rests on. */
export interface StatementComparison extends Comparison {
  readonly statements: ReadonlyArray<AccountStatement>
  /** The parts of the period that no statement covers. */
  readonly missing: ReadonlyArray<{ readonly from: number; readonly before: number }>
  /** Payments that cannot be read, and stand in no answer. */
  readonly unreadable: number
}

/** Compares what was imported for a period with the payments of a project. It decides nothing. */
export const compareStatements = Effect.fn("compareStatements")(function* (
  project: ProjectId,
  from: number,
  before: number,
) {
  const around = { from: from - reach, before: before + reach }
  const all = yield* countedIn(project, around.from, around.before)
  const { lines, statements } = yield* linesOf(all, around.from, around.before)
  const { payments, unreadable } = yield* paymentsOf(project, around.from, before)
  const settled = Duration.toMillis((yield* Policy).limits.notExecutedAge)
  const compared = match(lines, payments, {
    ...usualTerms,
    from,
    before,
    settled,
    covers: ({ operator }, start, end) => uncoveredFor(statements, [operator ?? ""], start, end).length === 0,
  })
  const result: StatementComparison = {
    ...compared,
    statements: statements.filter((each) => each.from < before && each.before > from),
    missing: uncoveredFor(statements, operatorsIn(payments), from, before),
    unreadable,
  }
  return result
})

/** What moved in a time, for each project whose statements cover it whole. */
export const movedIn = Effect.fn("movedIn")(function* (from: number, before: number) {
  const all = yield* statementsIn({ touching: { from, before }, limit: mostStatements })
  const moved: Array<{ readonly project: ProjectId; readonly totals: ReadonlyArray<Totals> }> = []
  for (const project of new Set(all.filter(({ replacedBy }) => replacedBy === null).map((each) => each.project))) {
    if (!Schema.is(ProjectId)(project)) continue
    const { missing, ...compared } = yield* compareStatements(project, from, before)
    if (missing.length === 0) moved.push({ project, totals: totalsOf(compared) })
  }
  return moved
})
