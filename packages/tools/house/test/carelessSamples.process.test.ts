/** Readers copy samples in a hurry. The tests of each sample run over its careless versions too, and each version is caught by its test. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { carelessSamples } from "../src/carelessSamples.ts"
import { repository } from "./fixture.ts"

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

const config = join(repository, "packages/tools/house/src/carelessRun.ts")

/** The outcome of each test over the careless versions, by its file and name. */
let outcomes: ReadonlyArray<readonly [name: string, status: string]> = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "house-careless-"))
  const report = join(folder, "report.json")
  const vitest = join(repository, "node_modules/vitest/vitest.mjs")
  // The run is red, because that is what it is for.
  await promisify(execFile)(
    process.execPath,
    [vitest, "run", "--config", config, "--reporter=json", `--outputFile=${report}`],
    { cwd: repository, maxBuffer: 1e8, timeout: 400_000 },
  ).catch(() => {})
  const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
  outcomes = testResults.flatMap(({ assertionResults, name }) =>
    assertionResults.map(({ fullName, status }) => [`${name}: ${fullName}`, status] as const),
  )
  rmSync(folder, { recursive: true })
}, 480_000)

describe.each(carelessSamples)("a careless version of $sample", ({ mistakes, tests }) => {
  it.each(mistakes)("that $mistake is caught", ({ caughtBy }) => {
    const met = outcomes.filter(([name]) => name.includes(tests) && name.endsWith(caughtBy.replace(" > ", " ")))
    assert.deepStrictEqual(
      met.map(([, status]) => status),
      ["failed"],
      caughtBy,
    )
  })
})
