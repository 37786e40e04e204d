import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { type Rule, runSpecMap, specMap } from "../src/specMap.ts"

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
  it("lists the tests of each rule on each side that it is marked for", () => {
    const { pages, problems } = specMap(tree(whole), rules, {})
    assert.deepStrictEqual(problems, [])
    const [simulator, merchant] = pages.map(({ text }) => text.split("\n").filter((line) => /^\| [0-9]/.test(line)))
    assert.deepStrictEqual(simulator, [
      "| 1 | 3 | Both \\| sides. | `packages/adapters/wire/test/a.test.ts`: spells it<br>`packages/simulator/test/b.test.ts`: answers |",
      "| 2 | 4 | The simulator. | `packages/simulator/test/b.test.ts`: answers; answers again |",
    ])
    assert.deepStrictEqual(merchant, [
      "| 1 | 3 | Both \\| sides. | `packages/core/test/c.test.ts`: asks |",
      "| 3 | 5 | The merchant. | `packages/conformance/src/suite.ts`: decides |",
    ])
  })

  it("fails for a rule without a test on one of its sides", () => {
    const { problems } = specMap(tree({ ...whole, "packages/core/test/c.test.ts": "" }), rules, {})
    assert.deepStrictEqual(problems, [
      "packages/core/docs/SPECIFICATION.md: no test on the merchant's side that always runs shows #1: Both | sides.",
    ])
  })

  it("marks a test that may be skipped, and fails for a rule that has no other", () => {
    const skipping = 'describe.skipIf(slow)("all", () => { it("asks #1", () => {}) })\n'
    const files = { ...whole, "packages/core/test/c.test.ts": skipping }
    const { pages, problems } = specMap(tree(files), rules, {})
    assert.include(
      pages[1]?.text,
      "| 1 | 3 | Both \\| sides. | `packages/core/test/c.test.ts`: asks (may be skipped) |",
    )
    assert.deepStrictEqual(problems, [
      "packages/core/docs/SPECIFICATION.md: no test on the merchant's side that always runs shows #1: Both | sides.",
    ])
    const more = { ...files, "packages/core/test/d.test.ts": testOf("asks always #1") }
    assert.deepStrictEqual(specMap(tree(more), rules, {}).problems, [])
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

  it("makes the list of later rules shrink", () => {
    const { problems } = specMap(tree(whole), rules, { Apps: "#3 #2" })
    assert.lengthOf(problems, 2)
  })

  it("fails for a rule that does not exist and for a skipped test", () => {
    const more = { "apps/shop/test/d.test.ts": `${testOf("sells #99")}it.skip("waits #3", () => {})\n` }
    const { problems } = specMap(tree({ ...whole, ...more }), rules, {})
    assert.deepStrictEqual(problems, [
      "apps/shop/test/d.test.ts: a skipped test shows nothing: waits #3",
      "apps/shop/test/d.test.ts: there is no rule #99: sells",
    ])
  })

  it("writes the pages, and in check mode only compares them", async () => {
    const root = tree({
      ...whole,
      "packages/simulator/src/spec/Rules.ts": `export const rules = ${JSON.stringify(rules)}\n`,
      "packages/tools/house/deferredRules.json": "{}",
    })
    const page = join(root, "packages/core/docs/SPECIFICATION.md")
    assert.isTrue((await runSpecMap(root, true)).failed)
    assert.deepStrictEqual(await runSpecMap(root, false), {
      lines: ["wrote packages/simulator/SPECIFICATION.md", "wrote packages/core/docs/SPECIFICATION.md"],
      failed: false,
    })
    assert.deepStrictEqual(await runSpecMap(root, true), { lines: [], failed: false })
    writeFileSync(page, `${readFileSync(page, "utf8")}by hand\n`)
    assert.deepStrictEqual(await runSpecMap(root, true), {
      lines: ["packages/core/docs/SPECIFICATION.md is out of date: run pnpm spec:map"],
      failed: true,
    })
  })
})
