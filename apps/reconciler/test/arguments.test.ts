import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { helpText, readArguments } from "../src/arguments.ts"
import { variables } from "../src/config.ts"

describe("the command line", () => {
  it.each<readonly [given: ReadonlyArray<string>, asked: ReadonlyArray<string>]>([
    [[], []],
    [["--once"], ["once"]],
    [
      ["--once", "--json"],
      ["once", "json"],
    ],
    [["-h"], ["help"]],
    [["--version"], ["version"]],
  ])("reads %j", (given, asked) => {
    assert.sameMembers([...Result.getOrThrow(readArguments(given))], [...asked])
  })

  it.each([
    [["--twice"], "--twice"],
    [["once"], "once"],
    [["--json"], "--json"],
    [["--once=yes"], "--once"],
    [["-x"], "-x"],
  ])("refuses %j and says what it did not understand", (given, argument) => {
    const read = readArguments(given)
    assert.include(Result.isFailure(read) ? read.failure.message : "", argument)
  })

  it("explains every flag, every variable and every exit code", () => {
    const words = ["--once", "--json", "--help", "--version", ...Object.keys(variables), "64", "70", "74", "75"]
    for (const word of words) for (const language of ["fr", "en"] as const) assert.include(helpText(language), word)
  })
})
