import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { isMet } from "../src/benchmark.ts"
import { catalogue } from "../src/catalogue.ts"
import { blockOf, type Report, textOf } from "../src/report.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const kept = readdirSync(new URL("../results", import.meta.url)).map((file) => file.replace(/\.json$/, ""))

describe("catalogue", () => {
  it("only figures of benchmarks are kept", () => {
    const named = new Set(catalogue.map(({ name }) => name))
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
