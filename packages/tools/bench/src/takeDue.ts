/**
 * `takeDue` of a hundred among millions of payments, on both stores, and the same among few: its cost must not depend on how many payments
 * are finished, nor on those whose follow-up waits in the queue. The hand-written peer takes from the same queue, alternating with the store, and after each taking one page is written and
 * synced, which shows the cost of the machine and its disk beside the store's. The taker rests between two takings, as a worker does that
 * confirms what it took; meanwhile the store moves its log into the file.
 */
import type { StoreError } from "@cauri/core"
import type { PaymentStoreDriver, StoreRefused } from "@cauri/core/adapter"
import { layer as postgresLayer, PostgresStore } from "@cauri/store-postgres"
import { layer as sqliteLayer, SqliteStore } from "@cauri/store-sqlite"
import { Context, Effect, Layer } from "effect"
import { join } from "node:path"
import { bar, type Benchmark, figuresOver, medianOver, newFolder, type Say, timed } from "./benchmark.ts"
import { pageWriter } from "./disk.ts"
import { madeAt } from "./lives.ts"
import { type Amounts, dueIds, fillPostgres, fillSqlite } from "./manyPayments.ts"
import { quantile } from "./spread.ts"
import { postgresServer } from "./postgresServer.ts"
import { type Taken, takeFromPostgresByHand, takeFromSqliteByHand } from "./takeByHand.ts"

/** How long something took that was done many times. */
interface Times {
  readonly medianMillis: number
  readonly p99Millis: number
  readonly slowestMillis: number
}

interface Takings extends Times {
  readonly finished: number
  readonly takings: number
  /** Payments that were taken in order: with their attempt, under their first lease, the longest due first. */
  readonly inTurn: number
}

/** How long opening a full file took, with all that a store looks at before it is ready, and by hand. */
interface Opening {
  readonly storeMillis: number
  readonly byHandMillis: number
}

/** The takings of a round, and how long the page took behind each of them. */
interface Round {
  readonly store: Takings
  readonly byHand: Takings
  readonly page: Times
}

interface TakeDue {
  readonly sqliteOpening: ReadonlyArray<Opening>
  readonly sqlite: ReadonlyArray<Round>
  readonly postgres: ReadonlyArray<Round>
}

/** Takes at most `limit` due payments, and leases them. */
type Take<E> = (now: number, limit: number, until: number) => Effect.Effect<ReadonlyArray<Taken>, E>

const perTaking = 100
const rounds = 3

interface Plan {
  /** Takings before any is measured: statements are prepared and planned, pages are read, and Node has compiled what it runs often. */
  readonly warmUp: number
  readonly takings: number
  /** How long the taker rests after each, in milliseconds. */
  readonly rest: number
}

/** How many payments must be due for two takers that follow a plan in each round, with some left over. */
const dueFor = ({ warmUp, takings }: Plan) => rounds * perTaking * 2 * (warmUp + takings + 1)

interface Taker<E> {
  readonly take: Take<E>
  readonly millis: Array<number>
  inTurn: number
}

const taker = <E>(take: Take<E>): Taker<E> => ({ take, millis: [], inTurn: 0 })

const through = ({ takeDue }: PaymentStoreDriver) =>
  taker((now, limit, until) => Effect.map(takeDue({ now, limit, until }), ({ taken }) => taken))

/** All takers, alternating, from one queue that still holds these; returns what the page took in between. */
const takeInTurns = Effect.fnUntraced(function* <E>(
  takers: ReadonlyArray<Taker<E>>,
  expected: ReadonlyArray<string>,
  { rest, takings, warmUp }: Plan,
) {
  const until = madeAt + 1_000_000_000
  const now = until - 1
  const writePage = yield* pageWriter
  const pageMillis: Array<number> = []
  let first = 0
  for (let taking = 0; taking < warmUp + takings; taking++) {
    // The garbage of the filling is not the takers'; what the takings leave behind is, and is collected while they are measured.
    if (taking === warmUp) globalThis.gc?.()
    for (const each of takers) {
      const taken = yield* timed(each.take(now, perTaking, until))
      const turn = expected.slice(first, first + perTaking)
      each.inTurn += taken.value.filter(
        ({ id, state, attempts, leaseNumber, leaseUntil }, index) =>
          id === turn[index] &&
          state === "pending" &&
          attempts.length === 1 &&
          leaseNumber === 1 &&
          leaseUntil === until,
      ).length
      first += perTaking
      const page = yield* timed(writePage)
      if (taking >= warmUp) {
        each.millis.push(taken.millis)
        pageMillis.push(page.millis)
      }
      if (rest > 0) yield* Effect.sleep(rest)
    }
  }
  return timesOf(pageMillis)
})

