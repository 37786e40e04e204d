import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { type Rule, specMap } from "../src/specMap.ts"

const roots: Array<string> = []
afterAll(() => {
  for (const root of roots) {
    rmSync(root, { recursive: true })
  }
})

/** A small tree with the given files; each test's titles are put together here, so that this file itself cites nothing. */
const tree = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), "spec-map-"))
  roots.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const testOf = (...titles: ReadonlyArray<string>) => titles.map((title) => `it("${title}", () => {})\n`).join("")

const rules: ReadonlyArray<Rule> = [
  [1, 3, "B", "Both | sides."],
  [2, 4, "S", "The simulator."],
  [3, 5, "C", "The merchant."],
  [4, 6, "D", "A document."],
]

const whole = {
  "packages/adapters/wire/test/a.test.ts": testOf("spells it #1"),
  "packages/simulator/test/b.test.ts": testOf("answers #1 #2", "answers again #2"),
  "packages/core/test/c.test.ts": testOf("asks #1"),
  "packages/conformance/src/suite.ts": testOf("decides #3"),
}

describe("specMap", () => {
  it("fails for a rule without a test on one of its sides", () => {
    const { problems } = specMap(tree({ ...whole, "packages/core/test/c.test.ts": "" }), rules, {})
    assert.deepStrictEqual(problems, [
      "packages/core/docs/SPECIFICATION.md: no test on the merchant's side that always runs shows #1: Both | sides.",
    ])
  })

  it("lets the merchant's side, and only it, show a rule later", () => {
    const root = tree({ "packages/simulator/test/b.test.ts": testOf("answers #1") })
    const { pages, problems } = specMap(root, rules, { "Receive callbacks": "#1 #3" })
    assert.deepStrictEqual(problems, [
      "packages/simulator/SPECIFICATION.md: no test on the simulator's side that always runs shows #2: The simulator.",
    ])
    assert.include(pages[1]?.text, "| 3 | 5 | The merchant. | later: Receive callbacks |")
    assert.include(pages[0]?.text, "| 2 | 4 | The simulator. | no test |")
  })

  it("fails for a rule that does not exist and for a skipped test", () => {
    const more = { "apps/shop/test/d.test.ts": `${testOf("sells #99")}it.skip("waits #3", () => {})\n` }
    const { problems } = specMap(tree({ ...whole, ...more }), rules, {})
    assert.deepStrictEqual(problems, [
      "apps/shop/test/d.test.ts: a skipped test shows nothing: waits #3",
      "apps/shop/test/d.test.ts: there is no rule #99: sells",
    ])
  })
})
