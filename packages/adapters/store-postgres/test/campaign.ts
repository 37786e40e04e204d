/**
 * What takes too long for every run: sixty kills of a program that writes, and a hundred thousand payments that two programs claim at
 * the same time. Prints one line for each and appends it to `CAMPAIGN.md`; what is not as it must be makes it fail.
 *
 *   node test/campaign.ts [kills] [claims]
 */
import { startPostgres } from "@cauri/test-postgres"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { killWhileWriting } from "./killing.ts"
import { both, fill, type Place } from "./racing.ts"

const [kills = 60, claims = 100_000] = process.argv.slice(2).map(Number)

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()

const note = (line: string, isRight: boolean) =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
    appendFileSync(new URL("../CAMPAIGN.md", import.meta.url), `- ${commit}: ${line}\n`)
    if (!isRight) process.exitCode = 1
  })

const killing = Effect.fnUntraced(function* (place: Place) {
  const { acknowledged, lost, torn } = yield* killWhileWriting(place, kills)
  yield* note(
    `${kills} kills by SIGKILL under load: ${acknowledged} writes acknowledged, ${lost} lost, ${torn} payments torn.`,
    lost === 0 && torn === 0,
  )
})

const racing = Effect.fnUntraced(function* (place: Place) {
  yield* fill(place, claims)
  const [one = [], two = []] = yield* both("claims", place, claims / 500, claims)
  const claimed = new Set([...one, ...two]).size
  const twice = one.length + two.length - claimed
  yield* note(
    `${claims} payments raced for by two programs: ${one.length} and ${two.length} claimed, ${claimed} in all, ${twice} twice.`,
    claimed === claims && twice === 0 && one.length > 0 && two.length > 0,
  )
})

const program = Effect.gen(function* () {
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres({}, { onDisk: true })),
    ({ stop }) => Effect.promise(stop),
  )
  if (kills > 0) yield* killing({ url, schema: "kills" })
  if (claims > 0) yield* racing({ url, schema: "claims" })
})

await Effect.runPromise(Effect.scoped(program))
