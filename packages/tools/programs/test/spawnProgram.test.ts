import { assert, describe, it } from "@effect/vitest"
import { ProgramFailed } from "../src/index.ts"

describe("a program that failed", () => {
  it.each([
    { lastLines: [], message: "The shop ended with 70." },
    { lastLines: ["one", "two"], message: "The shop ended with 70. Its last lines:\n  one\n  two" },
  ])("is told of with the lines that there are: $lastLines", ({ lastLines, message }) => {
    assert.strictEqual(new ProgramFailed({ program: "shop", ended: 70, lastLines }).message, message)
  })
})
