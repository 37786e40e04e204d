/**
 * `Reports`: counts over the payments. Each is one statement, and so one moment of the store.
 */
import {
  answerTags,
  type Figure,
  type FigureBy,
  type FiguresBy,
  type FiguresQuery,
  Reports,
  type TimesFigure,
} from "@cauri/core/adapter"
import { type SQL, sql } from "drizzle-orm"
import type { Connection } from "./connection.ts"
import { attempt } from "./faults.ts"
import { integer, integerOrNull, kind, type RawRow, text, textOrNull } from "./rows.ts"
import { type Statement, statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

const toFigure = (row: RawRow): Figure => ({
  kind: kind(row),
  rail: text(row, "rail"),
  operator: textOrNull(row, "operator"),
  state: text(row, "state"),
  count: integer(row, "count"),
  sum: integer(row, "sum"),
  paid: integer(row, "paid"),
  openFlags: integer(row, "open_flags"),
})

const toTimes = (row: RawRow): TimesFigure => ({
  kind: kind(row),
  rail: text(row, "rail"),
  within: integer(row, "within"),
  count: integer(row, "count"),
})

/**
 * An index on the state would cost one more write in each step, so open payments have a list of their own. Each payment on it is looked up
 * by its key, whatever the planner believes about the tables. Leased and free payments are in different indexes.
 */
export const backlogStatement = (t: Tables, schema: string): Statement =>
  statement(
    schema,
    "standing",
    (now) => sql`
    with asked as materialized (select ${now}::bigint as now),
    free as (
      select count(*) as count, min(act_at) as since from ${t.queue}
      where act_at is not null and lease_until = 0 and act_at <= (select now from asked)
    ),
    lost as (
      select count(*) as count, min(act_at) as since from ${t.queue}
      where act_at is not null and lease_until > 0 and lease_until <= (select now from asked)
        and act_at <= (select now from asked)
    ),
    waiting as (
      select count(*) filter (where p.state = 'in_doubt') as in_doubt, count(*) filter (where p.state = 'held') as held
      from ${t.openPayments} as o cross join lateral (
        select p.state, p.closed_at from ${t.payments} as p where p.id = o.id and p.kind = o.kind and p.project = o.project limit 1
      ) as p where p.closed_at is null and p.state in ('in_doubt', 'held')
    )
    select free.count + lost.count as due, least(free.since, lost.since) as oldest_due_at, waiting.in_doubt, waiting.held,
      (select count(*) from ${t.payments} where open_flags > 0) as flagged
    from free, lost, waiting`,
  )

/** A count, and how a row of its answer is read. */
interface Count<Row> {
  readonly query: SQL
  readonly toRow: (row: RawRow) => Row
}

const figuresOver = (source: SQL): Count<Figure> => ({
  query: sql`
    select kind, rail, coalesce(service_operator, operator) as operator, state, count(*) as count, sum(amount) as sum,
      coalesce(sum(amount_paid), 0) as paid, sum(open_flags) as open_flags
    from ${source} group by kind, rail, 3, state order by kind, rail, 3 nulls first, state`,
  toRow: toFigure,
})

/** How many of these limits are shorter than this time. */
const limitsBelow = (limits: ReadonlyArray<number>, millis: SQL): SQL => sql`(
  select count(*) from json_array_elements_text(${JSON.stringify(limits)}::json) as given where given::bigint < ${millis}
)`

const countsOver = (t: Tables): { readonly [By in FiguresBy]: (query: FiguresQuery<By>) => Count<FigureBy<By>> } => ({
  created: ({ before, from }) => figuresOver(sql`${t.payments} where created_at >= ${from} and created_at < ${before}`),
  completed: ({ before, from }) =>
    figuresOver(sql`${t.events} as e join ${t.payments} as p using (id, kind, project)
      where e.delivered_as in ('completed', 'underpaid') and e.at >= ${from} and e.at < ${before}`),
  step: ({ before, from, step }) => ({
    query: sql`
      select slot, kind, rail, count(*) as count, sum(amount) as sum, count(*) filter (where unanswered) as unanswered
      from (
        select (p.created_at - ${from}::bigint) / ${step}::bigint as slot, p.kind, p.rail, p.amount, exists (
          select from ${t.attempts} as a where a.id = p.id and a.kind = p.kind and a.project = p.project
            and a.outcome = 'no_answer' and a.token is null and a.attempt_kind <> 'wallet_otp_request'
        ) as unanswered
        from ${t.payments} as p where p.created_at >= ${from}::bigint and p.created_at < ${before}::bigint
      ) as created group by slot, kind, rail order by slot, kind, rail`,
    toRow: (row) => ({
      at: from + integer(row, "slot") * step,
      kind: kind(row),
      rail: text(row, "rail"),
      count: integer(row, "count"),
      sum: integer(row, "sum"),
      unanswered: integer(row, "unanswered"),
    }),
  }),
  completion_time: ({ before, from, limits }) => ({
    query: sql`
      select kind, rail, ${limitsBelow(limits, sql`closed_at - created_at`)} as within, count(*) as count
      from ${t.payments} where created_at >= ${from}::bigint and created_at < ${before}::bigint and state = 'completed'
      group by kind, rail, within order by kind, rail, within`,
    toRow: toTimes,
  }),
  answer_time: ({ before, from, limits }) => ({
    query: sql`
      select p.kind, p.rail, ${limitsBelow(
        limits,
        sql`answer.at - (
          select start.at from ${t.events} as start
          where start.id = answer.id and start.kind = answer.kind and start.project = answer.project and start.seq < answer.seq
            and start.tag = 'attempt_started' order by start.seq desc limit 1
        )`,
      )} as within, count(*) as count
      from ${t.payments} as p join ${t.events} as answer
        on answer.id = p.id and answer.kind = p.kind and answer.project = p.project
      where p.created_at >= ${from}::bigint and p.created_at < ${before}::bigint and answer.tag in ${answerTags}
      group by p.kind, p.rail, within order by p.kind, p.rail, within`,
    toRow: toTimes,
  }),
})

export const makeReports = (connection: Connection, t: Tables, schema: string): Reports["Service"] => {
  const standing = backlogStatement(t, schema)
  const counts = countsOver(t)
  return Reports.of({
    figures: (asked) =>
      attempt("figures", async () => {
        const { query, toRow } = counts[asked.by](asked)
        return (await connection.query(query)).map(toRow)
      }),
    backlog: (now) =>
      attempt("standing", async () => {
        const [row = {}] = await connection.run(standing, [now])
        return {
          due: integer(row, "due"),
          oldestDueAt: integerOrNull(row, "oldest_due_at"),
          inDoubt: integer(row, "in_doubt"),
          held: integer(row, "held"),
          flagged: integer(row, "flagged"),
        }
      }),
  })
}