const timesOf = (millis: ReadonlyArray<number>): Times => {
  const sorted = millis.toSorted((one, other) => one - other)
  return { medianMillis: quantile(sorted, 0.5), p99Millis: quantile(sorted, 0.99), slowestMillis: quantile(sorted, 1) }
}

const takingsOf = ({ inTurn, millis }: Taker<unknown>, { finished }: Amounts, { warmUp, takings }: Plan): Takings => ({
  finished,
  takings: warmUp + takings,
  inTurn,
  ...timesOf(millis),
})

/** The store and the hand-written peer, alternating, in each round on new connections. */
const besideHand = <R>(
  open: Effect.Effect<readonly [PaymentStoreDriver, Take<never>], StoreRefused, R>,
  amounts: Amounts,
  plan: Plan,
) => {
  const expected = dueIds(amounts)
  const perRound = 2 * perTaking * (plan.warmUp + plan.takings)
  return Effect.forEach(Array.from({ length: rounds }).keys(), (round) =>
    Effect.gen(function* () {
      const [driver, takeByHand] = yield* open
      const store = through(driver)
      const byHand = taker(takeByHand)
      const rest = expected.slice(round * perRound)
      const page = yield* takeInTurns<StoreError>([store, byHand], rest, plan)
      const taken: Round = { store: takingsOf(store, amounts, plan), byHand: takingsOf(byHand, amounts, plan), page }
      return taken
    }).pipe(Effect.scoped),
  )
}

const onSqlite = Effect.fnUntraced(function* (finished: number, plan: Plan, say: Say) {
  const amounts = { finished, due: dueFor(plan) }
  const file = join(yield* newFolder, "payments.db")
  yield* Effect.scoped(Layer.build(sqliteLayer({ file })))
  yield* fillSqlite(file, amounts, say)
  say(`opening SQLite, ${finished} finished`)
  const opening = yield* Effect.forEach(Array.from({ length: rounds }), () =>
    Effect.gen(function* () {
      const opened = yield* timed(Layer.build(sqliteLayer({ file })))
      const openedByHand = yield* timed(takeFromSqliteByHand(file))
      const both: Opening = { storeMillis: opened.millis, byHandMillis: openedByHand.millis }
      return both
    }).pipe(Effect.scoped),
  )
  say(`taking from SQLite, ${finished} finished`)
  const open = Effect.gen(function* () {
    // The file is our own and new; looking for damage would read all of it.
    const context = yield* Layer.build(sqliteLayer({ file, check: "none" }))
    return [Context.get(context, SqliteStore).driver, yield* takeFromSqliteByHand(file)] as const
  })
  return { opening, rounds: yield* besideHand(open, amounts, plan) }
}, Effect.scoped)

const onPostgres = Effect.fnUntraced(function* (finished: number, plan: Plan, say: Say) {
  const amounts = { finished, due: dueFor(plan) }
  // Checkpoints are spread and rare, as in any production, and none falls into a minute of measuring.
  const server = yield* postgresServer({ shared_buffers: "1GB", max_wal_size: "16GB", checkpoint_timeout: "1h" })
  yield* Effect.scoped(Layer.build(postgresLayer({ url: server.url })))
  yield* fillPostgres(server, "cauri", amounts, say)
  say(`taking from Postgres, ${finished} finished`)
  const open = Effect.gen(function* () {
    const context = yield* Layer.build(postgresLayer({ url: server.url }))
    return [Context.get(context, PostgresStore).driver, yield* takeFromPostgresByHand(server)] as const
  })
  return yield* besideHand(open, amounts, plan)
}, Effect.scoped)

/** Takes from each store with this many finished payments. */
const takeDue = Effect.fn("takeDue")(function* (finished: number, plan: Plan, say: Say = () => undefined) {
  const sqlite = yield* onSqlite(finished, plan, say)
  const postgres = yield* onPostgres(finished, plan, say)
  const result: TakeDue = { sqliteOpening: sqlite.opening, sqlite: sqlite.rounds, postgres }
  return result
})

