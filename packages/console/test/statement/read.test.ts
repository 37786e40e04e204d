/** Statements in several forms become rows, and what is no row is named with its reason. */
import { Result } from "effect"
import { assert, describe, it } from "@effect/vitest"
import { guessForm } from "../../src/statement/guess.ts"
import { differenceOf, readStatement } from "../../src/statement/read.ts"
import { textOf } from "../../src/statement/text.ts"
import { readAmount, readMoment, readPhone } from "../../src/statement/values.ts"

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const wide = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"))

const french = [
  "Relevé de compte;;;;;;",
  "Date;Heure;Référence;Numéro;Débit;Crédit;Solde",
  "31/01/2026;10:15:00;tok-1;226 70 00 00 01;5 000,00;;95 000",
  "31/01/2026;10:16:00;tok-2;70000002;;1.500;96 500",
  "Total;;;;5 000;1 500;96 500",
].join("\r\n")

const read = (text: string) => readStatement(text, guessForm(text))

describe("a statement", () => {
  it("is read in any encoding, and its form is guessed", () => {
    const bytes = [utf8(french), utf8(`\uFEFF${french}`), latin(french), wide(`\uFEFF${french}`), wide(french)]
    for (const each of bytes) {
      const text = Result.getOrThrow(textOf(each))
      assert.deepInclude(guessForm(text), { delimiter: ";", first: 3, foot: 1, decimal: ",", day: "dmy" })
      const { bad, foot, head, rows } = read(text)
      assert.deepStrictEqual([bad.length, foot.length, head.length], [0, 1, 2])
      assert.deepStrictEqual(
        rows.map(({ amount, at, balance, number, phone, reference }) => [
          number,
          at,
          amount,
          reference,
          phone,
          balance,
        ]),
        [
          [3, Date.UTC(2026, 0, 31, 10, 15), -5_000, "tok-1", "22670000001", 95_000],
          [4, Date.UTC(2026, 0, 31, 10, 16), 1_500, "tok-2", "70000002", 96_500],
        ],
      )
      assert.strictEqual(differenceOf(rows, 100_000, 96_500), 0)
      assert.strictEqual(differenceOf(rows, 100_000, 96_000), 500)
      assert.strictEqual(differenceOf(rows, null, 96_000), null)
    }
  })

  it("is read with commas, tabs and pipes, one signed amount, a fee and a status", () => {
    for (const delimiter of [",", "\t", "|"]) {
      const text = [
        "date|amount|fee|token|status",
        "2026-01-31 10:15:00+00|-5000|50|tok-1|SUCCESS",
        "2026-01-31 10:16:00+00|1500|0|tok-2|FAILED",
      ]
        .join("\n")
        .replaceAll("|", delimiter)
      assert.deepStrictEqual(
        read(text).rows.map(({ amount, fee, moved }) => [amount, fee, moved]),
        [
          [-5_000, 50, "yes"],
          [1_500, 0, "no"],
        ],
      )
    }
  })

  it("names each bad row by its line and its reason, and drops none", () => {
    const text = [
      "date;amount;reference",
      "2026-01-31 10:00;1000;a",
      "2026-02-30 10:00;1000;b",
      '2026-01-31 10:00;1000;"never closed',
      "2026-01-31 10:00;1000,50;c",
      "2026-01-31 10:00;much;d",
      "2026-01-31 10:00",
      "2026-01-31 10:01;=SUM(A1);e",
      `2026-01-31 10:02;1;${"x".repeat(30_000)}`,
      "2026-01-31 10:03;2;f",
      "2026-01-3",
    ].join("\n")
    const { bad, foot, head, rows } = read(text)
    assert.deepStrictEqual(
      bad.map(({ because, number }) => [number, because]),
      [
        [3, "date"],
        [4, "quotes"],
        [5, "decimals"],
        [6, "amount"],
        [7, "columns"],
        [8, "amount"],
        [9, "quotes"],
        [11, "columns"],
      ],
    )
    assert.strictEqual(rows.length + bad.length + head.length + foot.length, 11)
  })

  it("is read whatever its line ends are", () => {
    const text = "date;amount\r2026-01-31 10:00;1\n2026-01-31 10:01;2\r\n2026-01-31 10:02;3"
    assert.deepStrictEqual(
      read(text).rows.map(({ amount, number }) => [number, amount]),
      [
        [2, 1],
        [3, 2],
        [4, 3],
      ],
    )
  })

  it("tells equal lines apart by their order, and knows a line of an overlapping file again", () => {
    const line = "2026-01-31 10:00;1000;a"
    const [one, other] = [
      ["date;amount;reference", line, line],
      ["Kopie", "date;amount;reference", line, line, line],
    ]
    const [first, second] = [one, other].map((lines) => read(lines.join("\n")).rows.map(({ digest }) => digest))
    assert.strictEqual(new Set(first).size, 2)
    assert.deepStrictEqual(second?.slice(0, 2), first)
  })

  it("that is no delimited text is refused", () => {
    assert.deepStrictEqual(textOf(Uint8Array.of(0x50, 0x4b, 3, 4, 9)), Result.fail("spreadsheet"))
    assert.deepStrictEqual(textOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)), Result.fail("spreadsheet"))
    assert.deepStrictEqual(textOf(utf8("<html><table></table></html>")), Result.fail("spreadsheet"))
    assert.deepStrictEqual(textOf(utf8(" \n")), Result.fail("empty"))
    assert.deepStrictEqual(textOf(new Uint8Array(9 * 1_048_576)), Result.fail("too_large"))
  })
})

describe("an amount", () => {
  it("is whole francs in any writing, and nothing else", () => {
    const whole: ReadonlyArray<readonly [string, "," | ".", number]> = [
      ["1 234 567", ",", 1_234_567],
      ["1\u202F234", ",", 1_234],
      ["1.234,00", ",", 1_234],
      ["1,234.00", ".", 1_234],
      ["(500)", ".", -500],
      ["500-", ".", -500],
      ["−500", ",", -500],
      ["+500 F CFA", ",", 500],
      ["12'500", ".", 12_500],
      ["0", ".", 0],
    ]
    for (const [text, decimal, value] of whole)
      assert.deepStrictEqual(readAmount(text, decimal), Result.succeed(value), text)
    for (const text of ["1,000", "1,5", "10,01"])
      assert.deepStrictEqual(readAmount(text, ","), Result.fail("decimals"), text)
    for (const text of ["", "1.23", "1e3", "=1", "--5", "1 2x", "99999999999999999999"]) {
      assert.deepStrictEqual(readAmount(text, ","), Result.fail("amount"), text)
    }
  })
})

const at = (text: string, zone = "UTC") => readMoment(text, { day: "dmy", zone })?.at ?? null

describe("a moment and a number", () => {
  it("are read as they stand, or not at all", () => {
    assert.strictEqual(at("31/01/2026 10:15", "+01:00"), Date.UTC(2026, 0, 31, 9, 15))
    assert.strictEqual(at("31/01/2026 10:15", "Africa/Abidjan"), Date.UTC(2026, 0, 31, 10, 15))
    assert.strictEqual(readMoment("31/01/2026", { day: "dmy", zone: "UTC" })?.span, 86_399_999)
    for (const wrong of ["31/02/2026", "31/01/2026 25:00", "yesterday", "2026/31/01"]) assert.isNull(at(wrong), wrong)
    assert.strictEqual(readPhone("+226 70-00-00-01"), "22670000001")
    assert.strictEqual(readPhone("0022670000001"), "22670000001")
    for (const masked of ["226•••••01", "22670xxx01", "", "123"]) assert.isNull(readPhone(masked), masked)
  })
})
