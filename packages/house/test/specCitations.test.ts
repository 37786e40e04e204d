import { assert, describe, it } from "@effect/vitest"
import { citationsOf, numbersIn } from "../src/specCitations.ts"

const rulesIn = (source: string) => citationsOf("a.test.ts", source).citations.map(({ rule }) => rule)

// Sources are put together here, so that this file itself cites nothing.
const number = (value: number | string) => `#${value}`

describe("specCitations", () => {
  it("reads single numbers, several and ranges", () => {
    assert.deepStrictEqual(numbersIn(`a ${number(1)} ${number(20)}`), [1, 20])
    assert.deepStrictEqual(numbersIn(`a ${number(3)}-${number(5)}, ${number("7-8")}`), [3, 4, 5, 7, 8])
    assert.deepStrictEqual(numbersIn(`${number(5)}-${number(3)} # 4 C#`), [])
  })

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
      `) ("shows ${number(4)}")`,
    ]) {
      assert.deepStrictEqual(rulesIn(source), [], source)
    }
  })

  it("calls a skipped test a problem and does not count it", () => {
    for (const call of ["it.skip", "it.effect.skip", "it.todo", "it.fails", "test.skipIf(true)"]) {
      const { citations, problems } = citationsOf("a.test.ts", `${call}("shows ${number(4)}", () => {})`)
      assert.deepStrictEqual(citations, [], call)
      assert.lengthOf(problems, 1)
    }
  })

  it("keeps the title without its numbers", () => {
    const { citations } = citationsOf("a.test.ts", `it("pays once ${number(4)} ${number(5)}", () => {})`)
    assert.deepStrictEqual(citations, [
      { rule: 4, file: "a.test.ts", title: "pays once" },
      { rule: 5, file: "a.test.ts", title: "pays once" },
    ])
  })
})
