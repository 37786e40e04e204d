/**
 * `AccountStatements`: what the service says moved, as people imported it.
 */
import {
  type CountedLine,
  type NewAccountStatement,
  type AccountStatement,
  type StatementAdded,
  type StatementLine,
  AccountStatements,
  type StatementsQuery,
} from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { aliasedTable, and, asc, desc, eq, gt, gte, lt, max, notExists, type SQL, sql } from "drizzle-orm"
import { Effect, Option } from "effect"
import type { Gate } from "./batch.ts"
import type { Connection } from "./connection.ts"
import { given } from "./statements.ts"
import { events, payments, statementFiles, statementGaps, statementLines, accountStatements } from "./tables.ts"

const later = aliasedTable(accountStatements, "later")
const earlier = aliasedTable(statementLines, "earlier")

const counts = (db: BetterSQLite3Database, number: SQL | typeof accountStatements.number) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(later)
      .where(eq(later.replaces, number)),
  )

/** No statement that counts has the line's digest before this line. */
const isFirst = (db: BetterSQLite3Database) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(earlier)
      .where(
        and(
          eq(earlier.project, statementLines.project),
          eq(earlier.digest, statementLines.digest),
          sql`(${earlier.statement}, ${earlier.number}) < (${statementLines.statement}, ${statementLines.number})`,
          counts(db, sql`${earlier.statement}`),
        ),
      ),
  )

const columns = {
  number: accountStatements.number,
  file: accountStatements.file,
  fileName: statementFiles.name,
  project: accountStatements.project,
  from: accountStatements.from,
  before: accountStatements.before,
  covers: accountStatements.covers,
  by: accountStatements.by,
  at: accountStatements.at,
  replaces: accountStatements.replaces,
  lines: sql<number>`(SELECT count(*) FROM ${statementLines} WHERE ${statementLines.statement} = ${accountStatements.number})`,
  replacedBy: sql<
    number | null
  >`(SELECT later.number FROM ${accountStatements} AS later WHERE later.replaces = ${accountStatements.number})`,
}

const read = (db: BetterSQLite3Database) =>
  db
    .select(columns)
    .from(accountStatements)
    .innerJoin(statementFiles, eq(statementFiles.digest, accountStatements.file))
    .$dynamic()

const conditionsOf = ({ below, project, touching }: StatementsQuery) =>
  and(
    below === undefined ? undefined : lt(accountStatements.number, below),
    project === undefined ? undefined : eq(accountStatements.project, project),
    touching === undefined
      ? undefined
      : and(lt(accountStatements.from, touching.before), gt(accountStatements.before, touching.from)),
  )

const preparedOn = (db: BetterSQLite3Database) => ({
  keepFile: db
    .insert(statementFiles)
    .values({ digest: given("digest"), name: given("name"), bytes: given("bytes"), by: given("by"), at: given("at") })
    .onConflictDoNothing()
    .prepare(),
  hasFile: db
    .select({ digest: statementFiles.digest })
    .from(statementFiles)
    .where(eq(statementFiles.digest, given("digest")))
    .prepare(),
  file: db
    .select()
    .from(statementFiles)
    .where(eq(statementFiles.digest, given("digest")))
    .prepare(),
  there: db
    .select({ number: accountStatements.number })
    .from(accountStatements)
    .where(
      and(
        eq(accountStatements.file, given("file")),
        sql`${accountStatements.number} IS NOT ${given("replaces")}`,
        counts(db, accountStatements.number),
      ),
    )
    .prepare(),
  addLine: db
    .insert(statementLines)
    .values({
      statement: given("statement"),
      number: given("number"),
      project: given("project"),
      at: given("at"),
      amount: given("amount"),
      digest: given("digest"),
      body: given("body"),
    })
    .prepare(),
  counted: db
    .select({ count: sql<number>`count(*)` })
    .from(statementLines)
    .where(and(eq(statementLines.statement, given("statement")), isFirst(db)))
    .prepare(),
  gaps: db
    .select({ project: statementGaps.project, from: statementGaps.from, before: statementGaps.before })
    .from(statementGaps)
    .orderBy(asc(statementGaps.project), asc(statementGaps.before), asc(statementGaps.from))
    .prepare(),
})

