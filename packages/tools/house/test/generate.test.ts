import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { type Core, generated, readCore } from "../src/generate.ts"
import { settle } from "../src/pages.ts"
import { repository, writeTree } from "./fixture.ts"

const core: Core = {
  payinRows: [
    { row: "P2", on: "Asking", from: ["New", "Old"], event: "Asked", to: ["Old"], when: "it is asked", rules: [2, 3] },
    { row: "P1", on: "Making", from: null, event: "Made", to: ["New"], when: "it is made", rules: [1] },
    { row: "P3", on: "Asking", from: ["Old"], event: "Asked", to: "same", when: "it is asked twice", rules: [] },
  ],
  payoutRows: [],
  payinStates: ["New", "Old"],
  payoutStates: ["New"],
}

const files: Readonly<Record<string, string>> = {
  "packages/core/README.md": "<!-- example -->\n\n<!-- end -->\n",
  "packages/core/test/example.ts": "export {}\n",
  "packages/core/docs/inside.md":
    "<!-- payin table -->\n\n<!-- end -->\n<!-- payin diagram -->\n\n<!-- end -->\n<!-- map -->\n\n<!-- end -->\n",
  "packages/core/src/index.ts": "/** Not on the map. */\n",
  "packages/core/src/a/above.ts":
    '/** Uses what is below. And more. */\nimport "effect"\nimport { x } from "../b/below.ts"\n',
  "packages/core/src/b/below.ts": "/**\n * Is used: here\n * and there.\n */\n",
}

const tree = (): string => {
  const { remove, root } = writeTree(files, {})
  afterAll(remove)
  return root
}

const textOf = (root: string, path: string) => generated(root, core).find((page) => page.path === path)?.text

describe("pnpm generate", () => {
  it("writes the example as it is", () =>
    assert.strictEqual(
      textOf(tree(), "packages/core/README.md"),
      "<!-- example -->\n```ts\nexport {}\n```\n<!-- end -->\n",
    ))

  it("writes the rows in the order of their names, their picture, and every file after those that it imports", () =>
    assert.strictEqual(
      textOf(tree(), "packages/core/docs/inside.md"),
      [
        "<!-- payin table -->",
        "| # | On | From | Event | To | When | Rules |",
        "|---|---|---|---|---|---|---|",
        "| P1 | `Making` | – | `Made` | `New` | it is made | #1 |",
        "| P2 | `Asking` | any | `Asked` | `Old` | it is asked | #2 #3 |",
        "| P3 | `Asking` | `Old` | `Asked` | unchanged | it is asked twice |  |",
        "<!-- end -->",
        "<!-- payin diagram -->",
        "```mermaid",
        "stateDiagram-v2",
        "  [*] --> New: P1",
        "  New --> Old: P2",
        "  Old --> Old: P2",
        "```",
        "<!-- end -->",
        "<!-- map -->",
        "| File | What it is |",
        "|---|---|",
        "| `b/below.ts` | Is used. |",
        "| `a/above.ts` | Uses what is below. |",
        "<!-- end -->",
        "",
      ].join("\n"),
    ))

  it("fails in check mode for a part that is out of date, and writes nothing then", () => {
    const root = tree()
    const run = (check: boolean) => settle(root, generated(root, core), check, "pnpm generate")
    const paths = ["packages/core/README.md", "packages/core/docs/inside.md"]
    const stale = paths.map((path) => `${path} is out of date: run pnpm generate`)
    assert.deepStrictEqual(run(true), { lines: stale, failed: true })
    for (const path of paths) assert.strictEqual(readFileSync(join(root, path), "utf8"), files[path])
    assert.deepStrictEqual(run(false), { lines: paths.map((path) => `wrote ${path}`), failed: false })
    assert.deepStrictEqual(run(true), { lines: [], failed: false })
  })

  it("finds every part that it can write marked in this repository", async () => {
    const real = await readCore(repository)
    const pages = generated(repository, { ...real, payinRows: core.payinRows, payoutRows: core.payinRows })
    assert.lengthOf(pages, 2)
    assert.lengthOf(pages[1]?.text.match(/`Asked`/g) ?? [], 4)
  })
})
