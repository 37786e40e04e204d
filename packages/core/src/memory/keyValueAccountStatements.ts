/** `AccountStatements` over a key-value store: all of them are one value, stored beside the payments. */
import { Effect, Option, Schema } from "effect"
import { StoreError } from "../ports/PaymentStoreDriver.ts"
import { textOrder } from "../ports/storeKit.ts"
import {
  type CountedLine,
  type NewAccountStatement,
  type AccountStatement,
  type StatementAdded,
  type StatementLine,
  AccountStatements,
} from "../ports/AccountStatements.ts"
import { allRows, type KeyValueDriver, stepOf } from "./KeyValueDriver.ts"
import type { StoredAccountStatements } from "./storedAccountStatements.ts"

const object = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const refuse = (words: string): never => {
  throw new Error(words)
}

const replacedBy = ({ statements }: StoredAccountStatements, number: number): number | null => {
  const place = statements.findIndex(({ replaces }) => replaces === number)
  return place < 0 ? null : place + 1
}

const statementsOf = (stored: StoredAccountStatements): ReadonlyArray<AccountStatement> =>
  stored.statements.map(({ rows, ...statement }, index) => ({
    ...statement,
    number: index + 1,
    fileName: stored.files.flatMap(({ digest, name }) => (digest === statement.file ? [name] : [])).join(),
    lines: rows.length,
    replacedBy: replacedBy(stored, index + 1),
  }))

/** Every line that counts, each digest of a project once. */
const countedOf = (stored: StoredAccountStatements, project: string): ReadonlyArray<CountedLine> => {
  const counted = new Map<string, CountedLine>()
  for (const [index, statement] of stored.statements.entries()) {
    if (statement.project !== project || replacedBy(stored, index + 1) !== null) continue
    for (const row of statement.rows)
      if (!counted.has(row.digest)) counted.set(row.digest, { ...row, statement: index + 1 })
  }
  return [...counted.values()]
}

type Place = Pick<CountedLine, "at" | "statement" | "number">
const placeOrder = (one: Place, other: Place): number =>
  one.at - other.at || one.statement - other.statement || one.number - other.number

const added = (
  stored: StoredAccountStatements,
  statement: NewAccountStatement,
  rows: ReadonlyArray<StatementLine>,
): readonly [StoredAccountStatements, StatementAdded] => {
  if (stored.files.every(({ digest }) => digest !== statement.file)) return refuse("The file was not kept.")
  const there = statementsOf(stored).find(
    (each) => each.file === statement.file && each.replacedBy === null && each.number !== statement.replaces,
  )
  if (there !== undefined) return [stored, { _tag: "AlreadyThere", number: there.number }]
  if (statement.replaces !== null && replacedBy(stored, statement.replaces) !== null) {
    return refuse("The statement was replaced already.")
  }
  if (statement.replaces !== null && stored.statements[statement.replaces - 1] === undefined) {
    return refuse("There is no such statement.")
  }
  for (const { body } of rows) object(body)
  if (new Set(rows.map((row) => row.number)).size < rows.length) return refuse("Two lines have one number.")
  const before =
    statement.replaces === null ? stored : { ...stored, statements: [...stored.statements, { ...statement, rows: [] }] }
  const known = new Set(countedOf(before, statement.project).map(({ digest }) => digest))
  const counted = new Set(rows.map(({ digest }) => digest).filter((digest) => !known.has(digest))).size
  const statements = [...stored.statements, { ...statement, rows: [...rows] }]
  return [
    { ...stored, statements },
    { _tag: "Added", number: statements.length, counted },
  ]
}

const tried = <A>(operation: string, work: () => A) =>
  Effect.try({ try: work, catch: (cause) => new StoreError({ operation, cause }) })

export const accountStatementsIn = (values: KeyValueDriver): AccountStatements["Service"] => {
  const stored = () => values.shared().statements
  const change = (part: Partial<StoredAccountStatements>) =>
    values.setShared({ ...values.shared(), statements: { ...stored(), ...part } })
  return AccountStatements.of({
    keepFile: (file) =>
      stepOf("keepFile", () => {
        const { files } = stored()
        if (files.every(({ digest }) => digest !== file.digest)) {
          change({ files: [...files, { ...file, bytes: new Uint8Array(file.bytes) }] })
        }
      }),
    file: (wanted) =>
      stepOf("file", () =>
        Option.map(Option.fromUndefinedOr(stored().files.find(({ digest }) => digest === wanted)), (file) => ({
          ...file,
          bytes: new Uint8Array(file.bytes),
        })),
      ),
    add: (statement, lines) =>
      tried("add", () => {
        const [next, answer] = added(stored(), statement, lines)
        change(next)
        return answer
      }),
    find: (number) => stepOf("find", () => Option.fromUndefinedOr(statementsOf(stored())[number - 1])),
    list: ({ below = Infinity, limit, project, touching }) =>
      stepOf("list", () =>
        statementsOf(stored())
          .filter(
            (each) =>
              each.number < below &&
              (project ?? each.project) === each.project &&
              (touching === undefined || (each.from < touching.before && each.before > touching.from)),
          )
          .toReversed()
          .slice(0, limit),
      ),
    lines: ({ after, before, from, limit, project }) =>
      stepOf("lines", () =>
        countedOf(stored(), project)
          .filter((line) => line.at >= from && line.at < before && (after === undefined || placeOrder(line, after) > 0))
          .toSorted(placeOrder)
          .slice(0, limit),
      ),
    openGap: (before) =>
      stepOf("openGap", () => {
        const rows = allRows(values)
        const newest = [...values.all()].flatMap(({ events }) => events.map(({ at }) => at))
        const from = newest.reduce((last, at) => Math.max(last, at), -Infinity)
        const projects = [...new Set(rows.flatMap(({ kind, project }) => (kind === "payout" ? [project] : [])))]
        change({ gaps: [...stored().gaps, ...projects.map((project) => ({ project, from, before }))] })
      }),
    gaps: () =>
      stepOf("gaps", () =>
        stored().gaps.toSorted(
          (one, other) => textOrder(one.project, other.project) || one.before - other.before || one.from - other.from,
        ),
      ),
  })
}
