/** A statement has one form: every row is read, or the file is refused with the rows that cannot be. */
import { readFileSync } from "node:fs"
import { Result } from "effect"
import { assert, describe, it } from "@effect/vitest"
import { readStatement } from "../../src/statements/readStatement.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (...lines: ReadonlyArray<string>) => Result.getOrThrow(readStatement(bytesOf(lines.join("\n"))))
const refusal = (bytes: Uint8Array | string) =>
  Result.match(readStatement(typeof bytes === "string" ? bytesOf(bytes) : bytes), {
    onFailure: (because) => because,
    onSuccess: () => "none",
  })
const badOf = (...lines: ReadonlyArray<string>) =>
  read(...lines).bad.map(({ because, number }) => `${number} ${because}`)

const header = "time,kind,amount,number,reference,operator,state,balance"
const may = [
  header,
  "2026-05-01,opening,,,,,,20000",
  "2026-05-01 10:15:00,payout,7000,+226 70 00 00 01,tok-1,,completed,13000",
  "2026-05-01 10:16,payin,1500,70000002,,,completed,",
  "2026-05-02T09:00:00+01:00,payout,900,,tok-3,,not_completed,14500",
  "2026-05-03 08:00:00Z,out,250,,,,completed,14250",
  "2026-06-01,closing,,,,,,14250",
]

/** A line with its columns the other way round. */
const other = (text: string) => text.split(",").toReversed().join(";")

