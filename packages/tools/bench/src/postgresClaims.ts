/**
 * Claim and complete on Postgres, a hundred at a time: the store's `takeDue` and what follows it, beside pg-boss with `fetch` and
 * `complete`, and graphile-worker's batching. All on one durable server, one after the other within a round.
 *
 * The store does it in both ways in which core's worker does it. *Settling* is what a queue does: take what is due, complete it; that is
 * compared with pg-boss. *Submitting* completes nothing: it is the claim that must be on the disk before a request leaves, and the answer
 * after it, two durable steps after the taking where a queue has one. Its ratio is a figure beside the bar.
 */
import type { PaymentRow, PaymentStoreDriver } from "@cauri/core/adapter"
import { layer, PostgresStore } from "@cauri/store-postgres"
import { Context, Effect, Layer } from "effect"
import { bar, type Benchmark, figuresOver, medianOver, type Say, timed } from "./benchmark.ts"
import { type Life, lifeOf, lives, madeAt, type Written } from "./lives.ts"
import { type PostgresServer, postgresServer } from "./postgresServer.ts"
import { batchSize, type Side, throughGraphileWorker, throughPgBoss } from "./queuePeers.ts"

/** One round: each side with the same number of jobs. */
interface PostgresClaims {
  readonly jobs: number
  readonly settling: Side
  readonly submitting: Side
  readonly pgBoss: Side
  readonly graphileWorker: Side
}

const now = madeAt + 10
const until = madeAt + 60_000
const terms = (version: number, giveBack: number) => ({ version, giveBack, now, readNote: 0 })

/** The guards of a payout: the pauses of its scopes, and a twin of it that may have left. */
const guardsOf = ({ row }: Written) => ({
  pauses: ["all", `project ${row.project}`],
  twin: { party: row.party ?? "", amount: row.amount, completedSince: madeAt },
  refund: null,
})

const wrong = (what: string) => Effect.die(new Error(`${what} came out wrong.`))

/** How a worker goes on with a payment that it took. */
type Work = (driver: PaymentStoreDriver, life: Life, taken: PaymentRow) => Effect.Effect<unknown, unknown>

const settling: Work = (driver, { completed }, { leaseNumber }) =>
  Effect.flatMap(driver.save(completed.row, completed.events, terms(1, leaseNumber)), (saved) =>
    saved === "Saved" ? Effect.void : wrong("A save"),
  )

const submitting: Work = Effect.fnUntraced(function* (driver, life) {
  const { row, events } = life.submitting
  const claimed = yield* driver.claim(row, events, {
    ...terms(1, 0),
    giveBack: null,
    guards: guardsOf(life.submitting),
    leaseUntil: until,
  })
  if (claimed._tag !== "Claimed") return yield* wrong("A claim")
  const pending = { ...life.pending.row, actAt: until }
  const saved = yield* driver.save(pending, life.pending.events, terms(claimed.version, claimed.lease.number))
  if (saved !== "Saved") return yield* wrong("A save")
})

/** What the store has before: a pending payment has all of its events already. */
const beginning = {
  settling: ({ intended, submitting: sent, pending }: Life): Written => ({
    row: pending.row,
    events: [...intended.events, ...sent.events, ...pending.events],
  }),
  submitting: ({ intended }: Life): Written => intended,
  settled: ({ intended, submitting: sent, pending, completed }: Life): Written => ({
    row: completed.row,
    events: [...intended.events, ...sent.events, ...pending.events, ...completed.events],
  }),
}

/** A store in use has older payments: the server must not plan for tables that are empty. */
const olderPayments = 1_000

