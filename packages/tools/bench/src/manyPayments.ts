/**
 * Millions of payments, made by SQL in the stores' own tables: the model payout under other names, finished ones first and last the due
 * ones, each of those beside a finished one. One finished payment in fifty waits for a follow-up that is not due yet. Due payments are made in the order in which they fall due, as in production. Attempts and
 * history are made for the due ones only: nothing else is read when payments are taken.
 */
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { Say } from "./benchmark.ts"
import { madeAt, model, modelPayout } from "./lives.ts"
import type { PostgresServer } from "./postgresServer.ts"

/** After anything that is due in a measurement. */
const followUpAt = madeAt + 2_000_000_000

export interface Amounts {
  readonly finished: number
  readonly due: number
}

/** The names of the due payments, in the order in which they fall due. */
export const dueIds = ({ finished, due }: Amounts): ReadonlyArray<string> => {
  const total = finished + due
  return Array.from({ length: due }, (_, index) => `payout-${String(total - 2 * due + 2 * index + 1).padStart(8, "0")}`)
}

const perStatement = 50_000

/** One part of the payments: from this number up to and without that one. */
interface Part {
  readonly from: number
  readonly to: number
}

const inParts = <E, R>(total: number, step: string, say: Say, make: (part: Part) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    for (let from = 0; from < total; from += perStatement) {
      const to = Math.min(total, from + perStatement)
      yield* make({ from, to })
      say(step, to, total)
      // Synchronous work would block the terminal.
      yield* Effect.yieldNow
    }
  })

const literal = (value: string | number | null): string =>
  value === null ? "null" : typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`

/**
 * The select of a part, in the words of both databases. `numbers` gives the column `n`; `padded` writes it with leading zeros.
 * Odd numbers in the last 2 × due are due.
 */
const selects = ({ finished, due }: Amounts, padded: (digits: number, number: string) => string) => {
  const isDue = `(n >= ${finished - due} and n % 2 = (${finished - due + 1}) % 2)`
  const id = `'payout-' || ${padded(8, "n")}`
  const party = `'226700' || ${padded(5, "(n % 100000)")}`
  const named = (text: string) =>
    `replace(replace(${literal(text)}, ${literal(model.id)}, ${id}), ${literal(model.party)}, ${party})`
  const { pending, completed } = { pending: modelPayout.pending.row, completed: modelPayout.completed.row }
  const either = (one: string | number | null, other: string | number | null) =>
    `case when ${isDue} then ${literal(one)} else ${literal(other)} end`
  return {
    payments: `select ${id}, 'payout', 'shop', ${either(pending.state, completed.state)}, ${either(pending.seq, completed.seq)},
      ${literal(pending.rail)}, ${pending.amount}, null, ${party}, null, null, ${madeAt} + n,
      ${either(null, completed.closedAt)}, 0, case when ${isDue} then ${named(pending.body)} else ${named(completed.body)} end, 1, 0`,
    queue: `select ${id}, 'payout', 'shop', ${madeAt} + n,
      case when ${isDue} then ${madeAt} + n when n % 50 = 0 then ${followUpAt} + n end, 0, 0`,
    attempts: pending.attempts.map(
      ({ number, kind, outcome, token, startedAt }) =>
        `select ${id}, 'payout', 'shop', ${number}, ${literal(kind)}, ${literal(outcome)}, ${named(token ?? "")}, ${startedAt}`,
    ),
    events: [modelPayout.intended, modelPayout.submitting, modelPayout.pending].flatMap(({ events }) =>
      events.map(
        ({ deliveredAs, seq, at, tag, body }) =>
          `select ${id}, 'payout', 'shop', ${seq}, ${at}, ${literal(tag)}, ${deliveredAs === null ? "null" : literal(deliveredAs)}, ${named(body)}`,
      ),
    ),
    isDue,
  }
}

const paymentColumns = `id, kind, project, state, seq, rail, amount, operator, party, order_ref, refund_of, created_at, closed_at,
  open_flags, body, version, newest_note`
const queueColumns = "id, kind, project, created_at, act_at, lease_number, lease_until"
const attemptColumns = "id, kind, project, number, attempt_kind, outcome, token, started_at"
const eventColumns = "id, kind, project, seq, at, tag, delivered_as, body"

/** The statements of a part, for tables whose names begin like this. */
const statementsOf = (
  amounts: Amounts,
  prefix: string,
  numbers: string,
  padded: (digits: number, n: string) => string,
) => {
  const { payments, queue, attempts, events, isDue } = selects(amounts, padded)
  return [
    `insert into ${prefix}payments (${paymentColumns}) ${payments} from ${numbers}`,
    `insert into ${prefix}queue (${queueColumns}) ${queue} from ${numbers}`,
    ...attempts.map(
      (each) => `insert into ${prefix}attempts (${attemptColumns}) ${each} from ${numbers} where ${isDue}`,
    ),
    ...events.map((each) => `insert into ${prefix}events (${eventColumns}) ${each} from ${numbers} where ${isDue}`),
  ]
}

const numbers = (part: Part) =>
  `(with recursive numbers (n) as (select ${part.from} union all select n + 1 from numbers where n + 1 < ${part.to}) select n from numbers)`

/** Fills a file that the store's package has made. No write is acknowledged meanwhile, so the file is durable only at the end. */
export const fillSqlite = Effect.fnUntraced(function* (file: string, amounts: Amounts, say: Say) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new Database(file)),
    (opened) => Effect.sync(() => opened.close()),
  )
  for (const setting of ["synchronous = OFF", "cache_size = -1000000", "foreign_keys = ON"]) client.pragma(setting)
  yield* inParts(amounts.finished + amounts.due, "filling SQLite", say, (part) =>
    Effect.sync(() => {
      client.transaction(() => {
        for (const statement of statementsOf(
          amounts,
          "cauri_",
          numbers(part),
          (digits, n) => `printf('%0${digits}d', ${n})`,
        )) {
          client.exec(statement)
        }
      })()
    }),
  )
  client.pragma("synchronous = FULL")
  client.pragma("wal_checkpoint(TRUNCATE)")
}, Effect.scoped)

/** Fills the tables that the store's package has made in this schema. */
export const fillPostgres = Effect.fnUntraced(function* (
  server: PostgresServer,
  schema: string,
  amounts: Amounts,
  say: Say,
) {
  yield* server.ask("set synchronous_commit = off")
  yield* inParts(amounts.finished + amounts.due, "filling Postgres", say, ({ from, to }) =>
    Effect.forEach(
      statementsOf(
        amounts,
        `${schema}.`,
        `generate_series(${from}, ${to - 1}) as numbers (n)`,
        (digits, n) => `lpad((${n})::text, ${digits}, '0')`,
      ),
      server.ask,
      { concurrency: 1, discard: true },
    ),
  )
  // What is open is listed in a table of its own there.
  yield* server.ask(
    `insert into ${schema}.open_payments (created_at, kind, project, id) select created_at, kind, project, id from ${schema}.payments where closed_at is null`,
  )
  yield* server.settle
})
