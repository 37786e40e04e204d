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
  openStates: ["New"],
  attemptKinds: ["Pay"],
  outcomes: ["Sent", "Lost"],
}

const migration = "packages/store-mine/src/migrations/0001_tables.ts"
const marked = "x in (\n  -- generated: outcomes\n  'Gone'\n  -- end\n)\nvalues\n  -- generated: moves\n  -- end\n;\n"
const files = {
  [migration]: marked.replace("  -- generated: moves\n", "  -- generated: moves\n  none\n"),
  "packages/core/README.md": "<!-- example -->\n\n<!-- end -->\n",
  "packages/core/test/example.ts": "export {}\n",
  "packages/core/docs/inside.md":
    "<!-- payin table -->\n\n<!-- end -->\n<!-- payin diagram -->\n\n<!-- end -->\n<!-- map -->\n\n<!-- end -->\n",
  "packages/core/src/index.ts": "/** Not on the map. */\n",
  "packages/core/src/a/above.ts":
    '/** Uses what is below. And more. */\nimport "effect"\nimport { x } from "../b/below.ts"\n',
  "packages/core/src/b/below.ts": "/**\n * Is used: here\n * and there.\n */\n",
}

const tree = (more: Readonly<Record<string, string>> = {}): string => {
  const { remove, root } = writeTree({ ...files, ...more }, {})
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

  it("writes the lists and the moves between their marks, each move once, and nothing else", () =>
    assert.strictEqual(
      textOf(tree(), migration),
      [
        "x in (",
        "  -- generated: outcomes",
        "  'Sent', 'Lost'",
        "  -- end",
        ")",
        "values",
        "  -- generated: moves",
        "  ('payin', 'New', 'Asked', 'Old'), ('payin', 'Old', 'Asked', 'Old')",
        "  -- end",
        ";",
        "",
      ].join("\n"),
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

  it("leaves an older migration as it was where a newer one is marked for the part", () => {
    const newer = "packages/store-mine/src/migrations/0002_more.ts"
    const root = tree({ [newer]: "-- generated: moves\nnone\n-- end\n" })
    assert.include(textOf(root, migration), "  'Sent', 'Lost'\n")
    assert.include(textOf(root, migration), "  none\n")
    assert.include(textOf(root, newer), "('payin', 'New', 'Asked', 'Old')")
  })

  it("fails in check mode for a part that is out of date, and writes nothing then", () => {
    const root = tree()
    const run = (check: boolean) => settle(root, generated(root, core), check, "pnpm generate")
    const paths = ["packages/core/README.md", "packages/core/docs/inside.md", migration]
    const stale = paths.map((path) => `${path} is out of date: run pnpm generate`)
    assert.deepStrictEqual(run(true), { lines: stale, failed: true })
    assert.strictEqual(readFileSync(join(root, migration), "utf8"), files[migration])
    assert.deepStrictEqual(run(false), { lines: paths.map((path) => `wrote ${path}`), failed: false })
    assert.deepStrictEqual(run(true), { lines: [], failed: false })
  })

  it("finds every part that it can write marked in this repository", async () => {
    const real = await readCore(repository)
    const changed = { ...real, openStates: ["A"], attemptKinds: ["B"], outcomes: ["C"], payinRows: core.payinRows }
    const pages = generated(repository, { ...changed, payinStates: ["D"], payoutStates: ["E"] })
    assert.lengthOf(pages, 4)
    for (const { path, text } of pages.filter(({ path }) => path.includes("store-")))
      for (const word of ["'A'", "'B'", "'C'", "'D'", "'E'", "'Asked'"]) assert.include(text, word, path)
  })
})
