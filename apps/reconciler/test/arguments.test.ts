import { assert, describe, it } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { exitCodes } from "@cauri/runtime"
import { Result } from "effect"
import { helpText, readArguments } from "../src/arguments.ts"
import { variables } from "../src/config.ts"

/** The flags and commands that a page of help explains, but those of every program. */
const explainedIn = (help: string) =>
  [...help.matchAll(/^ {2}(?:--)?([a-z][a-z-]*)(?= )/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help" && name !== "version")
    .toSorted()

/** The names that the catalogue explains, but the page's own sentences. */
const textsOf = (help: object) =>
  Object.keys(help)
    .filter((name) => !["about"].includes(name))
    .map((name) => name.replaceAll("_", "-"))
    .toSorted()

describe("the command line", () => {
  it("tells every exit code in its help", () => {
    for (const code of Object.values(exitCodes)) assert.match(helpText("en"), new RegExp(`Exit codes:.* ${code} `))
  })

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

  it("has a text for each flag, and no text for any other", () => {
    for (const language of ["fr", "en"] as const)
      assert.deepStrictEqual(textsOf(tools[language].reconcilerHelp), explainedIn(helpText(language)))
  })

  it("explains every flag, every variable and every exit code", () => {
    const words = ["--once", "--json", "--help", "--version", ...Object.keys(variables), "64", "70", "74", "75"]
    for (const word of words) for (const language of ["fr", "en"] as const) assert.include(helpText(language), word)
  })
})
