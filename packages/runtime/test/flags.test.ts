import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { commonVariablesOf } from "../src/commonSettings.ts"
import { exitCodes } from "../src/endings.ts"
import { readFlags, settingsText } from "../src/flags.ts"

const names = ["once", "help"] as const

describe("the flags of a command line", () => {
  it.each<readonly [given: ReadonlyArray<string>, set: ReadonlyArray<string>]>([
    [[], []],
    [["--once"], ["once"]],
    [["--once", "--once"], ["once"]],
    [["-h"], ["help"]],
    [
      ["--help", "--once"],
      ["once", "help"],
    ],
  ])("are those that %j names", (given, set) => {
    assert.sameMembers([...Result.getOrThrow(readFlags(given, names))], [...set])
  })

  it.each([
    [["--twice"], "--twice"],
    [["once"], "once"],
    [["--once=yes"], "--once"],
    [["--once="], "--once"],
    [["-x"], "-x"],
    [["--", "--once"], "--once"],
    [["--toString"], "--toString"],
  ])("leave %j to be refused by what was not understood", (given, argument) => {
    const read = readFlags(given, names)
    assert.strictEqual(
      Result.isFailure(read) ? read.failure.message : "",
      `Unknown option: ${argument}. Run with --help.`,
    )
  })
})

describe("the help", () => {
  it("explains every variable and every exit code", () => {
    const text = settingsText(commonVariablesOf([]))
    for (const word of [...Object.values(exitCodes).map(String), ...Object.entries(commonVariablesOf([])).flat()]) {
      assert.include(text, word)
    }
  })
})
