/** What both command lines say to a mistyped name. */
import { assert, describe, it } from "@effect/vitest"
import { nearest, printable } from "../src/commandLine.ts"

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