/** Every side of every round. */
const sidesOf = ({ postgres, sqlite }: TakeDue): ReadonlyArray<readonly [string, Takings]> =>
  Object.entries({ sqlite, postgres }).flatMap(([name, all]) =>
    all.flatMap(({ byHand, store }) => [[name, store] as const, [`${name}ByHand`, byHand] as const]),
  )

/** Where payments were not taken in order. */
const wrongIn = (measured: TakeDue): ReadonlyArray<string> =>
  sidesOf(measured).flatMap(([side, { finished, takings, inTurn }]) =>
    inTurn === takings * perTaking
      ? []
      : [`${side}, ${finished} finished: of ${takings * perTaking} payments ${inTurn} were taken in their turn`],
  )

const few = 200_000
const many = 5_000_000
/** Measures a worker that has been running: as many takings before as few finished payments leave room for. */
const plan: Plan = { warmUp: 60, takings: 200, rest: 10 }

const proved = (measured: TakeDue) => sidesOf(measured).map(([side, takings]) => ({ side, ...outcomeOf(takings) }))

const outcomeOf = ({ finished, inTurn, takings }: Takings) => ({ finished, takings, inTurn })

const figuresAs = (name: string, rounds: ReadonlyArray<Times>) =>
  figuresOver(rounds, {
    [`${name}MedianMillis`]: ({ medianMillis }) => medianMillis,
    [`${name}P99Millis`]: ({ p99Millis }) => p99Millis,
    [`${name}SlowestMillis`]: ({ slowestMillis }) => slowestMillis,
  })

const figuresOfStore = (name: string, rounds: ReadonlyArray<Round>) => ({
  ...figuresAs(
    name,
    rounds.map(({ store }) => store),
  ),
  ...figuresAs(
    `${name}ByHand`,
    rounds.map(({ byHand }) => byHand),
  ),
  ...figuresAs(
    `${name}Page`,
    rounds.map(({ page }) => page),
  ),
})

const medianOf = (rounds: ReadonlyArray<Round>) => medianOver(rounds, ({ store }) => store.medianMillis)
const p99Of = (rounds: ReadonlyArray<Round>) => medianOver(rounds, ({ store }) => store.p99Millis)

export const takeDueBenchmark: Benchmark = {
  name: "take-due",
  about:
    "takeDue of 100 among 200,000 and 5,000,000 finished payments, some with a follow-up that waits; takes minutes and 20 GB of disk",
  measure: Effect.fnUntraced(function* (say) {
    const large = yield* takeDue(many, plan, say)
    const small = yield* takeDue(few, plan, say)
    return {
      outcome: [proved(small), proved(large)],
      wrong: [...wrongIn(small), ...wrongIn(large)],
      figures: {
        ...figuresOver(small.sqliteOpening, { sqliteFewOpenMillis: ({ storeMillis }) => storeMillis }),
        ...figuresOver(large.sqliteOpening, {
          sqliteManyOpenMillis: ({ storeMillis }) => storeMillis,
          sqliteManyOpenByHandMillis: ({ byHandMillis }) => byHandMillis,
        }),
        ...figuresOfStore("sqliteFew", small.sqlite),
        ...figuresOfStore("sqliteMany", large.sqlite),
        ...figuresOfStore("postgresFew", small.postgres),
        ...figuresOfStore("postgresMany", large.postgres),
      },
      bars: [
        bar(
          "SQLite is ready among many, ms",
          medianOver(large.sqliteOpening, ({ storeMillis }) => storeMillis),
          { atMost: 500 },
        ),
        bar("p99 on SQLite among many, ms", p99Of(large.sqlite), { atMost: 5 }),
        bar("p99 on Postgres among many, ms", p99Of(large.postgres), { atMost: 5 }),
        bar("SQLite, median among many, times that among few", ratio(medianOf(large.sqlite), medianOf(small.sqlite)), {
          atMost: independent,
        }),
        bar(
          "Postgres, median among many, times that among few",
          ratio(medianOf(large.postgres), medianOf(small.postgres)),
          { atMost: independent },
        ),
      ],
    }
  }),
}

/** A cost in proportion to the finished payments would be twenty-five times as high; deeper trees and colder caches cost this much at most. */
const independent = 1.5

const ratio = (one: number, other: number) => Math.round((one / other) * 1_000) / 1_000
