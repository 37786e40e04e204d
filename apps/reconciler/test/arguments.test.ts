import { assert, describe, it } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { namesIn, textNames } from "@cauri/programs"
import { Result } from "effect"
import { helpText, readArguments } from "../src/arguments.ts"

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

  it("refuses --json without --once", () => {
    assert.include(Result.getOrThrow(Result.flip(readArguments(["--json"]))).message, "--json")
  })

  it("has a text for each flag, and no text for any other", () => {
    for (const language of ["fr", "en"] as const)
      assert.deepStrictEqual(textNames(tools[language].reconcilerHelp, ["about"]), namesIn(helpText(language)))
  })
})
