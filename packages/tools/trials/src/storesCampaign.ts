/**
 * The long comparison of the stores: `CAURI_SEQUENCES` random sequences (20,000 by default) from `CAURI_SEED` on (the time by default),
 * on memory, SQLite and Postgres. It adds one line to `evidence/stores.jsonl` and fails with the shortest sequence on which they differ.
 */
import { startPostgres } from "@cauri/test-postgres"
import { Clock, Effect } from "effect"
import { addEvidence, commit } from "./evidence.ts"
import { compareStores, differenceText } from "./stores/differ.ts"
import { threeStores } from "./stores/subjects.ts"

const server = Effect.acquireRelease(
  Effect.promise(() => startPostgres()),
  ({ stop }) => Effect.promise(stop),
)

/** Compares the stores and returns whether they always agreed. */
export const storesCampaign = Effect.gen(function* () {
  const wanted = Number(process.env["CAURI_SEQUENCES"] ?? "20000")
  const now = yield* Clock.currentTimeMillis
  const seed = Number(process.env["CAURI_SEED"] ?? now % 1_000_000_000)
  const stores = yield* threeStores((yield* server).url)
  const start = performance.now()
  const { sequences, commands, answers, found } = yield* compareStores(stores, seed, wanted)
  const seconds = Math.round((performance.now() - start) / 1_000)
  const line = { commit: commit(), seed, sequences, commands, seconds, differences: found === null ? 0 : 1, answers }
  addEvidence("stores", found === null ? line : { ...line, seedOfDifference: found.seed })
  console.log(`${sequences} sequences of ${commands} commands from seed ${seed} in ${seconds} s`)
  if (found !== null) console.error(differenceText(found))
  return found === null
}).pipe(Effect.scoped)
