/**
 * What takes too long for every run: a hundred thousand callbacks upon one payment, and fifty kills under load on each store. Prints one
 * line for each and appends it to `CAMPAIGN.md`.
 *
 *   node test/campaign.ts [callbacks] [kills]
 */
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { home } from "./app.ts"
import { flood } from "./flood.ts"
import { killUnderLoad } from "./loading.ts"
import { newWorld, type StoreKind } from "./world.ts"

const [callbacks = 100_000, kills = 50] = process.argv.slice(2).map(Number)

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: home, encoding: "utf8" }).trim()

const note = (line: string) =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
    appendFileSync(join(home, "CAMPAIGN.md"), `${line}\n`)
  })

const killOften = Effect.fnUntraced(function* (kind: StoreKind) {
  const world = yield* newWorld(kind, 400)
  const acknowledged = new Set<string>()
  for (let run = 0; run < kills; run++) {
    for (const each of (yield* killUnderLoad(world, run)).acknowledged) acknowledged.add(each)
  }
  const noted = yield* world.fingerprints
  const lost = [...acknowledged].filter((fingerprint) => !noted.has(fingerprint)).length
  yield* note(
    `- ${commit}, ${kind}: killed ${kills} times under load: of ${acknowledged.size} acknowledged callbacks ${lost} were lost.`,
  )
})

const program = Effect.gen(function* () {
  if (callbacks > 0) {
    const { after, answers, before, confirms } = yield* Effect.provide(flood(callbacks), TestClock.layer())
    yield* note(
      `- ${commit}, SQLite: ${callbacks} callbacks upon one payment in a minute of virtual time (${JSON.stringify(answers)}): ${confirms} confirms, and the payment is ${after === before ? "as it was" : "CHANGED"}.`,
    )
  }
  if (kills > 0)
    yield* Effect.forEach(["SQLite", "Postgres"] as const, (kind) => Effect.scoped(killOften(kind)), { concurrency: 1 })
})

Effect.runPromise(program).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
