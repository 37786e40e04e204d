import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { readStatus, parseSubCode, statuses } from "../src/index.ts"
import { readAmount } from "../src/readFields.ts"
import { ownValue, readText, readWord } from "../src/readFields.ts"

const xof = (value: unknown) => {
  const reading = readAmount(value)
  return reading._tag === "Read" ? reading.xof : reading._tag
}

describe("readFields", () => {
  it("reads the three statuses and keeps any other word as it was written #80 #108", () => {
    for (const status of statuses) {
      assert.deepStrictEqual(readStatus(status), { _tag: "Stated", status })
    }
    for (const text of ["completed ", "COMPLETED", " pending", "nocompleted", "success", "notcompleted\n"]) {
      assert.deepStrictEqual(readStatus(text), { _tag: "Unknown", text })
    }
  })

  it("tells an empty or absent status from one that cannot be read #81", () => {
    for (const value of ["", null, undefined]) {
      assert.deepStrictEqual(readStatus(value), { _tag: "Empty" })
    }
    for (const value of [1, true, ["completed"], { status: "completed" }]) {
      assert.deepStrictEqual(readStatus(value), { _tag: "Unreadable" })
    }
  })

  it("reads amounts that are exactly integers, in every known form #10 #88", () => {
    assert.deepStrictEqual(
      [4200, "4200", 4200.0, "4200.00", "4200.0", 0, "0", -5, "-5"].map(xof),
      [4200, 4200, 4200, 4200, 4200, 0, 0, -5, -5],
    )
  })

  it("never rounds an amount #10 #245", () => {
    for (const value of [4200.5, "4200.5", 2 ** 53, "9007199254740993", "9".repeat(400), Number.NaN]) {
      assert.strictEqual(xof(value), "Unreadable", String(value))
    }
  })

  it("reads no amount in any other text or value #10", () => {
    for (const value of ["4 200", "0x10", "1e3", "042", "+42", "42 XOF", "Infinity", true, [4200], {}]) {
      assert.strictEqual(xof(value), "Unreadable", JSON.stringify(value))
    }
    for (const value of ["", null, undefined]) {
      assert.strictEqual(xof(value), "Absent")
    }
  })

  it("has no negative zero #10", () => {
    assert.isTrue(Object.is(xof(-0), 0))
    assert.isTrue(Object.is(xof("-0"), 0))
  })

  it.prop("reads every safe integer from a number and from its text alike #10 #88", [Schema.Int], ([amount]) => {
    return xof(amount) === amount + 0 && xof(String(amount)) === amount + 0
  })

  it("takes operator identifiers as text or number #85 #111", () => {
    assert.deepStrictEqual(
      [12, "12", "", null, 1.5, {}].map((value) => Option.getOrNull(readText(value))),
      ["12", "12", null, null, null, null],
    )
  })

  it("takes a word of meaning from a text only #22 #25", () => {
    assert.deepStrictEqual(
      ["00", " 00", "", 0, null].map((value) => Option.getOrNull(readWord(value))),
      ["00", " 00", null, null, null],
    )
  })

  it("reads own data properties only", () => {
    const inherited: Record<string, unknown> = Object.create({ status: "completed" })
    assert.strictEqual(ownValue(inherited, "status"), undefined)
    const getter = Object.defineProperty({}, "status", { get: () => assert.fail("a getter ran") })
    assert.strictEqual(ownValue(getter, "status"), undefined)
    assert.strictEqual(ownValue({}, "__proto__"), undefined)
  })

  it("reads Echec with its code, forgiving case and spaces and keeping the code as written #26 #216", () => {
    const texts = [
      "Echec (Code04)",
      "echec(code04)",
      "  ECHEC  ( CODE 04 ) ",
      "Echec (Code03a)",
      "Echec (Code03B)",
      "Echec (Code104)",
    ]
    assert.deepStrictEqual(
      texts.map((text) => Option.getOrUndefined(parseSubCode(text))),
      ["04", "04", "04", "03a", "03B", "104"],
    )
  })

  it("reads no code in any other text #26", () => {
    for (const text of [
      "",
      "Code04",
      "Echec (Code4)",
      "Echec (Code1044)",
      "Echec (Code04ab)",
      "x Echec (Code04)",
      "Echec (Code04) x",
    ]) {
      assert.isTrue(Option.isNone(parseSubCode(text)), text)
    }
  })
})
