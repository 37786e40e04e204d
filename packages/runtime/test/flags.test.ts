import { wordingIn } from "@cauri/catalogue/tools"
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { commonVariablesOf } from "../src/commonSettings.ts"
import { exitCodes } from "../src/endings.ts"
import { programHelp, readFlags } from "../src/flags.ts"

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
  it("explains every flag, every variable and every exit code", () => {
    const variables = commonVariablesOf([])
    const flags = ["--help", "--version"]
    for (const language of ["fr", "en"] as const) {
      const text = programHelp(language, { about: "It works.", usage: "cauri it" }, variables)
      for (const word of [...flags, ...Object.keys(variables)]) assert.include(text, word)
      for (const code of Object.values(exitCodes)) assert.match(text, new RegExp(`: ?.* ${code} `))
      for (const expected of Object.values(variables)) assert.include(text, wordingIn(expected, language))
    }
  })
})
