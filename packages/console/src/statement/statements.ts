/** Statements in the store: importing a file, and comparing a period with our payments. */
import { createHash } from "node:crypto"
import { Clock, Duration, Effect, Option, Result, Schema } from "effect"
import { cursorAfter, type ListQuery, PaymentStore, Policy, ProjectId } from "@cauri/core"
import { type CountedLine, type NewStatement, type Statement, Statements } from "@cauri/core/adapter"
import { counterparty, issuedTokensOf, type PaymentRecord, stateTraits } from "@cauri/core/model"
import { recordDeed } from "../payments/reveal.ts"
import { StatementForm } from "./form.ts"
import {
  type Comparison,
  type Line,
  match,
  type OurPayment,
  type Totals,
  totalsOf,
  uncovered,
  usualTerms,
} from "./match.ts"
import { differenceOf, type ReadStatement, readStatement, type StatementRow } from "./read.ts"
import { type FileRefusal, textOf } from "./text.ts"

const Body = Schema.fromJsonString(
  Schema.Struct({
    span: Schema.Finite,
    fee: Schema.Finite,
    reference: Schema.String,
    phone: Schema.NullOr(Schema.String),
    status: Schema.String,
    moved: Schema.Literals(["yes", "no", "unknown"]),
    balance: Schema.NullOr(Schema.Finite),
    text: Schema.String,
  }),
)
const encodeBody = Schema.encodeSync(Body)
const decodeBody = Schema.decodeOption(Body)
const Form = Schema.fromJsonString(StatementForm)
const encodeForm = Schema.encodeSync(Form)

/** A kept form, if this program can read it. */
export const formIn: (text: string) => Option.Option<StatementForm> = Schema.decodeOption(Form)

/** The digest of a file. */
export const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** What an import needs beside the file. */
export interface Import {
  readonly name: string
  readonly bytes: Uint8Array
  readonly form: StatementForm
  /** Keeps the form under this name; null: it is kept with the statement alone. */
  readonly profile: string | null
  readonly project: string
  readonly account: string
  readonly from: number
  readonly before: number
  readonly opening: number | null
  readonly closing: number | null
  readonly replaces: number | null
  readonly by: string
  /** The address from which the person imports it, as far as it is known. */
  readonly place: string
  readonly reason: string
}

const lineOf = ({ amount, at, digest, number, ...rest }: StatementRow) => ({
  number,
  at,
  amount,
  digest,
  body: encodeBody(rest),
})

/** What an import came to. */
export type Imported = { readonly read: ReadStatement } & (
  | { readonly _tag: "Refused"; readonly because: "bad_rows" | "outside" | "none" }
  | { readonly _tag: "Added" | "AlreadyThere"; readonly number: number; readonly counted: number }
)

/** Reads a file by a form, as an import would. */
const readFile = (bytes: Uint8Array, form: StatementForm): Result.Result<ReadStatement, FileRefusal> =>
  Result.map(textOf(bytes), (text) => readStatement(text, form))

/**
 * Imports a statement. Nothing is imported while a row is bad or lies outside of the period: a statement that counts as whole must be whole.
 * The deed is recorded before it is done.
 */
export const importStatement = Effect.fn("importStatement")(function* (given: Import) {
  const { account, before, by, bytes, closing, form, from, name, opening, place, profile, project, reason, replaces } =
    given
  const read = readFile(bytes, form)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const { bad, rows } = read.success
  const refused = (because: "bad_rows" | "outside" | "none"): Result.Result<Imported, FileRefusal> =>
    Result.succeed({ _tag: "Refused", because, read: read.success })
  if (bad.length > 0) return refused("bad_rows")
  if (rows.length === 0 && opening !== closing) return refused("none")
  if (rows.some(({ at }) => at < from || at >= before)) return refused("outside")
  const statements = yield* Statements
  const digest = digestOf(bytes)
  yield* recordDeed("import", { by, from: place, reason, file: digest, project, account, lines: String(rows.length) })
  const at = yield* Clock.currentTimeMillis
  yield* statements.keepFile({ digest, name, bytes, by, at })
  const text = encodeForm(form)
  if (profile !== null) yield* statements.keepProfile({ name: profile, form: text, by, at })
  const statement: NewStatement = {
    file: digest,
    project,
    account,
    from,
    before,
    opening,
    closing,
    form: text,
    by,
    at,
    replaces,
  }
  const added = yield* statements.add(statement, rows.map(lineOf))
  const imported: Imported = { read: read.success, counted: 0, ...added }
  return Result.succeed<Imported>(imported)
})

