/**
 * One process of the two that write to one file: `node stalledWriter.ts <file> <from> <payouts>`. It prints the longest time for which its
 * event loop was blocked, including the time between two samples.
 */
import { Effect } from "effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { lives } from "./lives.ts"
import { openStore, writeThrough } from "./storeWriter.ts"

const [file = "", from = "", payouts = ""] = process.argv.slice(2)

const toMillis = (nanos: number) => nanos / 1e6

const program = Effect.gen(function* () {
  const all = lives(Number(payouts), Number(from))
  const { driver } = yield* openStore(file)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  yield* writeThrough(driver, all)
  delay.disable()
  process.stdout.write(
    `${JSON.stringify({ longestMillis: toMillis(delay.max), p99Millis: toMillis(delay.percentile(99)) })}\n`,
  )
})

await Effect.runPromise(Effect.scoped(program))