describe("a statement", () => {
  it("is read by the names of its columns, whatever their order and their delimiter", () => {
    const { bad, before, covers, from, rows } = read(...may)
    assert.deepStrictEqual(bad, [])
    assert.deepStrictEqual(covers, [""])
    assert.deepStrictEqual([from, before], [Date.UTC(2026, 4, 1), Date.UTC(2026, 5, 1)])
    assert.deepStrictEqual(
      rows.map(({ amount, at, kind, moved, number, phone, reference, span }) => [
        number,
        at,
        span,
        kind,
        amount,
        phone,
        reference,
        moved,
      ]),
      [
        [3, Date.UTC(2026, 4, 1, 10, 15), 999, "payout", -7_000, "22670000001", "tok-1", "yes"],
        [4, Date.UTC(2026, 4, 1, 10, 16), 59_999, "payin", 1_500, "70000002", "", "yes"],
        [5, Date.UTC(2026, 4, 2, 8), 999, "payout", -900, null, "tok-3", "no"],
        [6, Date.UTC(2026, 4, 3, 8), 999, "other", -250, null, "", "yes"],
      ],
    )
    assert.deepStrictEqual(read(`\uFEFF${other(header)}`, ...may.slice(1).map(other)).rows, rows)
    assert.deepStrictEqual(read(...may.map((line) => `${line}\r`)).rows, rows)
  })

  it("is read whole as the page about statements shows it, and covers its operator", () => {
    const sample = readFileSync(new URL("../../examples/statement.csv", import.meta.url), "utf8")
    const { bad, covers, rows } = read(sample)
    assert.deepStrictEqual([bad, covers, rows.length], [[], ["ORANGE BURKINA"], 4])
    assert.isNotEmpty(badOf(sample.replace("243000", "243001")))
  })

  it("without the columns that it does not have is one where every line moved", () => {
    const { covers, rows } = read("Time;Kind;Amount", "2026-05-01;payout;5", '2026-05-01;payin;"6"')
    assert.deepStrictEqual(
      rows.map(({ amount, moved, span }) => [amount, moved, span]),
      [
        [-5, "yes", 86_399_999],
        [6, "yes", 86_399_999],
      ],
    )
    assert.deepStrictEqual(covers, [])
  })

  it("names each row that it cannot read, and drops none", () => {
    assert.deepStrictEqual(
      badOf(
        header,
        "2026-05-01 10:00,payout,1000,,,,completed,",
        "2026-02-30 10:00,payout,1000,,,,completed,",
        "01/05/2026,payout,1000,,,,completed,",
        "2026-05-01,refund,1000,,,,completed,",
        '2026-05-01,payout,"1,5",,,,completed,',
        "2026-05-01,payout,-5,,,,completed,",
        "2026-05-01,payout,5,2267••••01,,,completed,",
        "2026-05-01,payout,5,,,Orangé,completed,",
        "2026-05-01,payout,5,,,,SUCCESS,",
        "2026-05-01,payout,5,,,,,",
        "2026-05-01,payout,5,,,,completed,much",
        "2026-05-01,payout,5",
      ),
      [
        "3 time",
        "4 time",
        "5 kind",
        "6 amount",
        "7 amount",
        "8 number",
        "9 operator",
        "10 state",
        "11 state",
        "12 balance",
        "13 columns",
      ],
    )
  })

  it("is refused where a balance does not follow from the lines before it: a line was dropped", () => {
    const without = (line: number) => may.filter((_, index) => index !== line - 1)
    assert.deepStrictEqual(badOf(...without(3)), ["4 differs"])
    assert.deepStrictEqual(badOf(...without(6)), ["6 differs"])
    assert.deepStrictEqual(badOf(header, "2026-05-01,closing,,,,,,5"), ["2 closing"])
    assert.deepStrictEqual(badOf(may[0] ?? "", ...may.slice(2, 3), may[1] ?? ""), ["3 opening"])
    assert.deepStrictEqual(badOf(...may, "2026-06-01 10:00,payin,5,,,,completed,"), ["8 closing"])
  })

  it("covers each operator whose balances open and close the whole file, and no other", () => {
    const lines = [
      "time,kind,amount,operator,balance",
      "2026-05-01,opening,,Orange,500",
      "2026-05-01,opening,,Moov,90",
      "2026-05-02,payout,200,Orange,300",
      "2026-05-02,payout,20,Moov,",
      "2026-05-02,payout,20,Telecel,",
      "2026-06-01,closing,,Orange,300",
    ]
    assert.deepStrictEqual(read(...lines).covers, ["Orange"])
    assert.deepStrictEqual(read(...lines, "2026-06-01,closing,,Moov,70").covers, ["Orange", "Moov"])
    assert.deepStrictEqual(read(...lines, "2026-05-31,closing,,Moov,70").covers, ["Orange"])
    assert.deepStrictEqual(read("time,kind,amount,balance", "2026-05-01,opening,,5", "2026-06-01,closing,,5").covers, [
      "",
    ])
  })

  it("tells equal lines apart by their order, and knows a line of an overlapping file again", () => {
    const line = "2026-01-31 10:00,payin,1000"
    const [first, second] = [2, 3].map((times) =>
      read("time,kind,amount", ...Array.from({ length: times }, () => line)).rows.map(({ digest }) => digest),
    )
    assert.strictEqual(new Set(first).size, 2)
    assert.deepStrictEqual(second?.slice(0, 2), first)
  })

  it("that is no such file is refused whole", () => {
    const latin = Uint8Array.from(may.join("\n").replace("tok-1", "é"), (character) => character.charCodeAt(0))
    assert.strictEqual(refusal(latin), "no_text")
    assert.strictEqual(refusal("PK\u0003\u0004\u0000"), "no_text")
    assert.strictEqual(refusal(" \n"), "empty")
    assert.strictEqual(refusal(header), "empty")
    assert.strictEqual(refusal(new Uint8Array(9 * 1_048_576)), "too_large")
    for (const wrong of ["time,kind", "time,kind,amount,fee", "time,kind,amount,time", "<html>"])
      assert.strictEqual(refusal(`${wrong}\n2026-05-01,payout,5,5`), "header", wrong)
    assert.strictEqual(refusal(`${header}\n2026-05-01,payout,"5`), "quotes")
  })
})
