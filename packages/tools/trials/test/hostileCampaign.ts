/**
 * The long hostile run: `CAURI_REQUESTS` requests (1,000,000 by default) from `CAURI_SEED` on (the time by default) to `cauri api` as it is
 * deployed. It adds one line to `evidence/hostile.jsonl` and fails with what it found.
 */
import { Clock, Effect } from "effect"
import { addEvidence, commit } from "../src/evidence.ts"
import { hostileRun, wrongIn } from "./hostile.ts"

export const hostileCampaign = Effect.gen(function* () {
  const requests = Number(process.env["CAURI_REQUESTS"] ?? "1000000")
  const now = yield* Clock.currentTimeMillis
  const seed = Number(process.env["CAURI_SEED"] ?? now % 1_000_000_000)
  const run = yield* hostileRun({ requests, seed, warm: 10_000 }, console.log)
  const wrong = wrongIn(run)
  const { heapMegabytes, residentMegabytes, statuses } = run
  const seconds = Math.round(((yield* Clock.currentTimeMillis) - now) / 1_000)
  const figures = { requests: run.requests, seconds, statuses, heapMegabytes, residentMegabytes }
  addEvidence("hostile", { commit: commit(), seed, ...figures, wrong: wrong.length })
  for (const each of wrong) console.error(each)
  return wrong.length === 0
})
