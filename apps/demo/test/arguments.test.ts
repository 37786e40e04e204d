import { assert, describe, it } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { Result } from "effect"
import { demoHelp, readDemoArguments, readStartArguments, startHelp } from "../src/arguments.ts"

const nothing = { help: false, json: false, seed: null }

/** The flags and commands that a page of help explains, but those of every program. */
const explainedIn = (help: string) =>
  [...help.matchAll(/^ {2}(?:--)?([a-z][a-z-]*)(?= )/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help" && name !== "version")
    .toSorted()

/** The names that the catalogue explains, but the page's own sentences. */
const textsOf = (help: object) =>
  Object.keys(help)
    .filter((name) => !["about", "codes", "folder", "programs"].includes(name))
    .map((name) => name.replaceAll("_", "-"))
    .toSorted()

describe("the command line", () => {
  it.each<readonly [ReadonlyArray<string>, object]>([
    [[], nothing],
    [["--json"], { ...nothing, json: true }],
    [["--seed", "7", "--json"], { help: false, json: true, seed: 7 }],
    [["--seed=0"], { ...nothing, seed: 0 }],
    [["--help"], { ...nothing, help: true }],
  ])("of the demo reads %j", (given, asked) => {
    assert.deepStrictEqual(Result.getOrThrow(readDemoArguments(given)), asked)
  })

  it.each([[["--seed"]], [["--seed", "-1"]], [["--seed=x"]], [["--seed", "1e3"]], [["fast"]], [["--JSON"]]])(
    "of the demo refuses %j",
    (given) => {
      assert.isTrue(Result.isFailure(readDemoArguments(given)))
    },
  )

  it.each([[["--seed"]], [["--seed", ""]], [["--seed", "1234567890"]], [["--seed="]]])(
    "of the demo says of %j what a seed is",
    (given) => {
      const { message } = Result.getOrThrow(Result.flip(readDemoArguments(given)))
      assert.strictEqual(message, "--seed needs a whole number of at most nine digits. Run with --help.")
    },
  )

  it("of start knows --fresh, and nothing of the demo's", () => {
    assert.deepStrictEqual(Result.getOrThrow(readStartArguments(["--fresh"])), { help: false, fresh: true })
    assert.isTrue(Result.isFailure(readStartArguments(["--seed", "1"])))
  })

  it("has a text for each flag, and no text for any other", () => {
    for (const language of ["fr", "en"] as const) {
      assert.deepStrictEqual(textsOf(tools[language].demoHelp), explainedIn(demoHelp(language)))
      assert.deepStrictEqual(textsOf(tools[language].startHelp), explainedIn(startHelp(language)))
    }
  })

  it("explains every flag", () => {
    for (const language of ["fr", "en"] as const) {
      for (const flag of ["--seed", "--json", "--help"]) assert.include(demoHelp(language), `  ${flag}`)
      for (const flag of ["--fresh", "--help"]) assert.include(startHelp(language), `  ${flag}`)
    }
  })
})
