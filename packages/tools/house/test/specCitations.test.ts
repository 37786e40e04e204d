import { assert, describe, it } from "@effect/vitest"
import { citationsOf } from "../src/specCitations.ts"

const citedIn = (source: string) => citationsOf("a.test.ts", source).citations
const rulesIn = (source: string) => citedIn(source).map(({ rule }) => rule)

// Sources are put together here, so that this file itself cites nothing.
const number = (value: number | string) => `#${value}`

describe("specCitations", () => {
  it("finds the titles of every way to write a test", () => {
    for (const call of ["it", "test", "it.effect", "it.prop", "it.effect.prop", "it.live", "it.each(rows(1, [(2)]))"]) {
      assert.deepStrictEqual(rulesIn(`  ${call}("shows ${number(4)}", () => {})`), [4], call)
    }
    assert.deepStrictEqual(rulesIn(`it.effect(\n  'shows ${number(4)}',\n  () => {})`), [4])
    assert.deepStrictEqual(rulesIn(`it(\`shows ${number(4)}\`, () => {})`), [4])
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
})
