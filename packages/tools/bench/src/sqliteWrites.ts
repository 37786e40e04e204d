/**
 * Durable writes per second on one SQLite file: the store's driver with many concurrent callers, beside better-sqlite3 by hand with one
 * commit per write and with one per 64. Same rows, same tables, same triggers, same settings; the sides alternate within a round.
 *
 * Every payout is written three times: inserted, claimed with its attempt, and saved with the answer's token.
 */
import { Effect } from "effect"
import { join } from "node:path"
import { bar, type Benchmark, figuresOver, medianOver, newFolder, timed } from "./benchmark.ts"
import { fsyncMicros } from "./disk.ts"
import { type HandWritten, handWritten } from "./handWrittenSqlite.ts"
import { type Life, lives } from "./lives.ts"
import { type Landed, landedIn, openStore, writeThrough } from "./storeWriter.ts"

interface Side {
  readonly writes: number
  readonly perSecond: number
  /** The contents of its file afterwards. */
  readonly landed: Landed
}

interface SqliteWrites {
  readonly store: Side
  readonly commitPerWrite: Side
  readonly commitPer64: Side
  readonly fsyncMicros: number
}

const writesPerPayment = 3

const perCommit = 64

/** The package itself makes the file, with the tables and the room that it keeps, so that every side begins alike. */
const made = Effect.fnUntraced(function* (name: string) {
  const file = join(yield* newFolder, `${name}.db`)
  yield* Effect.scoped(openStore(file))
  return file
})

const throughStore = Effect.fnUntraced(function* (all: ReadonlyArray<Life>) {
  const file = yield* made("store")
  const { millis } = yield* Effect.scoped(
    Effect.flatMap(openStore(file), ({ driver }) => timed(writeThrough(driver, all))),
  )
  return sideOf(file, all, millis)
})

const byHand = Effect.fnUntraced(function* (all: ReadonlyArray<Life>, each: number) {
  const file = yield* made(`hand-${each}`)
  const store = yield* Effect.acquireRelease(
    Effect.sync(() => handWritten(file)),
    ({ close }) => Effect.sync(close),
  )
  const { millis } = yield* timed(
    Effect.sync(() => {
      for (const write of [store.insert, store.claim, store.save]) inCommits(store, all, each, write)
    }),
  )
  return sideOf(file, all, millis)
})

const inCommits = (store: HandWritten, all: ReadonlyArray<Life>, each: number, write: (life: Life) => void): void => {
  for (let from = 0; from < all.length; from += each) {
    store.together(all.slice(from, from + each).map((life) => () => write(life)))
  }
}

const sideOf = (file: string, all: ReadonlyArray<Life>, millis: number): Side => {
  const writes = writesPerPayment * all.length
  return { writes, perSecond: (1_000 * writes) / millis, landed: landedIn(file) }
}

/** One round with this many payouts on each side; with one commit per write a quarter of them, because there the disk is the limit. */
const sqliteWrites = Effect.fn("sqliteWrites")(function* (payments: number) {
  const all = lives(payments)
  const fewer = all.slice(0, Math.ceil(payments / 4))
  const result: SqliteWrites = {
    commitPerWrite: yield* Effect.scoped(byHand(fewer, 1)),
    store: yield* Effect.scoped(throughStore(all)),
    commitPer64: yield* Effect.scoped(byHand(all, perCommit)),
    fsyncMicros: yield* fsyncMicros(100),
  }
  return result
})

/** Where a file differs from what was written. */
const wrongIn = ({ store, commitPerWrite, commitPer64 }: SqliteWrites): ReadonlyArray<string> =>
  Object.entries({ store, commitPerWrite, commitPer64 }).flatMap(([name, { writes, landed }]) => {
    const payments = writes / writesPerPayment
    const right = landed.payments === payments && landed.pendingWithToken === payments && landed.events === writes
    return right ? [] : [`${name}: after ${writes} writes there are ${JSON.stringify(landed)}`]
  })

const rounds = 5
const paymentsPerRound = 8_000

export const sqliteWritesBenchmark: Benchmark = {
  name: "sqlite-writes",
  about: "durable writes through store-sqlite beside better-sqlite3 by hand",
  measure: Effect.fnUntraced(function* (say) {
    const all: Array<SqliteWrites> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push(yield* sqliteWrites(paymentsPerRound))
    }
    return {
      outcome: all.map(({ store, commitPerWrite, commitPer64 }) => ({
        store: store.landed,
        commitPerWrite: commitPerWrite.landed,
        commitPer64: commitPer64.landed,
      })),
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        storeWritesPerSecond: ({ store }) => store.perSecond,
        commitPerWriteWritesPerSecond: ({ commitPerWrite }) => commitPerWrite.perSecond,
        commitPer64WritesPerSecond: ({ commitPer64 }) => commitPer64.perSecond,
        oneFsyncMicros: (round) => round.fsyncMicros,
      }),
      bars: [
        bar(
          "times as many as with one commit per write",
          medianOver(all, ({ store, commitPerWrite }) => store.perSecond / commitPerWrite.perSecond),
          { atLeast: 4 },
        ),
        bar(
          "times as many as with one commit per 64",
          medianOver(all, ({ store, commitPer64 }) => store.perSecond / commitPer64.perSecond),
          { atLeast: 0.5 },
        ),
      ],
    }
  }),
}