const addOn = (db: BetterSQLite3Database, prepared: ReturnType<typeof preparedOn>) => {
  const { addLine, counted, there } = prepared
  return (statement: NewAccountStatement, lines: ReadonlyArray<StatementLine>): StatementAdded => {
    const [found] = there.all({ file: statement.file, replaces: statement.replaces })
    if (found !== undefined) return { _tag: "AlreadyThere", number: found.number }
    const number = db
      .insert(accountStatements)
      .values(statement)
      .returning({ number: accountStatements.number })
      .get().number
    for (const line of lines) addLine.run({ ...line, statement: number, project: statement.project })
    return { _tag: "Added", number, counted: counted.get({ statement: number })?.count ?? 0 }
  }
}

const linesOn =
  (
    db: BetterSQLite3Database,
  ): ((query: Parameters<AccountStatements["Service"]["lines"]>[0]) => ReadonlyArray<CountedLine>) =>
  ({ after, before, from, limit, project }) =>
    db
      .select({
        statement: statementLines.statement,
        number: statementLines.number,
        at: statementLines.at,
        amount: statementLines.amount,
        digest: statementLines.digest,
        body: statementLines.body,
      })
      .from(statementLines)
      .where(
        and(
          eq(statementLines.project, project),
          gte(statementLines.at, from),
          lt(statementLines.at, before),
          after === undefined
            ? undefined
            : sql`(${statementLines.at}, ${statementLines.statement}, ${statementLines.number}) > (${after.at}, ${after.statement}, ${after.number})`,
          counts(db, sql`${statementLines.statement}`),
          isFirst(db),
        ),
      )
      .orderBy(asc(statementLines.at), asc(statementLines.statement), asc(statementLines.number))
      .limit(limit)
      .all()

export const makeAccountStatements = ({ db }: Connection, gate: Gate): AccountStatements["Service"] => {
  const prepared = preparedOn(db)
  const add = addOn(db, prepared)
  const lines = linesOn(db)
  const list = (query: StatementsQuery): ReadonlyArray<AccountStatement> =>
    read(db).where(conditionsOf(query)).orderBy(desc(accountStatements.number)).limit(query.limit).all()
  return AccountStatements.of({
    keepFile: (file) =>
      Effect.suspend(() => {
        // The commit may be a moment away, and the bytes belong to the caller.
        const kept = { ...file, bytes: Buffer.from(file.bytes) }
        return gate.write("keepFile", () => {
          if (prepared.hasFile.get({ digest: kept.digest }) === undefined) prepared.keepFile.run(kept)
        })
      }),
    file: (digest) =>
      gate.read("file", () =>
        Option.map(Option.fromUndefinedOr(prepared.file.get({ digest })), (file) => ({
          ...file,
          bytes: new Uint8Array(file.bytes),
        })),
      ),
    add: (statement, all) => gate.write("add", () => add(statement, all)),
    find: (number) =>
      gate.read("find", () => Option.fromUndefinedOr(read(db).where(eq(accountStatements.number, number)).get())),
    list: (query) => gate.read("list", () => list(query)),
    lines: (query) => gate.read("lines", () => lines(query)),
    openGap: (before) =>
      gate.write("openGap", () => {
        const from =
          db
            .select({ at: max(events.at) })
            .from(events)
            .get()?.at ?? before
        const projects = db
          .selectDistinct({ project: payments.project })
          .from(payments)
          .where(eq(payments.kind, "payout"))
          .orderBy(asc(payments.project))
          .all()
        for (const { project } of projects) db.insert(statementGaps).values({ project, from, before }).run()
      }),
    gaps: () => gate.read("gaps", () => prepared.gaps.all()),
  })
}
