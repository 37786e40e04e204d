/**
 * The last line of `.ci/run`: "N passed, N failed", summed over the reports that vitest wrote for the two tiers. It takes the exit code of
 * the run. It never tells of a success that was none: a report that should be there and is not, a file of tests that did not load, or any
 * other step that failed makes at least one failure. Before it every failure is named with the beginning of what it said, because of a
 * long run often only the end is kept.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = process.argv[3] ?? "."
const status = Number(process.argv[2] ?? Number.NaN)

let passed = 0
let failed = 0
let skipped = 0
const missing = []
const failures = []

/** The beginning of what a failure said, indented: enough to know it by. */
const beginning = (message) =>
  (message ?? "")
    .split("\n")
    .slice(0, 12)
    .map((line) => `\n    ${line.slice(0, 300)}`)
    .join("")

for (const tier of ["test", "long"]) {
  const path = join(root, "reports", `${tier}.json`)
  if (!existsSync(path)) {
    missing.push(tier)
    continue
  }
  const report = JSON.parse(readFileSync(path, "utf8"))
  passed += report.numPassedTests
  failed += report.numFailedTests
  skipped += report.numPendingTests + report.numTodoTests
  for (const { status, name: file, message, assertionResults } of report.testResults) {
    const where = file.replace(/^.*?\/(?=(packages|apps)\/)/, "")
    const red = assertionResults.filter((test) => test.status === "failed")
    for (const { fullName, failureMessages } of red)
      failures.push(`${where}: ${fullName}${beginning(failureMessages[0])}`)
    // A file that does not even load has failed without a failed test.
    if (status === "failed" && red.length === 0) {
      failed += 1
      failures.push(`${where}: did not load${beginning(message)}`)
    }
  }
}

for (const each of failures) console.log(`Failed: ${each}`)
if (missing.length > 0) console.log(`Not run: ${missing.join(", ")}.`)
if (skipped > 0) console.log(`Skipped tests: ${skipped}.`)
if (status !== 0 && failed === 0) console.log(`A step failed outside the tests (exit code ${status}).`)
if (failed === 0 && (status !== 0 || missing.length > 0 || passed === 0)) failed = 1
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
