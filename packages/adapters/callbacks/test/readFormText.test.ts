import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { readFormText } from "../src/readFormText.ts"
import { isBranch } from "../src/tree.ts"

const read = (text: string) =>
  Option.map(readFormText(text), ({ repeatedKey, value }) => [JSON.stringify(value), repeatedKey])
const reads = (text: string, json: string, repeatedKey = false) =>
  assert.deepStrictEqual(read(text), Option.some([json, repeatedKey]), text.slice(0, 80))
const refuses = (text: string) => assert.isTrue(Option.isNone(readFormText(text)), text.slice(0, 80))

const pairs = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=1`).join("&")

describe("readFormText", () => {
  it("reads pairs, percent signs and plus signs", () => {
    reads("", "{}")
    reads("a=1&b=x+y%20z&c=%C3%A9", '{"a":"1","b":"x y z","c":"é"}')
    reads("a&b=&=c&&d=e=f&", '{"a":"","b":"","":"c","d":"e=f"}')
    reads("%5F%3D=1", '{"_=":"1"}')
  })

  it.prop("reads every text that a form can write", [Schema.String], ([text]) => {
    const wellFormed = text.toWellFormed()
    const body = new URLSearchParams({ key: wellFormed }).toString()
    return Option.getOrThrow(read(body))[0] === JSON.stringify({ key: wellFormed })
  })

  for (const text of ["a=%", "a=%g0", "a=%e", "%=1", "a=%ff", "a=%c0%80", "a=%ed%a0%80", "a=%e2%82"])
    it(`refuses ${text}, whose percent signs are no UTF-8 (A15)`, () => refuses(text))

  it("nests by one level or two", () => {
    reads(
      "a[b]=1&a[c]=2&d[0][k]=x&d[0][v]=y&d[1][k]=z",
      '{"a":{"b":"1","c":"2"},"d":{"0":{"k":"x","v":"y"},"1":{"k":"z"}}}',
    )
    reads("a%5Bb%5D=1", '{"a":{"b":"1"}}')
  })

  for (const name of ["a[]", "a[b][]", "a[b]c", "a[b]c[d]", "a[[b]]", "a[b]]", "a]b[c]", "[a]", "[", "a[", "a]", "a[b"])
    it(`takes ${name} for a plain key: it does not fit the grammar`, () => {
      reads(`${name}=1`, JSON.stringify({ [name]: "1" }))
    })

  it("counts a place that is named twice as absent, and says so (A11)", () => {
    reads("a=1&b=2&a=3&a=4", '{"b":"2"}', true)
    reads("a[b]=1&a[c]=2&a[b]=3", '{"a":{"c":"2"}}', true)
    reads("a=1&%61=1", "{}", true)
  })

  it("counts a place that is both a value and a holder of values as absent (A11)", () => {
    reads("a=1&a[b]=2&a[b][c]=3&d=4", '{"d":"4"}', true)
    reads("a[b]=2&a=1&a[c]=3", "{}", true)
    reads("a[b][c]=1&a[b]=2&a[d]=3", '{"a":{"d":"3"}}', true)
  })

  it("does not mistake a plain key for a nested one that is spelled alike", () => {
    reads("a[b=1&a[b]=2", '{"a[b":"1","a":{"b":"2"}}')
  })

  it("takes __proto__ and its like for keys as any other (A12)", () => {
    const { value } = Option.getOrThrow(
      readFormText("__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__]=2"),
    )
    assert.isTrue(isBranch(value))
    if (!isBranch(value)) return
    assert.deepStrictEqual(Object.keys(value), ["__proto__", "constructor", "a"])
    assert.isFalse("polluted" in {})
  })

  it("takes 128 pairs and no more (A13)", () => {
    assert.isTrue(Option.isSome(readFormText(pairs(128))))
    refuses(pairs(129))
    refuses("a=&".repeat(5_000))
    refuses("&".repeat(16_000))
  })

  it("takes keys of 128 characters and no longer (A13)", () => {
    assert.isTrue(Option.isSome(readFormText(`${"k".repeat(128)}=1`)))
    refuses(`${"k".repeat(129)}=1`)
    refuses(`a${"[b]".repeat(5_000)}=1`)
  })

  it("reads a name as it did before, however many others it has met meanwhile", () => {
    const name = "x%5By%5D"
    const mixed = (round: number) => {
      reads(`${name}=1&${name.replace("y", "z")}=2`, '{"x":{"y":"1","z":"2"}}')
      reads(`${name}=1&x=2`, "{}", true)
      refuses(`${name}%=1`)
      for (let from = 0; from < 320; from += 64) {
        const names = Array.from({ length: 64 }, (_, index) => `n${round}%5B${from + index}x%5D`)
        const form = names.map((each) => `${each}=1`).join("&")
        const tree = Option.getOrThrow(readFormText(form)).value
        assert.lengthOf(JSON.stringify(tree).match(/x":"1"/g) ?? [], 64)
      }
    }
    for (const round of [1, 2, 3]) mixed(round)
  })

  it("takes keys of three levels and no deeper (A13)", () => {
    assert.isTrue(Option.isSome(readFormText("a[b][c]=1")))
    refuses("a[b][c][d]=1")
  })

  it("takes indices up to 63, and makes no list of them (A13)", () => {
    reads("a[63]=1", '{"a":{"63":"1"}}')
    for (const index of ["64", "999999999", "9".repeat(40)]) refuses(`a[${index}]=1`)
    reads("a[64x]=1&64=2", '{"64":"2","a":{"64x":"1"}}')
  })
})
