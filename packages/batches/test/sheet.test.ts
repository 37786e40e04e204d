/** Lists as people's programs write them. */
import { assert, describe, it } from "@effect/vitest"
import { defaultPolicy } from "@cauri/core"
import { amountIn, delimiterIn, payableIn, phoneIn, readSheet, textIn } from "@cauri/batches"

const space = { narrow: "\u202F", unbroken: "\u00A0", thin: "\u2009" }

describe("a list", () => {
  it("has amounts in whole francs, however they are written, and nothing between two francs", () => {
    const read: Array<[string, number | null]> = [
      ["12500", 12_500],
      ["12 500", 12_500],
      [`12${space.narrow}500`, 12_500],
      [`12${space.unbroken}500`, 12_500],
      [`1${space.thin}212${space.thin}500`, 1_212_500],
      ["12.500", 12_500],
      ["12,500", 12_500],
      ["1'212'500", 1_212_500],
      ["12500,00", 12_500],
      ["12500.0", 12_500],
      ["12.500,00", 12_500],
      ["12,500.00", 12_500],
      [" 12 500 FCFA ", 12_500],
      ["12 500 F CFA", 12_500],
      ["12500 XOF", 12_500],
      ["12500F", 12_500],
      ["12.5", null],
      ["12,50", null],
      ["12500,50", null],
      ["1.212,500", null],
      ["1,212,50", null],
      ["12,500,00", null],
      ["1 2 5", null],
      ["0.500", null],
      ["000,125", null],
      ["12\n500", null],
      ["0", null],
      ["-500", null],
      ["1,2E+5", null],
      ["12 500 €", null],
      ["99999999999999999999", null],
      ["", null],
    ]
    assert.deepStrictEqual(
      read.map(([text]) => [text, amountIn(text)]),
      read,
    )
  })

  it("has numbers as people type them; one that a spreadsheet shortened is refused, never completed", () => {
    const read: ReadonlyArray<readonly [string, string | null, boolean]> = [
      ["22670000001", null, false],
      ["+226 70 00 00 01", null, false],
      ["00226-70-00-00-01", null, false],
      ["70 00 00 01", null, false],
      ["70.00.00.01", null, false],
      ["2,2670000001E+10", "shortened", false],
      ["2.267E+10", "shortened", false],
      ["2267", "phone", false],
      ["seventy", "phone", false],
      ["", "phone", false],
    ]
    for (const [text, wrong, doubtful] of read) {
      const found = phoneIn(text, "BF")
      assert.deepStrictEqual([found.wrong, found.doubtful], [wrong, doubtful], text)
      if (wrong === null) assert.strictEqual(found.phone, "22670000001", text)
    }
    assert.deepStrictEqual(phoneIn("22610000001", null), { phone: "22610000001", doubtful: true, wrong: null })
    assert.strictEqual(phoneIn("70000001", null).wrong, "phone")
  })

  it("has headings in French or English, one of three delimiters, one of four encodings, and more columns", () => {
    const french = 'Matricule;Téléphone;Montant (F CFA);"Libellé";Service\r\nA1;70 00 00 01;12 500;Prime été;Caisse\r\n'
    const bytes = [
      new TextEncoder().encode(french),
      new TextEncoder().encode(`\uFEFF${french}`),
      Uint8Array.from(french, (letter) => letter.charCodeAt(0)),
      new Uint8Array(Uint16Array.from(`\uFEFF${french}`, (letter) => letter.charCodeAt(0)).buffer),
      Uint8Array.from(
        Array.from(`\uFEFF${french}`, (letter) => [letter.charCodeAt(0) >> 8, letter.charCodeAt(0) & 255]).flat(),
      ),
    ]
    for (const each of bytes) assert.strictEqual(textIn(each), french)
    assert.deepStrictEqual(
      ["a;b,c;d", "a,b", "a\tb\tc;d", "a"].map((text) => delimiterIn(text)),
      [";", ",", "\t", ";"],
    )
  })

  it("keeps a wrong line with its reason, and it stops no other", () => {
    const table = [
      ["Réf", "Numéro", "Montant", "Motif", "Opérateur", "Remarque"],
      ["a", "70000001", "500", "Prime", "BAOBAB", "keep me"],
      ["b", "2,267E+10", "500", "Prime", "", ""],
      ["c", "70000003", "12.5", "Prime", "", ""],
      ["d e", "70000004", "500", "Prime", "", ""],
      ["f", "70000005", "500", "x".repeat(5_000), "", ""],
      ["g", "70000006", "500", "", "", ""],
      ["g", "70000007", "500", "", "", ""],
      ["", "70000008", "500", "", "", ""],
      ["h", "70000009", "500", "Prime", "é".repeat(80), ""],
      ["short"],
      ["i", "70000010", "12", "500", "Prime", "", "behind the last column"],
    ]
    const terms = { batch: "may", project: "shop", country: "BF", description: "Salary", policy: defaultPolicy }
    const sheet = readSheet(table, ";", terms)
    assert.isNotNull(sheet)
    if (sheet === null) return
    assert.deepStrictEqual(
      sheet.lines.map(({ id, wrong }) => [id, wrong]),
      [
        ["a", null],
        ["b", "shortened"],
        ["c", "amount"],
        ["d e", "id"],
        ["f", "description"],
        ["g", "id_twice"],
        ["g", "id_twice"],
        ["8", null],
        ["h", "operator"],
        ["short", "amount"],
        ["i", "other"],
      ],
    )
    assert.deepInclude(payableIn(sheet), { sum: 1_000 })
    const [first] = sheet.lines
    assert.deepInclude(first ?? {}, { phone: "22670000001", operator: "BAOBAB", description: "Prime", cells: table[1] })
    assert.strictEqual(sheet.lines[7]?.description, "Salary")
    assert.isNull(readSheet([["id", "amount"]], ";", terms))
    assert.isNotNull(readSheet([["Téléphone", "Montant (F CFA)"]], ";", terms))
    // Which column is meant, no program can say.
    assert.isNull(readSheet([["Numéro", "Nom", "Téléphone", "Montant"]], ";", terms))
  })
})
