/**
 * The fuzz for as long as it is given: `CAURI_MINUTES=10 pnpm --filter @cauri/callbacks campaign`. Seeds begin at `CAURI_SEED`, or
 * at the time. What a run went through is appended to `evidence/fuzz.jsonl`; a finding names its seed, and the run fails.
 */
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync } from "node:fs"
import { fuzz, newReport } from "./fuzz.ts"

const minutes = Number(process.env["CAURI_MINUTES"] ?? "1")
const firstSeed = Number(process.env["CAURI_SEED"] ?? Date.now())
const report = newReport()
const start = performance.now()
while (performance.now() - start < minutes * 60_000 && report.findings.length === 0)
  fuzz(report, firstSeed + report.bodies, 10_000)

const { findings, ...counts } = report
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
const seconds = Math.round((performance.now() - start) / 1_000)
const line = {
  commit,
  firstSeed,
  seconds,
  ...counts,
  slowestMillis: Math.round(counts.slowestMillis),
  findings: findings.length,
}
const evidence = new URL("../evidence/", import.meta.url)
mkdirSync(evidence, { recursive: true })
appendFileSync(new URL("fuzz.jsonl", evidence), `${JSON.stringify(line)}\n`)
console.log(`${report.bodies} bodies and ${report.events} events in ${seconds} s: ${findings.length} findings`)
for (const finding of findings) console.log(finding)
process.exitCode = findings.length === 0 ? 0 : 1
