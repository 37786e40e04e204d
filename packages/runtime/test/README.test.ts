/** Holds README.md to what the package has. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Effect, Metric } from "effect"
import { memoryStore } from "@cauri/core"
import * as runtime from "../src/index.ts"
import { readGauges } from "../src/gauges.ts"
import { ownMetrics } from "./support.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const readme = read("../README.md")

describe("README.md", () => {
  it("shows the program that is started in the tests", () => {
    assert.include(readme, read("examples/watcher.ts"))
  })

  it("names every layer, every way to read, and every exit code", () => {
    for (const name of Object.keys(runtime)) assert.include(readme, name)
    for (const code of Object.values(runtime.exitCodes)) assert.include(readme, `| ${code} |`)
  })

  it("names every variable in the row of what reads it", () => {
    const { callbackVariables, commonVariablesOf, policyVariables, serviceVariables } = runtime
    const groups = { callbackVariables, commonVariablesOf: commonVariablesOf([]), policyVariables, serviceVariables }
    for (const [group, variables] of Object.entries(groups)) {
      const row = readme.split("\n").find((line) => line.includes(`\`${group}\`:`)) ?? ""
      assert.sameMembers(
        [...row.matchAll(/`([A-Z][A-Z_]+(?:<PROJECT>)?)`/g)].map(([, name = ""]) => name),
        Object.keys(variables),
      )
    }
  })

  it.effect("names every gauge", () =>
    Effect.gen(function* () {
      yield* readGauges()
      const gauges = yield* Metric.snapshot
      assert.lengthOf(gauges, 7)
      for (const { id } of gauges) assert.include(readme, id.replace(/^cauri_store_(?!due)/, "…_"))
    }).pipe(Effect.provide(memoryStore), ownMetrics),
  )
})
