/**
 * `Reports`: counts over the payments. Each is one statement, and so one moment of the store.
 */
import {
  answerTags,
  type Backlog,
  type Figure,
  type FigureCounts,
  type TimesFigure,
  Reports,
  type StepFigure,
} from "@cauri/core/adapter"
import type { Gate } from "./batch.ts"
import type { Connection } from "./connection.ts"

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
    (SELECT count(CASE state WHEN 'in_doubt' THEN 1 END) AS inDoubt, count(CASE state WHEN 'held' THEN 1 END) AS held
      FROM cauri_payments WHERE closed_at IS NULL AND state IN ('in_doubt', 'held')) AS waiting`

/** Sums are whole while they fit, and no error when they do not. */
const figuresSql = (which: string) => `
  SELECT kind, rail, coalesce(service_operator, operator) AS operator, state, count(*) AS count, total(amount) AS sum,
    total(amount_paid) AS paid, sum(open_flags) AS openFlags
  FROM cauri_payments WHERE ${which} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`

interface Span {
  readonly from: number
  readonly before: number
}

/** Numbers arrive as doubles, so the division is not whole until it is cast. */
const overTimeSql = `
  SELECT :from + slot * :step AS at, kind, rail, count(*) AS count, total(amount) AS sum, sum(unanswered) AS unanswered
  FROM (
    SELECT CAST((created_at - :from) / :step AS INTEGER) AS slot, kind, rail, amount, EXISTS (
      SELECT 1 FROM cauri_attempts AS attempt
      WHERE attempt.id = payment.id AND attempt.kind = payment.kind AND attempt.project = payment.project
        AND outcome = 'no_answer' AND token IS NULL AND attempt_kind <> 'wallet_otp_request'
    ) AS unanswered
    FROM cauri_payments AS payment WHERE created_at >= :from AND created_at < :before
  ) GROUP BY slot, kind, rail ORDER BY slot, kind, rail`

const completionSql = `
  SELECT kind, rail, (SELECT count(*) FROM json_each(:limits) AS each WHERE each.value < closed_at - created_at) AS within,
    count(*) AS count
  FROM cauri_payments WHERE created_at >= :from AND created_at < :before AND state = 'completed'
  GROUP BY kind, rail, within ORDER BY kind, rail, within`

const answersSql = `
  SELECT payment.kind, payment.rail, (
      SELECT count(*) FROM json_each(:limits) AS each WHERE each.value < answer.at - (
        SELECT start.at FROM cauri_events AS start
        WHERE start.id = answer.id AND start.kind = answer.kind AND start.project = answer.project AND start.seq < answer.seq
          AND start.tag = 'attempt_started' ORDER BY start.seq DESC LIMIT 1
      )
    ) AS within, count(*) AS count
  FROM cauri_payments AS payment JOIN cauri_events AS answer
    ON answer.id = payment.id AND answer.kind = payment.kind AND answer.project = payment.project
  WHERE payment.created_at >= :from AND payment.created_at < :before AND answer.tag IN (${answerTags.map((tag) => `'${tag}'`).join(", ")})
  GROUP BY payment.kind, payment.rail, within ORDER BY payment.kind, payment.rail, within`

const nothing: Backlog = { due: 0, oldestDueAt: null, inDoubt: 0, held: 0, flagged: 0 }

export const makeReports = ({ client }: Connection, gate: Gate): Reports["Service"] => {
  const created = client.prepare<Span, Figure>(figuresSql("created_at >= :from AND created_at < :before"))
  const completed = client.prepare<Span, Figure>(
    figuresSql("amount_paid IS NOT NULL AND closed_at >= :from AND closed_at < :before"),
  )
  const backlog = client.prepare<{ readonly now: number }, Backlog>(backlogSql)
  const step = client.prepare<Span & { readonly step: number }, StepFigure>(overTimeSql)
  const completionTime = client.prepare<Span & { readonly limits: string }, TimesFigure>(completionSql)
  const answerTime = client.prepare<Span & { readonly limits: string }, TimesFigure>(answersSql)
  const counts: FigureCounts = {
    created: ({ before, from }) => created.all({ from, before }),
    completed: ({ before, from }) => completed.all({ from, before }),
    step: ({ before, from, step: length }) => step.all({ from, before, step: length }),
    completion_time: ({ before, from, limits }) => completionTime.all({ from, before, limits: JSON.stringify(limits) }),
    answer_time: ({ before, from, limits }) => answerTime.all({ from, before, limits: JSON.stringify(limits) }),
  }
  return Reports.of({
    figures: (query) => gate.read("figures", () => counts[query.by](query)),
    backlog: (now) => gate.read("backlog", () => backlog.get({ now }) ?? nothing),
  })
}
