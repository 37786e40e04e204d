/** What both command lines have in common. */
import { assert, describe, it } from "@effect/vitest"
import { languageOf, nearest, printable } from "../src/commandLine.ts"

describe("the language", () => {
  it.each([
    [{ LANG: "fr_FR.UTF-8" }, "fr"],
    [{ LANG: "fr" }, "fr"],
    [{ LC_ALL: "fr_BF.UTF-8", LANG: "en_US.UTF-8" }, "fr"],
    [{ LC_ALL: "", LC_MESSAGES: "C", LANG: "fr_FR" }, "en"],
    [{ LANG: "frr_DE" }, "en"],
    [{}, "en"],
  ] as const)("of %o is %s", (environment, language) => assert.strictEqual(languageOf(environment), language))
})

describe("a mistyped name", () => {
  it.each([
    ["sqllite", "sqlite"],
    ["postgress", "postgres"],
    ["kubernets", "kubernetes"],
    ["\u001B[2J", undefined],
    ["mysql".repeat(1_000), undefined],
  ])("such as %j resembles %s", (typed, meant) =>
    assert.strictEqual(nearest(typed, ["sqlite", "postgres", "kubernetes"]), meant),
  )

  it("is printed without what would move a terminal, and no longer than a line", () => {
    assert.strictEqual(printable("\u001B[2Jpay"), "?[2Jpay")
    assert.strictEqual(printable("é".repeat(100)), "é".repeat(60))
  })
})
