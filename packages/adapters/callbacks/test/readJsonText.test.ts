import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { readJsonText } from "../src/readJsonText.ts"
import { isBranch, type Value } from "../src/tree.ts"
import { isSmall, sameValue } from "./fuzz.ts"

const read = (text: string): Value | undefined => Option.getOrUndefined(readJsonText(text))?.value
const refuses = (text: string) => assert.isTrue(Option.isNone(readJsonText(text)), text.slice(0, 80))
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
const list = (members: number) => `[${Array.from({ length: members }, () => "0").join()}]`

describe("readJsonText", () => {
  it.prop("reads what JSON writes, as JSON.parse does", [Schema.Json], ([value]) => {
    const text = JSON.stringify(value)
    return Option.match(readJsonText(text), {
      onNone: () => !isSmall(text),
      onSome: (tree) => !tree.repeatedKey && sameValue(tree.value, value),
    })
  })

  it("skips the four kinds of space that JSON knows, and no other", () => {
    assert.deepStrictEqual(read(' \t\r\n[ 1 , "a" , { } , [ ] ] \n'), [1, "a", Object.create(null), []])
    refuses("\u00a0[]")
    refuses("[]\ufeff")
    refuses("[]\f")
  })

  it("reads the three words", () => {
    assert.deepStrictEqual(read("[true,false,null]"), [true, false, null])
    for (const text of ["True", "tru", "nul", "fals", "truex", "undefined", "NaN", "Infinity"]) refuses(text)
  })

  it("reads texts, escaped or not", () => {
    assert.strictEqual(read('"é\u{1f600}"'), "é\u{1f600}")
    assert.strictEqual(read(String.raw`"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`), '"\\/\b\f\n\r\tA\u{1f600}')
    assert.strictEqual(read(String.raw`"\ud800"`), "\ud800")
    assert.strictEqual(read('""'), "")
    for (const text of ['"', '"a', '"\\"', String.raw`"\x41"`, String.raw`"\u00g0"`, '"\n"', '"\u0000"', "'a'"])
      refuses(text)
  })

  for (const [text, value] of [
    ["0", 0],
    ["-0", 0],
    ["4200", 4200],
    ["4200.0", 4200],
    ["42e2", 4200],
    ["-7", -7],
    ["4200.5", "4200.5"],
    ["1e-2", "0.01"],
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", "9007199254740993"],
    ["1e400", "1e400"],
    ["1e21", "1e21"],
  ] as const)
    it(`reads the number ${text} as ${JSON.stringify(value)}, so that no rounding makes two numbers equal (A10)`, () => {
      assert.strictEqual(read(text), value)
    })

  for (const text of ["01", "+1", "-", ".5", "5.", "1e", "1e+", "0x1", "1_000", "--1", "1.2.3", "1-2"])
    it(`refuses the number ${text}`, () => refuses(text))

  for (const text of [
    "",
    " ",
    "[",
    "]",
    "{",
    "}",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1}",
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '{"a":1,}',
    "{,}",
    "{a:1}",
    '{"a":1 "b":2}',
    '{"a":1]',
    "1 1",
    "[] []",
    "//",
    "{'a':1}",
  ])
    it(`refuses ${JSON.stringify(text)}`, () => refuses(text))

  it("counts a key that comes twice as absent, at any depth and however it is written (A11)", () => {
    const tree = Option.getOrThrow(
      readJsonText(String.raw`{"a":1,"b":{"c":1,"\u0063":2,"c":3,"d":4},"a":2,"e":5,"a":3}`),
    )
    assert.isTrue(tree.repeatedKey)
    assert.strictEqual(JSON.stringify(tree.value), '{"b":{"d":4},"e":5}')
    assert.isFalse(Option.getOrThrow(readJsonText('[{"a":1},{"a":1}]')).repeatedKey)
  })

  it("takes __proto__ and its like for keys as any other (A12)", () => {
    const value = read('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}')
    assert.isTrue(isBranch(value))
    if (!isBranch(value)) return
    assert.deepStrictEqual(Object.keys(value), ["__proto__", "constructor", "toString"])
    assert.strictEqual(Object.getPrototypeOf(value), null)
    assert.isFalse("polluted" in {})
  })

  it("goes 16 levels deep, and no deeper (A10)", () => {
    assert.isTrue(Option.isSome(readJsonText(nested(16))))
    refuses(nested(17))
    refuses(nested(8_000))
    refuses('{"a":'.repeat(17) + "1" + "}".repeat(17))
  })

  it("takes 256 members in all objects and lists together, and no more (A10)", () => {
    assert.isTrue(Option.isSome(readJsonText(list(256))))
    refuses(list(257))
    refuses(`[${list(200)},${list(55)}]`)
    refuses(`{${Array.from({ length: 257 }, (_, index) => `"${index}":0`).join()}}`)
  })
})
