/** The pages of `docs`: the same in both languages, and nothing in them comes from nowhere. */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { figures } from "../src/figures.ts"
import { fill } from "../src/fill.ts"
import { prepare, sourcesBelow } from "../src/prepare.ts"
import { slowNames } from "../src/reference/slowNames.ts"
import { stories } from "../src/stories.ts"
import { tables } from "../src/tables.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
// `pnpm generate` makes these; here each page keeps what it has of them.
const slowPart = new RegExp(`^(<!-- table: (?:${slowNames.join("|")}) -->)[^]*?^(?=<!-- end -->$)`, "gm")
const slow = Object.fromEntries(slowNames.map((name) => [name, () => ""]))
const { pages, wrong } = sourcesBelow(root)

describe("the pages", () => {
  it("are all there, in both languages, each in the menu with a title", () => {
    assert.deepStrictEqual(wrong, [])
    assert.deepStrictEqual(prepare(root).wrong, [])
  })

  it("hold what they show: no code block, table or figure is empty, out of date or from nowhere", () => {
    const faults = pages.flatMap((page) => {
      const text = page.text.replace(slowPart, "$1\n\n")
      const filled = fill({ ...page, text }, { root, tables: { ...tables, ...slow }, figures, stories })
      const stale = filled.text === text ? [] : ["is out of date: run pnpm generate"]
      return [...stale, ...filled.wrong].map((fault) => `${page.path}: ${fault}`)
    })
    assert.deepStrictEqual(faults, [])
    assert.deepStrictEqual(
      pages.filter(({ text }) => /^(?:```+\w* region=.*\n```+|<!-- .* -->\n<!-- end -->)$/m.test(text)),
      [],
    )
  })
})
