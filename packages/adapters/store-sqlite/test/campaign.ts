/**
 * What takes too long for every run: sixty kills of a program that writes, a hundred thousand payments that two programs claim at the
 * same time, and a thousand power cuts. Prints one line for each and appends it to `CAMPAIGN.md`; what is not as it must be makes it fail.
 *
 *   node test/campaign.ts [kills] [claims] [power cuts]
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { killWhileWriting } from "./killing.ts"
import { cutThePower, noTracer } from "./powerCut.ts"
import { both, fill } from "./racing.ts"
import { newFile } from "./support.ts"

const [kills = 60, claims = 100_000, cuts = 1_000] = process.argv.slice(2).map(Number)

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()

const note = (line: string, isRight: boolean) =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
    appendFileSync(new URL("../CAMPAIGN.md", import.meta.url), `- ${commit}: ${line}\n`)
    if (!isRight) process.exitCode = 1
  })

const killing = Effect.gen(function* () {
  const { acknowledged, lost, torn } = yield* killWhileWriting(yield* newFile, kills)
  yield* note(
    `${kills} kills by SIGKILL under load: ${acknowledged} writes acknowledged, ${lost} lost, ${torn} payments torn.`,
    lost === 0 && torn === 0,
  )
})

const racing = Effect.gen(function* () {
  const file = yield* newFile
  yield* fill(file, claims)
  const [one = [], two = []] = yield* both("claims", file, claims / 500, claims)
  const claimed = new Set([...one, ...two]).size
  const twice = one.length + two.length - claimed
  yield* note(
    `${claims} payments raced for by two programs: ${one.length} and ${two.length} claimed, ${claimed} in all, ${twice} twice.`,
    claimed === claims && twice === 0 && one.length > 0 && two.length > 0,
  )
})

const cutting = Effect.gen(function* () {
  if (noTracer) return yield* note("no power was cut: no program can be followed on this machine.", false)
  const { acknowledged, lost, spoilt } = yield* cutThePower("works", 700, cuts)
  const control = yield* cutThePower("forgets", 700, cuts)
  yield* note(
    `the power cut at ${cuts} moments of ${acknowledged} acknowledged writes: lost at ${lost}, spoilt at ${spoilt}; without synchronous=FULL lost at ${control.lost}.`,
    lost === 0 && spoilt === 0 && control.lost > 0,
  )
})

await Effect.runPromise(
  Effect.scoped(
    Effect.all(
      [kills > 0 ? killing : Effect.void, claims > 0 ? racing : Effect.void, cuts > 0 ? cutting : Effect.void],
      {
        discard: true,
      },
    ),
  ),
)
