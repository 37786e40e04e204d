/**
 * `pnpm matrix`: runs every row, or those whose names contain the given words, and records what became of them in `results.json`. With
 * `--short` it runs a few and records nothing.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { rows } from "./rows.ts"
import { type Ran, runRows } from "./runRows.ts"

const results = new URL("../results.json", import.meta.url)
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const short = process.argv.includes("--short")
const chosen = rows.filter(
  (row) => (!short || row.short) && (words.length === 0 || words.some((word) => row.name.includes(word))),
)
const ran = await runRows(chosen, ({ failure, name, version }) =>
  console.log(`${failure === null ? "works" : "FAILS"}  ${name} ${version}${failure === null ? "" : `: ${failure}`}`),
)
if (!short) {
  const before: ReadonlyArray<Ran> = JSON.parse(readFileSync(results, "utf8"))
  const newest = rows.flatMap(({ name }) => [...ran, ...before].find((each) => each.name === name) ?? [])
  writeFileSync(results, `${JSON.stringify(newest, null, 2)}\n`)
}
if (ran.some(({ failure }) => failure !== null)) process.exitCode = 1
