/**
 * `AccountStatements`: what the service says moved, as people imported it.
 */
import {
  type CountedLine,
  type NewAccountStatement,
  type AccountStatement,
  type StatementAdded,
  type StatementFile,
  type StatementGap,
  type StatementLine,
  AccountStatements,
  type StatementsQuery,
} from "@cauri/core/adapter"
import { type SQL, sql } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import { Option, Schema } from "effect"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { bytesOrNull, integer, integerOrNull, type RawRow, text } from "./rows.ts"
import type { Tables } from "./tables.ts"

const dialect = new PgDialect()

const toFile = (row: RawRow): StatementFile => ({
  digest: text(row, "digest"),
  name: text(row, "name"),
  bytes: bytesOrNull(row, "bytes") ?? new Uint8Array(),
  by: text(row, "by"),
  at: integer(row, "at"),
})

const operators = Schema.decodeSync(Schema.fromJsonString(Schema.Array(Schema.String)))

const toAccountStatement = (row: RawRow): AccountStatement => ({
  number: integer(row, "number"),
  file: text(row, "file"),
  fileName: text(row, "file_name"),
  project: text(row, "project"),
  from: integer(row, "from"),
  before: integer(row, "before"),
  covers: operators(text(row, "covers")),
  by: text(row, "by"),
  at: integer(row, "at"),
  replaces: integerOrNull(row, "replaces"),
  lines: integer(row, "lines"),
  replacedBy: integerOrNull(row, "replaced_by"),
})

const toLine = (row: RawRow): CountedLine => ({
  statement: integer(row, "statement"),
  number: integer(row, "number"),
  at: integer(row, "at"),
  amount: integer(row, "amount"),
  digest: text(row, "digest"),
  body: text(row, "body"),
})

const toGap = (row: RawRow): StatementGap => ({
  project: text(row, "project"),
  from: integer(row, "from"),
  before: integer(row, "before"),
})

/** Texts go as JSON, whose reader refuses what Postgres cannot store. */
const storable = (given: string): SQL => sql`${JSON.stringify(given)}::json #>> '{}'`

const counts = (t: Tables, number: SQL): SQL =>
  sql`not exists (select from ${t.accountStatements} as later where later.replaces = ${number})`

/** No statement that counts has the digest of the line `l` before it. */
const isFirst = (t: Tables): SQL => sql`not exists (
  select from ${t.statementLines} as e where e.project = l.project and e.digest = l.digest
    and (e.statement, e.number) < (l.statement, l.number) and ${counts(t, sql`e.statement`)}
)`

const where = (conditions: ReadonlyArray<SQL | false>): SQL =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== false)], sql` and `)

const conditionOf = ({ below, project, touching }: StatementsQuery): SQL =>
  where([
    below !== undefined && sql`s.number < ${below}`,
    project !== undefined && sql`s.project = ${project}`,
    touching !== undefined && sql`s."from" < ${touching.before} and s.before > ${touching.from}`,
  ])

const addOn =
  (connection: Connection, t: Tables) => (statement: NewAccountStatement, lines: ReadonlyArray<StatementLine>) =>
    connection.transact(async (_, client): Promise<StatementAdded> => {
      const ask = async (query: SQL): Promise<ReadonlyArray<RawRow>> => {
        const { params, sql: words } = dialect.sqlToQuery(query)
        return (await client.query<RawRow>(words, params)).rows
      }
      // Two people may import overlapping files at once.
      await ask(sql`lock table ${t.accountStatements} in share row exclusive mode`)
      const { at, before, by, covers, file, from, project, replaces } = statement
      const [there] = await ask(sql`
      select s.number from ${t.accountStatements} as s
      where s.file = ${file} and s.number is distinct from ${replaces} and ${counts(t, sql`s.number`)}`)
      if (there !== undefined) return { _tag: "AlreadyThere", number: integer(there, "number") }
      const [row = {}] = await ask(sql`
      insert into ${t.accountStatements}
        (number, file, project, "from", before, covers, by, at, replaces)
      values ((select coalesce(max(s.number), 0) + 1 from ${t.accountStatements} as s), ${file}, ${storable(project)},
        ${from}, ${before}, ${JSON.stringify(covers)}, ${storable(by)}, ${at}, ${replaces}) returning number`)
      const number = integer(row, "number")
      await ask(sql`
      insert into ${t.statementLines} (statement, number, project, at, amount, digest, body)
      select ${number}, l.number, ${storable(project)}, l.at, l.amount, l.digest, l.body
      from json_to_recordset(${JSON.stringify(lines)}::json)
        as l (number bigint, at bigint, amount bigint, digest text, body text)`)
      const [counted = {}] = await ask(sql`
      select count(*) as count from ${t.statementLines} as l where l.statement = ${number} and ${isFirst(t)}`)
      return { _tag: "Added", number, counted: integer(counted, "count") }
    })

export const makeAccountStatements = (connection: Connection, t: Tables): AccountStatements["Service"] => {
  const add = addOn(connection, t)
  const read = (condition: SQL, limit: number) =>
    connection.query(sql`
      select s.*, f.name as file_name, (select count(*) from ${t.statementLines} as l where l.statement = s.number) as lines,
        (select later.number from ${t.accountStatements} as later where later.replaces = s.number) as replaced_by
      from ${t.accountStatements} as s join ${t.statementFiles} as f on f.digest = s.file
      where ${condition} order by s.number desc limit ${limit}`)
  return AccountStatements.of({
    keepFile: ({ at, by, bytes, digest, name }) =>
      attempt("keepFile", async () => {
        await connection.query(sql`
          insert into ${t.statementFiles} (digest, name, bytes, by, at)
          values (${digest}, ${storable(name)}, ${Buffer.from(bytes)}, ${storable(by)}, ${at}) on conflict do nothing`)
      }),
    file: (digest) =>
      attempt("file", async () => {
        const [row] = await connection.query(sql`select * from ${t.statementFiles} where digest = ${digest}`)
        return Option.map(Option.fromUndefinedOr(row), toFile)
      }),
    add: (statement, lines) => attempt("add", () => add(statement, lines)),
    find: (number) =>
      attempt("find", async () => {
        const [row] = await read(sql`s.number = ${number}`, 1)
        return Option.map(Option.fromUndefinedOr(row), toAccountStatement)
      }),
    list: (query) => attempt("list", async () => (await read(conditionOf(query), query.limit)).map(toAccountStatement)),
    lines: ({ after, before, from, limit, project }) =>
      attempt("lines", async () => {
        const rows = await connection.query(sql`
          select l.statement, l.number, l.at, l.amount, l.digest, l.body from ${t.statementLines} as l
          where ${where([
            sql`l.project = ${project} and l.at >= ${from} and l.at < ${before}`,
            after !== undefined &&
              sql`(l.at, l.statement, l.number) > (${after.at}, ${after.statement}, ${after.number})`,
            counts(t, sql`l.statement`),
            isFirst(t),
          ])} order by l.at, l.statement, l.number limit ${limit}`)
        return rows.map(toLine)
      }),
    openGap: (before) =>
      attempt("openGap", async () => {
        await connection.query(sql`
          insert into ${t.statementGaps} (project, "from", before)
          select p.project, (select max(e.at) from ${t.events} as e), ${before}::bigint
          from ${t.payments} as p where p.kind = 'payout' group by p.project order by p.project`)
      }),
    gaps: () =>
      attempt("gaps", async () => {
        const rows = await connection.query(sql`
          select project, "from", before from ${t.statementGaps} order by project, before, "from"`)
        return rows.map(toGap)
      }),
  })
}
