import { assert, describe, it } from "@effect/vitest"
import { citationsOf, numbersIn } from "../src/specCitations.ts"

const citedIn = (source: string) => citationsOf("a.test.ts", source).citations
const rulesIn = (source: string) => citedIn(source).map(({ rule }) => rule)
const title = (text: string) => [...new Set(citedIn(`it(\`${text}\`, () => {})`).map(({ title }) => title))]

// Sources are put together here, so that this file itself cites nothing.
const number = (value: number | string) => `#${value}`

describe("specCitations", () => {
  it("reads single numbers, several and ranges", () => {
    assert.deepStrictEqual(numbersIn(`a ${number(1)} ${number(20)}`), [1, 20])
    assert.deepStrictEqual(numbersIn(`a ${number(3)}-${number(5)}, ${number("7-8")}`), [3, 4, 5, 7, 8])
    assert.deepStrictEqual(numbersIn(`(${number(3)} to ${number(5)}, ${number(9)})`), [3, 4, 5, 9])
    assert.deepStrictEqual(numbersIn(`${number(3)} to 5 shops`), [3])
    assert.deepStrictEqual(numbersIn(`${number(5)}-${number(3)} # 4 C#`), [])
  })

  it("finds the titles of every way to write a test", () => {
    for (const call of ["it", "test", "it.effect", "it.prop", "it.effect.prop", "it.live", "it.each(rows(1, [(2)]))"]) {
      assert.deepStrictEqual(rulesIn(`  ${call}("shows ${number(4)}", () => {})`), [4], call)
    }
    assert.deepStrictEqual(rulesIn(`it.effect(\n  'shows ${number(4)}',\n  () => {})`), [4])
    assert.deepStrictEqual(rulesIn(`it(\`shows ${number(4)}\`, () => {})`), [4])
  })

  it("finds the titles that are keys of a table of cases", () => {
    assert.deepStrictEqual(rulesIn(`export const cases = { "shows ${number(4)}": check, other: "${number(5)}" }`), [4])
    assert.deepStrictEqual(rulesIn(`const cases = { [\`\${name} shows ${number(4)}\`]: check }`), [4])
  })

  it("reads what stands behind a regular expression and a type", () => {
    const source = `it("one ${number(1)}", () => assert.match(x, /["'\`(]/))\nit<A>("two ${number(2)}", (a: "${number(9)}") => {})`
    assert.deepStrictEqual(rulesIn(source), [1, 2])
  })

  it("counts no comment, no describe block and no other string", () => {
    for (const source of [
      `// it("shows ${number(4)}")`,
      `/* it("shows ${number(4)}") */`,
      `describe("shows ${number(4)}", () => {})`,
      `it(name, "shows ${number(4)}")`,
      `submit("shows ${number(4)}")`,
      `const title = "shows ${number(4)}"`,
    ]) {
      assert.deepStrictEqual(rulesIn(source), [], source)
    }
  })

  it("calls a skipped test a problem and does not count it", () => {
    for (const source of [
      ...["it.skip", "it.effect.skip", "it.todo", "it.fails"].map((call) => `${call}("shows ${number(4)}", () => {})`),
      `describe.skip("all", () => { describe("some", () => { it("shows ${number(4)}", () => {}) }) })`,
    ]) {
      const { citations, problems } = citationsOf("a.test.ts", source)
      assert.deepStrictEqual(citations, [], source)
      assert.deepStrictEqual(problems, [`a.test.ts: a skipped test shows nothing: shows ${number(4)}`])
    }
  })

  it("says of a test that is skipped on a condition, alone or with its block, that it may be", () => {
    for (const source of [
      `test.skipIf(slow)("shows ${number(4)}", () => {})`,
      `it.live.runIf(fast)("shows ${number(4)}", () => {})`,
      `describe.skipIf(!hasBrowser)(\`all\${why}\`, () => { layer(x)((it) => { it("shows ${number(4)}", () => {}) }) })`,
    ]) {
      assert.deepStrictEqual(citedIn(source), [{ rule: 4, file: "a.test.ts", title: "shows", mayBeSkipped: true }])
    }
    const after = `describe.skipIf(a)("all", () => {})\nit("shows ${number(4)}", () => {})`
    assert.deepStrictEqual(citedIn(after), [{ rule: 4, file: "a.test.ts", title: "shows", mayBeSkipped: false }])
  })

  it("calls a file that it cannot read a problem", () => {
    assert.deepStrictEqual(citationsOf("a.test.ts", "it(").problems, ["a.test.ts: cannot be read"])
  })

  it("keeps the title without its numbers, and without what they leave empty", () => {
    assert.deepStrictEqual(title(`pays once ${number(4)} ${number(5)}`), ["pays once"])
    assert.deepStrictEqual(title(`pays once (${number(4)}, ${number(5)}-${number(7)})`), ["pays once"])
    assert.deepStrictEqual(title(`pays once (P14, ${number(4)} to ${number(6)}), and not twice`), [
      "pays once (P14), and not twice",
    ])
    assert.deepStrictEqual(title(`pays once (${number(4)}, P14)`), ["pays once (P14)"])
    assert.deepStrictEqual(title(`\${mode} pays \${a ? "x" : "y"} (\${rule}, ${number(4)})`), ["… pays … (…)"])
  })
})
