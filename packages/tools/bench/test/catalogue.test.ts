import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { isMet } from "../src/benchmark.ts"
import { catalogue, choose, help } from "../src/catalogue.ts"
import { blockOf, type Report, textOf } from "../src/report.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const kept = readdirSync(new URL("../results", import.meta.url)).map((file) => file.replace(/\.json$/, ""))
const namesOf = (names: ReadonlyArray<string>) => Result.getOrThrow(choose(names)).benchmarks.map(({ name }) => name)

describe("catalogue", () => {
  it("without a name everything is chosen, and with names only these", () => {
    assert.deepStrictEqual(
      namesOf([]),
      catalogue.map(({ name }) => name),
    )
    assert.deepStrictEqual(namesOf(["take-due", "sqlite-writes"]), ["sqlite-writes", "take-due"])
  })

  it("names that are unknown are told, whatever else is named", () =>
    assert.deepStrictEqual(choose(["take-due", "take", "--quick"]), Result.fail(["take", "--quick"])))

  it("a load is as long as it is asked for, which must be a time", () => {
    for (const [given, seconds] of [
      [["receiver-load"], null],
      [["receiver-load", "--seconds", "5"], 5],
      [["--seconds", "0.5", "receiver-load"], 0.5],
    ] as const) {
      const asked = Result.getOrThrow(choose(given))
      assert.deepStrictEqual([asked.benchmarks.map(({ name }) => name), asked.seconds], [["receiver-load"], seconds])
    }
    for (const wrong of [["--seconds"], ["--seconds", "soon"], ["--seconds", "0"]])
      assert.deepStrictEqual(choose(wrong), Result.fail(["--seconds"]))
  })

  it("the help has a line for each benchmark", () => {
    for (const { about, name } of catalogue) assert.match(help, new RegExp(`^ +${name} +${about}$`, "m"))
  })

  it("only figures of benchmarks are kept", () => {
    const named = new Set(namesOf([]))
    for (const file of kept) assert.isTrue(named.has(file), file)
  })

  // A benchmark that has not run on a quiet machine yet has no figures, and docs/figures.md shows none.
  describe.each(kept)("%s", (name) => {
    const report: Report = JSON.parse(read(`../results/${name}.json`))

    it("docs/figures.md shows the figures that are kept", () =>
      assert.include(read("../docs/figures.md"), blockOf(name, textOf(report))))

    it("what is kept says of each bar whether its figure meets it", () => {
      assert.strictEqual(report.benchmark, name)
      for (const { met, ...bar } of report.bars) assert.strictEqual(met, isMet(bar), bar.what)
    })
  })
})
