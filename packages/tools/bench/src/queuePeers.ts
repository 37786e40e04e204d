/** Two queues on Postgres that a good engineer would take instead: what each needs to take and complete a number of jobs. */
import { Effect } from "effect"
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker"
import { PgBoss } from "pg-boss"
import { timed } from "./benchmark.ts"
import type { PostgresServer } from "./postgresServer.ts"

/** How one side did: its time, and how many jobs its own tables show as done afterwards. */
export interface Side {
  readonly done: number
  readonly perSecond: number
}

export const batchSize = 100

const addedAtOnce = 2_000

const dataOf = (index: number) => ({ kind: "payout", project: "shop", id: `payout-${String(index).padStart(8, "0")}` })

const inParts = async (jobs: number, add: (from: number, to: number) => Promise<unknown>) => {
  for (let from = 0; from < jobs; from += addedAtOnce) await add(from, Math.min(jobs, from + addedAtOnce))
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

/** pg-boss with `fetch` and `complete`, a hundred at a time; its supervision would only get in its own way. */
export const throughPgBoss = Effect.fnUntraced(function* (
  { url, ask, settle }: PostgresServer,
  jobs: number,
  schema: string,
) {
  const queue = "payments"
  const boss = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const started = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false })
      await started.start()
      await started.createQueue(queue)
      await inParts(jobs, (from, to) =>
        started.insert(
          queue,
          numbers(from, to).map((index) => ({ data: dataOf(index) })),
        ),
      )
      return started
    }),
    (started) => Effect.promise(() => started.stop({ graceful: false })),
  )
  yield* settle
  const { millis } = yield* timed(
    Effect.promise(async () => {
      for (;;) {
        const fetched = await boss.fetch(queue, { batchSize })
        if (fetched.length === 0) return
        await boss.complete(
          queue,
          fetched.map(({ id }) => id),
        )
      }
    }),
  )
  const done = Number(yield* ask(`select count(*) from ${schema}.job where state = 'completed'`))
  const side: Side = { done, perSecond: (1_000 * jobs) / millis }
  return side
})

/** graphile-worker with its local queue and its batched completion; it deletes what is done. */
export const throughGraphileWorker = Effect.fnUntraced(function* (
  { url, ask, settle }: PostgresServer,
  jobs: number,
  schema: string,
) {
  const logger = new Logger(() => () => {})
  const shared = { connectionString: url, schema, logger }
  yield* Effect.promise(async () => {
    await runMigrations(shared)
    const utils = await makeWorkerUtils(shared)
    await inParts(jobs, (from, to) =>
      utils.addJobs(numbers(from, to).map((index) => ({ identifier: "settle", payload: dataOf(index) }))),
    )
    await utils.release()
  })
  yield* settle
  const { millis } = yield* timed(
    Effect.promise(async () => {
      let begun = 0
      const all = Promise.withResolvers<void>()
      const runner = await run({
        ...shared,
        noHandleSignals: true,
        parsedCronItems: [],
        taskList: {
          settle: () => {
            begun += 1
            if (begun === jobs) all.resolve()
          },
        },
        preset: { worker: { concurrentJobs: batchSize, localQueue: { size: batchSize }, completeJobBatchDelay: 0 } },
      })
      await all.promise
      // It completes what is under way before it ends.
      await runner.stop()
    }),
  )
  const left = Number(yield* ask(`select count(*) from ${schema}._private_jobs`))
  const side: Side = { done: jobs - left, perSecond: (1_000 * jobs) / millis }
  return side
})
