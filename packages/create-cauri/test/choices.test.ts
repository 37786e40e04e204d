/** The table of questions, and which answers go together. */
import { assert, describe, it } from "@effect/vitest"
import { answersOf, combinations, exclusionOf, possibleAnswers, questionNames } from "../src/choices.ts"

describe("the combinations", () => {
  const all = combinations()

  it("are every answer to every question, but for those that exclude each other", () => {
    assert.strictEqual(all.length, 84)
    assert.strictEqual(new Set(all.map((each) => JSON.stringify(each))).size, all.length)
    for (const name of questionNames)
      for (const [answer] of answersOf(name))
        assert.isTrue(
          all.some((each) => each[name] === answer),
          answer,
        )
  })

  it("leave SQLite on Kubernetes out, whichever is chosen first", () => {
    assert.isFalse(all.some(({ deploy, store }) => store === "sqlite" && deploy === "kubernetes"))
    assert.deepStrictEqual(possibleAnswers("store", { deploy: "kubernetes" }), ["postgres"])
    assert.notInclude(possibleAnswers("deploy", { store: "sqlite" }), "kubernetes")
    assert.match(exclusionOf("deploy", "kubernetes", { store: "sqlite" })?.en ?? "", /take Postgres/)
  })
})
