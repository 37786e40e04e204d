/**
 * How long a program's event loop is blocked while it writes to SQLite: better-sqlite3 is synchronous, so during a commit, a checkpoint or
 * a lock nothing else runs in the program. Two processes write to one file at the same time, each with as many callers as a store gathers
 * into one commit.
 */
import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bar, type Benchmark, figuresOver, newFolder } from "./benchmark.ts"
import { spreadOf } from "./spread.ts"
import { type Landed, landedIn, openStore } from "./storeWriter.ts"

const Stalls = Schema.Struct({ longestMillis: Schema.Finite, p99Millis: Schema.Finite })

/** What two processes measured that wrote this many payouts each. */
interface SqliteStalls {
  readonly payouts: number
  readonly writers: ReadonlyArray<typeof Stalls.Type>
  readonly landed: Landed
}

const program = fileURLToPath(new URL("stalledWriter.ts", import.meta.url))
const writers = 2

const written = (file: string, from: number, payouts: number) =>
  Effect.promise(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, file, String(from), String(payouts)])
    return Schema.decodeUnknownSync(Schema.fromJsonString(Stalls))(stdout)
  })

/** Lets two processes write this many payouts each. */
const sqliteStalls = Effect.fn("sqliteStalls")(function* (payouts: number) {
  const file = join(yield* newFolder, "payments.db")
  yield* Effect.scoped(openStore(file))
  const seen = yield* Effect.forEach(
    Array.from({ length: writers }, (_, index) => index),
    (index) => written(file, index * payouts, payouts),
    { concurrency: "unbounded" },
  )
  const result: SqliteStalls = { payouts, writers: seen, landed: landedIn(file) }
  return result
}, Effect.scoped)

/** Where the file differs from what was written. */
const wrongIn = ({ payouts, landed }: SqliteStalls): ReadonlyArray<string> => {
  const all = writers * payouts
  const right = landed.payments === all && landed.pendingWithToken === all && landed.events === 3 * all
  return right ? [] : [`after ${all} payouts of ${writers} processes there are ${JSON.stringify(landed)}`]
}

const rounds = 5
const payoutsPerRound = 8_000
const worst = ({ writers }: SqliteStalls) => Math.max(...writers.map(({ longestMillis }) => longestMillis))

export const sqliteStallsBenchmark: Benchmark = {
  name: "sqlite-stalls",
  about: "how long the event loops of two processes stand still that write to one SQLite file",
  measure: Effect.fnUntraced(function* (say) {
    const all: Array<SqliteStalls> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push(yield* sqliteStalls(payoutsPerRound))
    }
    return {
      outcome: all.map(({ landed }) => landed),
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        longestStallMillis: worst,
        p99StallMillis: ({ writers }) => Math.max(...writers.map(({ p99Millis }) => p99Millis)),
      }),
      bars: [bar("the longest stall of all rounds, ms", spreadOf(all.map(worst)).highest, { atMost: 120 })],
    }
  }),
}