const throughStore = Effect.fnUntraced(function* (
  { url, ask, settle }: PostgresServer,
  all: ReadonlyArray<Life>,
  schema: string,
  way: "settling" | "submitting",
) {
  const work = { settling, submitting }[way]
  const context = yield* Layer.build(layer({ url, schema }))
  const { driver } = Context.get(context, PostgresStore)
  const byId = new Map<string, Life>(all.map((life) => [life.key.id, life]))
  yield* Effect.forEach(
    [...all.map(beginning[way]), ...lives(olderPayments, all.length).map(beginning.settled)],
    ({ row, events }) => driver.insert(row, events),
    { concurrency: 512, discard: true },
  )
  yield* settle
  const workAll = Effect.gen(function* () {
    for (;;) {
      const { taken } = yield* driver.takeDue({ now, limit: batchSize, until })
      if (taken.length === 0) return
      yield* Effect.forEach(
        taken,
        (row) => {
          const life = byId.get(row.id)
          return life === undefined ? wrong("A taking") : work(driver, life, row)
        },
        { concurrency: batchSize, discard: true },
      )
    }
  })
  const { millis } = yield* timed(workAll)
  const state = way === "settling" ? "completed" : "pending"
  const events = way === "settling" ? 4 : 3
  const done = yield* ask(
    `select count(*) from ${schema}.payments as p join ${schema}.queue using (id, kind, project) where id < '${lifeOf(all.length).key.id}' and state = '${state}' and lease_until = 0
    and ${events} = (select count(*) from ${schema}.events as e where e.id = p.id and e.kind = p.kind and e.project = p.project)`,
  )
  const side: Side = { done: Number(done), perSecond: (1_000 * all.length) / millis }
  return side
})

/** One round on this server; its number keeps the schemas apart. */
const postgresClaims = Effect.fn("postgresClaims")(function* (
  server: PostgresServer,
  jobs: number,
  round: number,
  say: Say = () => undefined,
) {
  const all = lives(jobs)
  const received = <A, E, R>(name: string, side: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      Effect.sync(() => say(`round ${round}, ${name}`)),
      Effect.scoped(side),
    )
  const result: PostgresClaims = {
    jobs,
    settling: yield* received("settling", throughStore(server, all, `settling_${round}`, "settling")),
    pgBoss: yield* received("pg-boss", throughPgBoss(server, jobs, `boss_${round}`)),
    submitting: yield* received("submitting", throughStore(server, all, `submitting_${round}`, "submitting")),
    graphileWorker: yield* received("graphile-worker", throughGraphileWorker(server, jobs, `graphile_${round}`)),
  }
  for (const side of ["settling", "boss", "submitting", "graphile"])
    yield* server.ask(`drop schema ${side}_${round} cascade`)
  return result
})

const wrongIn = ({ jobs, ...sides }: PostgresClaims): ReadonlyArray<string> =>
  Object.entries(sides).flatMap(([name, { done }]) =>
    done === jobs ? [] : [`${name}: ${done} of ${jobs} jobs were done`],
  )

const rounds = 5
const jobsPerRound = 10_000

export const postgresClaimsBenchmark: Benchmark = {
  name: "postgres-claims",
  about: "claim and complete in batches of 100 beside pg-boss and graphile-worker",
  measure: Effect.fnUntraced(function* (say) {
    const server = yield* postgresServer()
    const all: Array<PostgresClaims> = []
    for (let round = 1; round <= rounds; round++) all.push(yield* postgresClaims(server, jobsPerRound, round, say))
    return {
      outcome: all.map(({ jobs, settling, submitting, pgBoss, graphileWorker }) => ({
        jobs,
        settling: settling.done,
        submitting: submitting.done,
        pgBoss: pgBoss.done,
        graphileWorker: graphileWorker.done,
      })),
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        settlingPerSecond: (round) => round.settling.perSecond,
        submittingPerSecond: (round) => round.submitting.perSecond,
        pgBossPerSecond: ({ pgBoss }) => pgBoss.perSecond,
        graphileWorkerPerSecond: ({ graphileWorker }) => graphileWorker.perSecond,
        submittingTimesPgBoss: ({ submitting, pgBoss }) => submitting.perSecond / pgBoss.perSecond,
      }),
      bars: [
        bar(
          "settling (taken, completed), times pg-boss",
          medianOver(all, (round) => round.settling.perSecond / round.pgBoss.perSecond),
          { atLeast: 1 },
        ),
        bar(
          "settling (taken, completed), times graphile-worker",
          medianOver(all, (round) => round.settling.perSecond / round.graphileWorker.perSecond),
          { atLeast: 0.5 },
        ),
      ],
    }
  }),
}
