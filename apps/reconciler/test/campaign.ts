/**
 * What takes too long for every run: fifty stops in the middle of creations, and a hundred thousand open payments after a day of
 * outage. Prints one line for each and appends it to `CAMPAIGN.md`.
 *
 *   node test/campaign.ts [stops] [payments]
 */
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { home } from "./home.ts"
import { outage } from "./outage.ts"
import { slowAnswers, stopDuringCreation } from "./stopping.ts"
import { newWorld, type StoreKind } from "./world.ts"

const [stops = 50, payments = 100_000] = process.argv.slice(2).map(Number)

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: home, encoding: "utf8" }).trim()

const note = (line: string) =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
    appendFileSync(join(home, "CAMPAIGN.md"), `${line}\n`)
  })

/** Fifty stops on one store; whatever is not as it must be is counted. */
const stopOften = Effect.fnUntraced(function* (kind: StoreKind) {
  const world = yield* newWorld(kind, slowAnswers)
  let [inDoubt, twice, otherExits] = [0, 0, 0]
  for (let run = 1; run <= stops; run++) {
    const { creations, exit, states } = yield* stopDuringCreation(world, run)
    inDoubt += states.filter((state) => state !== "pending").length
    twice += creations.filter((count) => count !== 1).length
    otherExits += exit === 0 ? 0 : 1
  }
  yield* note(
    `- ${commit}, ${kind}: ${stops} stops by SIGTERM during ${stops * 3} creations: ${inDoubt} left in doubt, ${twice} sent other than once, ${otherExits} exits other than 0.`,
  )
})

const program = Effect.gen(function* () {
  if (stops > 0)
    yield* Effect.forEach(["SQLite", "Postgres"] as const, (kind) => Effect.scoped(stopOften(kind)), { concurrency: 1 })
  if (payments > 0) {
    const { confirmsPerSecond, furthestOutOfPlace, hours, left, most, seconds } = yield* Effect.scoped(outage(payments))
    yield* note(
      `- ${commit}, SQLite: ${payments} open payments after a day of outage: all confirmed in ${hours.toFixed(2)} h of virtual time (${seconds} s here), ${left} left; ${confirmsPerSecond.toFixed(2)} confirms per second on average and ${most} in the busiest second; nobody was more than ${furthestOutOfPlace} places out of the order of age.`,
    )
  }
})

Effect.runPromise(program).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
