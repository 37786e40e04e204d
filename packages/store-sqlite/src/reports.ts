/**
 * `Reports`: counts over the payments. Each is one statement, and so one moment of the store.
 */
import { Reports, type Backlog } from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, gte, lt, sql } from "drizzle-orm"
import type { Gate } from "./batch.ts"
import type { Connection } from "./connection.ts"
import { given } from "./statements.ts"
import { payments } from "./tables.ts"

/** Every part of it is answered by an index over what is open. What is leased and what is free lie in different indexes. */
const backlogSql = `
  SELECT
    free.count + lost.count AS due,
    nullif(min(ifnull(free.since, 9e15), ifnull(lost.since, 9e15)), 9e15) AS oldestDueAt,
    waiting.inDoubt, waiting.held,
    (SELECT count(*) FROM cauri_payments WHERE open_flags > 0) AS flagged
  FROM
    (SELECT count(*) AS count, min(act_at) AS since FROM cauri_queue
      WHERE act_at IS NOT NULL AND lease_until = 0 AND act_at <= :now) AS free,
    (SELECT count(*) AS count, min(act_at) AS since FROM cauri_queue
      WHERE act_at IS NOT NULL AND lease_until > 0 AND lease_until <= :now AND act_at <= :now) AS lost,
    (SELECT count(CASE state WHEN 'InDoubt' THEN 1 END) AS inDoubt, count(CASE state WHEN 'Held' THEN 1 END) AS held
      FROM cauri_payments WHERE closed_at IS NULL AND state IN ('InDoubt', 'Held')) AS waiting`

const figuresOf = (db: BetterSQLite3Database) =>
  db
    .select({
      kind: payments.kind,
      rail: payments.rail,
      operator: payments.operator,
      state: payments.state,
      count: sql<number>`count(*)`,
      // Whole while it fits, and no error when it does not.
      sum: sql<number>`total(${payments.amount})`,
      openFlags: sql<number>`sum(${payments.openFlags})`,
    })
    .from(payments)
    .where(and(gte(payments.createdAt, given("from")), lt(payments.createdAt, given("before"))))
    .groupBy(payments.kind, payments.rail, payments.operator, payments.state)
    .orderBy(payments.kind, payments.rail, payments.operator, payments.state)
    .prepare()

const nothing: Backlog = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }

/** The counts of a store. */
export const makeReports = ({ client, db }: Connection, gate: Gate): Reports["Service"] => {
  const figures = figuresOf(db)
  const backlog = client.prepare<{ readonly now: number }, Backlog>(backlogSql)
  return Reports.of({
    figures: (from, before) => gate.read("figures", () => figures.all({ from, before })),
    backlog: (now) => gate.read("backlog", () => backlog.get({ now }) ?? nothing),
  })
}
