import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { readFileSync } from "node:fs"
import { isMet } from "../src/benchmark.ts"
import { catalogue, choose, help } from "../src/catalogue.ts"
import { blockOf, type Report, textOf } from "../src/report.ts"

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const namesOf = (names: ReadonlyArray<string>) => Result.getOrThrow(choose(names)).map(({ name }) => name)

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

  it("the help has a line for each benchmark", () => {
    for (const { about, name } of catalogue) assert.match(help, new RegExp(`^ +${name} +${about}$`, "m"))
  })

  describe.each(catalogue.map(({ name }) => name))("%s", (name) => {
    const kept: Report = JSON.parse(read(`../results/${name}.json`))

    it("the README shows the figures that are kept", () =>
      assert.include(read("../README.md"), blockOf(name, textOf(kept))))

    it("what is kept says of each bar whether its figure meets it", () => {
      assert.strictEqual(kept.benchmark, name)
      for (const { met, ...bar } of kept.bars) assert.strictEqual(met, isMet(bar), bar.what)
    })
  })
})