/** By how much the balances of an imported statement disagree with its lines; null: one of both balances is unknown. */
export const differenceIn = Effect.fnUntraced(function* ({ closing, file, form, opening }: Statement) {
  if (opening === null || closing === null) return null
  const kept = yield* (yield* Statements).file(file)
  const how = formIn(form)
  if (Option.isNone(kept) || Option.isNone(how)) return null
  return Result.match(readFile(kept.value.bytes, how.value), {
    onFailure: () => null,
    onSuccess: ({ rows }) => differenceOf(rows, opening, closing),
  })
})

/** How far around a period payments and lines are looked for. */
const reach = usualTerms.late

const toLine = ({ amount, at, body, digest, number, statement }: CountedLine): Option.Option<Line> =>
  Option.map(decodeBody(body), ({ balance: _balance, ...rest }) => ({ amount, at, digest, number, statement, ...rest }))

const pageSize = 2_000

const linesOf = Effect.fnUntraced(function* (project: string, from: number, before: number) {
  const statements = yield* Statements
  const lines: Array<Line> = []
  let after: CountedLine | undefined
  for (;;) {
    const page = yield* statements.lines({
      project,
      from,
      before,
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    })
    lines.push(...page.flatMap((line) => Option.toArray(toLine(line))))
    after = page.at(-1)
    if (after === undefined || page.length < pageSize) return lines
  }
})

/** A payment as it is compared. */
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
    until: state._tag === "Completed" ? Math.max(last, closing) : last,
    stands: state._tag === "Completed" ? "moved" : isClosed ? "unmoved" : "open",
    inDoubt: state._tag === "InDoubt",
  }
}

const paymentsOf = Effect.fnUntraced(function* (project: ProjectId, from: number, before: number) {
  const store = yield* PaymentStore
  const { pageSize: limit } = (yield* Policy).store
  const payments: Array<OurPayment> = []
  const operators = new Map<OurPayment, string | null>()
  let unreadable = 0
  let after: Pick<ListQuery, "after"> = {}
  for (;;) {
    const page = yield* store.page({ project, createdFrom: from, createdBefore: before, ...after, limit })
    for (const entry of page) {
      if (Result.isFailure(entry)) unreadable++
      else {
        const ours = ourPaymentOf(entry.success)
        const { content } = entry.success.payment
        payments.push(ours)
        operators.set(ours, content.kind === "payout" ? content.operator : null)
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return { payments, operators, unreadable }
    after = { after: cursorAfter(last) }
  }
})

/** A comparison, with the statements that it rests on. */
export interface StatementComparison extends Comparison {
  readonly statements: ReadonlyArray<Statement>
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
  const all = yield* (yield* Statements).list({ project, touching: around, limit: 1_000 })
  const statements = all.filter(({ replacedBy }) => replacedBy === null)
  const lines = yield* linesOf(project, around.from, around.before)
  const { operators, payments, unreadable } = yield* paymentsOf(project, around.from, before)
  const settled = Duration.toMillis((yield* Policy).limits.notExecutedAge)
  const compared = match(lines, payments, {
    ...usualTerms,
    from,
    before,
    settled,
    covers: (payment, start, end) =>
      uncovered(
        statements.filter(({ account }) => account === "" || account === operators.get(payment)),
        start,
        end,
      ).length === 0,
  })
  const result: StatementComparison = {
    ...compared,
    statements: statements.filter((each) => each.from < before && each.before > from),
    missing: uncovered(statements, from, before),
    unreadable,
  }
  return result
})

/** What moved in a time, for each project whose statements cover it whole. */
export const movedIn = Effect.fn("movedIn")(function* (from: number, before: number) {
  const all = yield* (yield* Statements).list({ touching: { from, before }, limit: 1_000 })
  const counted = all.filter(({ account, replacedBy }) => account === "" && replacedBy === null)
  const moved: Array<{ readonly project: ProjectId; readonly totals: ReadonlyArray<Totals> }> = []
  for (const [project, statements] of Map.groupBy(counted, (each) => each.project)) {
    if (!Schema.is(ProjectId)(project) || uncovered(statements, from, before).length > 0) continue
    moved.push({ project, totals: totalsOf(yield* compareStatements(project, from, before)) })
  }
  return moved
})
