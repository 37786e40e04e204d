/** A page as it is read: nothing in it comes from nowhere. */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { fill } from "../src/fill.ts"
import { stories } from "../src/stories.ts"

const root = fileURLToPath(new URL("fixtures", import.meta.url))
const sources = { root, stories, tables: { days: () => "| a |\n|---|" }, figures: { rows: () => "29" } }
const filled = (page: string) => fill(page, "en", sources)

describe("a page", () => {
  it("gets its code from a file, or from a region of it", () => {
    assert.strictEqual(filled("```ts region=piece.ts#two\n```\n").text, "```ts\n1 + 1,\n```\n")
    assert.include(filled("```ts region=piece.ts\n```\n").text, "export const one = 1")
    assert.strictEqual(filled("```ts region=piece.ts#two\n```\n").checked, 1)
  })

  it("names a region that does not exist, and code that comes from nowhere", () => {
    assert.deepStrictEqual(filled("```ts region=piece.ts#three\n```\n").wrong, ["piece.ts has no region three"])
    assert.deepStrictEqual(filled("```ts region=none.ts\n```\n").wrong, ["there is no file none.ts"])
    assert.lengthOf(filled("```ts\nconst a = 1\n```\n").wrong, 1)
    assert.lengthOf(filled("```ts region=piece.ts#two\nconst a = 1\n```\n").wrong, 1)
  })

  it("says why a block is not run", () => {
    const { unchecked, wrong } = filled('```sh unchecked="needs a cluster"\nkubectl get pods\n```\n')
    assert.deepStrictEqual([unchecked, wrong], [["needs a cluster"], []])
  })

  it("gets tables, figures and stories, and names what there is not", () => {
    const { text, twin, wrong } = filled("<!-- table: days -->\n\n{{figure: rows}}\n\n<!-- story: doubt-with -->\n")
    assert.deepStrictEqual(wrong, [])
    assert.include(text, "| a |")
    assert.include(text, "29")
    assert.include(text, "<svg")
    assert.notInclude(twin, "<svg")
    assert.include(twin, "- Cauri → Service: send 25,000")
    assert.lengthOf(filled("<!-- table: none -->\n{{figure: none}}\n").wrong, 2)
  })

  it("sets French with spaces that do not break, and leaves code alone", () => {
    const page = "Payé ? « Oui » : `a ? b : c`\n\n```text\na : b\n```\n"
    const set = fill(page, "fr", sources).text
    assert.strictEqual(set, "Payé\u00A0? «\u00A0Oui\u00A0»\u00A0: `a ? b : c`\n\n```text\na : b\n```\n")
    assert.strictEqual(fill(page, "en", sources).text, page)
  })
})
