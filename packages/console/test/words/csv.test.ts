import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { csvOf } from "../../src/words/csv.ts"

/** A reader after RFC 4180 that shares nothing with the writer. */
const parse = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  let [cell, quoted] = ["", false]
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ""
    if (quoted) {
      if (character === '"' && text[at + 1] === '"') {
        cell += '"'
        at++
      } else if (character === '"') quoted = false
      else cell += character
    } else if (character === '"') quoted = true
    else if (character === ",") {
      rows.at(-1)?.push(cell)
      cell = ""
    } else if (character === "\r" && text[at + 1] === "\n") {
      rows.at(-1)?.push(cell)
      rows.push([])
      cell = ""
      at++
    } else cell += character
  }
  return rows.slice(0, -1)
}

describe("CSV", () => {
  it.prop(
    "comes back as it was, but for an apostrophe before what a spreadsheet would calculate",
    [Schema.Array(Schema.Array(Schema.String).check(Schema.isMinLength(1)))],
    ([rows]) => {
      const read = parse(csvOf(rows))
      const expected = rows.map((row) => row.map((cell) => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell)))
      assert.deepStrictEqual(read, expected)
    },
  )

  it("puts an apostrophe before each beginning of a formula, and before no number", () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r", "\n"]) {
      const text = `${start}SUM(A1)`
      assert.deepStrictEqual(parse(csvOf([[text, -5, null, true]])), [[`'${text}`, "-5", "", "true"]])
    }
  })

  it("quotes what would end a cell or a row", () => {
    assert.strictEqual(csvOf([["a,b", 'say "x"', "two\nlines", "plain"]]), '"a,b","say ""x""","two\nlines",plain\r\n')
  })
})
