import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { valuesOf } from "../src/index.ts"
import { maximumCustomDataText, maximumEntries, readCustomData } from "../src/readCustomData.ts"
import { anyJson } from "./support.ts"

const entry = (key: string, value: unknown) => ({ keyof_customdata: key, valueof_customdata: value })

const read = (custom_data: unknown) => {
  const { entries, unreadable } = readCustomData({ custom_data })
  return { pairs: entries.map(({ key, value }) => [key, value]), unreadable }
}

const t1 = { pairs: [["transaction_id", "T1"]], unreadable: 0 }

describe("readCustomData", () => {
  it("reads a list of entries #94 #202 #204", () => {
    assert.deepStrictEqual(read([entry("transaction_id", "T1")]), t1)
  })

  it("keeps an entry's time of creation as it was written #96", () => {
    const [first] = readCustomData({ custom_data: [{ ...entry("a", "b"), datecreation_customdata: "then" }] }).entries
    assert.deepStrictEqual(first, { key: "a", value: "b", createdAt: Option.some("then") })
  })

  it("reads an object of keys #99", () => {
    assert.deepStrictEqual(read({ transaction_id: "T1" }), t1)
  })

  it("reads either as JSON text #202", () => {
    assert.deepStrictEqual(read(JSON.stringify([entry("transaction_id", "T1")])), t1)
    assert.deepStrictEqual(read(' {"transaction_id":"T1"} '), t1)
  })

  it("reads a list that a form parser turned into an object of indices #202", () => {
    assert.deepStrictEqual(read({ 0: entry("transaction_id", "T1"), 1: entry("b", "2") }), {
      pairs: [
        ["transaction_id", "T1"],
        ["b", "2"],
      ],
      unreadable: 0,
    })
  })

  it("reads one entry that stands alone #202", () => {
    assert.deepStrictEqual(read(entry("transaction_id", "T1")), t1)
  })

  it("reads absent, null, empty text and empty list as nothing #76 #77 #107", () => {
    for (const value of [undefined, null, "", " ", [], {}, "[]", "{}", "null", '""']) {
      assert.deepStrictEqual(read(value), { pairs: [], unreadable: 0 }, JSON.stringify(value))
    }
    assert.deepStrictEqual(readCustomData({}), { entries: [], unreadable: 0 })
  })

  it("reads the older name customdata when the newer one is absent #94", () => {
    assert.lengthOf(readCustomData({ customdata: { a: "1" } }).entries, 1)
    assert.lengthOf(readCustomData({ custom_data: [], customdata: { a: "1" } }).entries, 0)
  })

  it("takes numbers and booleans as their text, and keeps empty texts #95", () => {
    assert.deepStrictEqual(read([entry("a", 1), entry("b", true), entry("c", "")]), {
      pairs: [
        ["a", "1"],
        ["b", "true"],
        ["c", ""],
      ],
      unreadable: 0,
    })
  })

  it("counts what it cannot read and keeps the rest #95", () => {
    const value = [
      entry("transaction_id", "T1"),
      entry("n", null),
      entry("o", {}),
      { a: "b" },
      3,
      { keyof_customdata: 1 },
    ]
    assert.deepStrictEqual(read(value), { ...t1, unreadable: 5 })
    assert.deepStrictEqual(read({ transaction_id: "T1", o: { p: 1 } }), { ...t1, unreadable: 1 })
    for (const value of [3, true, "not JSON", "[", "3"]) {
      assert.deepStrictEqual(read(value), { pairs: [], unreadable: 1 }, JSON.stringify(value))
    }
  })

  it("gives every value of a key, for twice the same key is for others to judge #204", () => {
    const reading = readCustomData({
      custom_data: [entry("transaction_id", "T1"), entry("a", "b"), entry("transaction_id", "T2")],
    })
    assert.deepStrictEqual(valuesOf(reading, "transaction_id"), ["T1", "T2"])
    assert.deepStrictEqual(valuesOf(reading, "constructor"), [])
  })

  it("keeps __proto__ and constructor plain keys #204", () => {
    assert.deepStrictEqual(read(JSON.parse('{"__proto__":"p","constructor":"c"}')), {
      pairs: [
        ["__proto__", "p"],
        ["constructor", "c"],
      ],
      unreadable: 0,
    })
    assert.deepStrictEqual(read(JSON.parse('{"__proto__":{"transaction_id":"T1"}}')), { pairs: [], unreadable: 1 })
    assert.deepStrictEqual(
      readCustomData(Object.assign(Object.create(null), { custom_data: { a: "1" } })).entries.length,
      1,
    )
  })

  it("stops at its limits #94", () => {
    const many = Array.from({ length: maximumEntries + 10 }, (_, index) => entry(`k${index}`, "v"))
    assert.lengthOf(readCustomData({ custom_data: many }).entries, maximumEntries)
    assert.strictEqual(readCustomData({ custom_data: many }).unreadable, 10)
    const wide = Object.fromEntries(many.map((each) => [each.keyof_customdata, "v"]))
    assert.strictEqual(readCustomData({ custom_data: wide }).unreadable, 10)
    assert.deepStrictEqual(read(`["${"x".repeat(maximumCustomDataText)}"]`), { pairs: [], unreadable: 1 })
  })

  it("does not follow depth #94", () => {
    assert.deepStrictEqual(read("[".repeat(30_000) + "]".repeat(30_000)), { pairs: [], unreadable: 1 })
    const deep: unknown = JSON.parse("[".repeat(200_000) + "]".repeat(200_000))
    assert.deepStrictEqual(read(deep), { pairs: [], unreadable: 1 })
    assert.deepStrictEqual(read({ a: deep }), { pairs: [], unreadable: 1 })
  })

  it.prop("reads any value without throwing, and the same from its JSON text #94 #202", [anyJson], ([value]) => {
    const direct = read(value)
    return typeof value === "string" || JSON.stringify(read(JSON.stringify(value))) === JSON.stringify(direct)
  })
})
