/** Figures of benchmarks and campaigns, each read from the file of its measurement. */
import { readFileSync } from "node:fs"
import { number } from "@cauri/catalogue"
import type { Table } from "./fill.ts"

const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

interface Result {
  readonly figures: Readonly<Record<string, { readonly median: number }>>
}

const bench =
  (name: string, figure: string): Table =>
  (language) => {
    const { figures }: Result = JSON.parse(textOf(`packages/tools/bench/results/${name}.json`))
    const found = figures[figure]
    if (found === undefined) throw new Error(`${name}.json has no figure ${figure}.`)
    return number(Math.round(found.median * 10) / 10, language)
  }

const campaign =
  (path: string, field: string): Table =>
  (language) => {
    const lines = textOf(path).trim().split("\n")
    return number(
      lines.reduce((sum, line) => sum + Number(JSON.parse(line)[field]), 0),
      language,
    )
  }

/** Of the newest run of a campaign. */
const newest =
  (path: string, field: string): Table =>
  (language) =>
    number(Number(JSON.parse(textOf(path).trim().split("\n").at(-1) ?? "{}")[field]), language)

/** Of a table's row, what the fail-overs in a mode came to: how many, acknowledged, lost, paid twice. */
const failovers =
  (mode: string): Table =>
  (language) => {
    const lines = textOf("packages/tools/trials/evidence/failover.jsonl").trim().split("\n")
    const runs: ReadonlyArray<Readonly<Record<string, unknown>>> = lines.map((line) => JSON.parse(line))
    // The first line is older than these fields.
    const counted = runs.filter((run) => run["mode"] === mode && run["failovers"] !== undefined)
    return ["failovers", "acknowledged", "lost", "paidTwice"]
      .map((field) =>
        number(
          counted.reduce((sum, run) => sum + Number(run[field]), 0),
          language,
        ),
      )
      .join(" | ")
  }

const simulate = "packages/tools/trials/evidence/simulate.jsonl"

/** The figures of the repository's measurements. */
export const measured: Readonly<Record<string, Table>> = {
  exploredStates: campaign("packages/tools/trials/evidence/exploration.jsonl", "states"),
  comparedCommands: campaign("packages/tools/trials/evidence/stores.jsonl", "commands"),
  storeDifferences: campaign("packages/tools/trials/evidence/stores.jsonl", "differences"),
  simulatedDays: newest(simulate, "paymentDays"),
  simulatedFaults: newest(simulate, "faults"),
  simulatedLosses: newest(simulate, "findings"),
  synchronousFailovers: failovers("synchronous"),
  asynchronousFailovers: failovers("asynchronous"),
  frozenFailovers: failovers("frozen"),
  sqlitePayments: bench("whole-path", "cauriManyPerSecond"),
  postgresPayments: bench("whole-path", "cauriPostgresManyPerSecond"),
  sqliteStall: bench("sqlite-stalls", "longestStallMillis"),
  sqliteTakeP99: bench("take-due", "sqliteManyP99Millis"),
  postgresTakeP99: bench("take-due", "postgresManyP99Millis"),
  postgresSubmitted: bench("postgres-claims", "submittingPerSecond"),
  postgresSettled: bench("postgres-claims", "settlingPerSecond"),
  receiverCallbacks: bench("receiver-load", "receiverPerSecond"),
  receiverP99: bench("receiver-load", "receiverP99Millis"),
  receiverLost: bench("receiver-load", "lost"),
  receiverMemory: bench("app-start", "receiverResidentMegabytes"),
  reconcilerMemory: bench("app-start", "reconcilerResidentMegabytes"),
  receiverReady: bench("app-start", "receiverReadyMillis"),
  reconcilerReady: bench("app-start", "reconcilerReadyMillis"),
}
