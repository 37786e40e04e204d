/** A page holds what it shows, and nothing in it comes from nowhere. */
import { assert, describe, it } from "@effect/vitest"
import { fileURLToPath } from "node:url"
import { asRead, fill } from "../src/fill.ts"
import { stories } from "../src/stories.ts"

const root = fileURLToPath(new URL("fixtures", import.meta.url))
const sources = {
  root,
  stories,
  tables: { days: () => "| a |\n|---|", links: () => "[a](repository:piece.ts)" },
  figures: { rows: () => "29" },
}
const filled = (text: string) => fill({ language: "en", path: "docs/en/page.md", text }, sources)

describe("a page", () => {
  it("gets its code from a file, or from a region of it, and keeps the mark", () => {
    const page = "```ts region=piece.ts#two\n1 + 1,\n```\n"
    assert.strictEqual(filled("```ts region=piece.ts#two\nold\n```\n").text, page)
    assert.strictEqual(filled(page).text, page)
    assert.include(filled("```ts region=piece.ts\n```\n").text, "export const one = 1")
    assert.strictEqual(filled(page).checked, 1)
  })

  it("names a region that does not exist, and code that comes from nowhere", () => {
    assert.deepStrictEqual(filled("```ts region=piece.ts#three\n```\n").wrong, ["piece.ts has no region three"])
    assert.deepStrictEqual(filled("```ts region=none.ts\n```\n").wrong, ["there is no file none.ts"])
    assert.lengthOf(filled("```ts\nconst a = 1\n```\n").wrong, 1)
  })

  it("says why a block is not run", () => {
    const { unchecked, wrong } = filled('```sh unchecked="needs a cluster"\nkubectl get pods\n```\n')
    assert.deepStrictEqual([unchecked, wrong], [["needs a cluster"], []])
  })

  it("gets tables, figures, stories and files; the site draws the story and shows no mark", () => {
    const page =
      "<!-- table: days -->\n<!-- end -->\n\n<!-- figure: rows -->28<!-- end --> rows\n\n<!-- story: doubt-with -->\n<!-- end -->\n\n<!-- file: runbooks/one.md -->\n<!-- end -->\n"
    const { text, wrong } = filled(page)
    assert.deepStrictEqual(wrong, [])
    assert.include(text, "<!-- table: days -->\n| a |\n|---|\n<!-- end -->")
    assert.include(text, "<!-- figure: rows -->29<!-- end --> rows")
    assert.include(text, "- Cauri → Service: send 25,000")
    assert.include(text, "[the piece](../../piece.ts)")
    assert.strictEqual(filled(text).text, text)
    const read = asRead(text, "en", stories)
    assert.include(read.text, "<svg")
    assert.notInclude(read.twin, "<svg")
    assert.include(read.twin, "- Cauri → Service: send 25,000")
    assert.include(read.twin, "29 rows")
    for (const shown of Object.values(read)) assert.notMatch(shown, /<!--|region=/)
  })

  it("leads from a table into the repository by the way from its own folder", () =>
    assert.include(filled("<!-- table: links -->\n<!-- end -->\n").text, "[a](../../piece.ts)"))

  it("names a mark that is filled with nothing", () => {
    for (const mark of ["<!-- table: days -->", "{{figure: rows}}", "<!-- figure: rows -->29"])
      assert.lengthOf(filled(`${mark}\n`).wrong, 1, mark)
    for (const mark of ["table: none", "story: none", "file: none.md"])
      assert.lengthOf(filled(`<!-- ${mark} -->\n<!-- end -->\n`).wrong, 1, mark)
    assert.lengthOf(filled("<!-- figure: none --><!-- end -->\n").wrong, 1)
  })

  it("sets French with spaces that do not break, and leaves code alone", () => {
    const page = "Payé ? « Oui » : `a ? b : c`\n\n```text\na : b\n```\n"
    const set = asRead(page, "fr", stories).text
    assert.strictEqual(set, "Payé\u00A0? «\u00A0Oui\u00A0»\u00A0: `a ? b : c`\n\n```text\na : b\n```\n")
    assert.strictEqual(asRead(page, "en", stories).text, page)
  })
})
