/**
 * The many kills: `CAURI_KILLS` (60 by default) on SQLite and then on Postgres, from `CAURI_SEED` on (the time by default). It adds a line for
 * each store to `evidence/kills.jsonl` and fails with what the books disagree about. `CAURI_STORE` names one store.
 */
import { startPostgres } from "@cauri/test-postgres"
import { Clock, Effect } from "effect"
import { addEvidence, commit } from "../src/evidence.ts"
import { killRun } from "./kills.ts"

const postgres = Effect.acquireRelease(
  // With a setting of its own it is a server of its own.
  Effect.promise(() => startPostgres({ max_connections: "60" })),
  ({ stop }) => Effect.promise(stop),
)

const stores = {
  sqlite: (options: { readonly kills: number; readonly seed: number }) => killRun(options),
  postgres: (options: { readonly kills: number; readonly seed: number }) =>
    Effect.scoped(Effect.flatMap(postgres, ({ url }) => killRun({ ...options, url }))),
}

export const killsCampaign = Effect.gen(function* () {
  const kills = Number(process.env["CAURI_KILLS"] ?? "60")
  let isRight = true
  for (const [store, run] of Object.entries(stores)) {
    if ((process.env["CAURI_STORE"] ?? store) !== store) continue
    const begun = yield* Clock.currentTimeMillis
    const seed = Number(process.env["CAURI_SEED"] ?? begun % 1_000_000_000)
    const { wrong, ...figures } = yield* run({ kills, seed })
    const seconds = Math.round(((yield* Clock.currentTimeMillis) - begun) / 1_000)
    addEvidence("kills", { commit: commit(), store, seed, seconds, ...figures, wrong: wrong.length })
    for (const each of wrong) console.error(each)
    isRight &&= wrong.length === 0
  }
  return isRight
})
