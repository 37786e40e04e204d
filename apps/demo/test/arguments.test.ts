import { assert, describe, it } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { namesIn, textNames } from "@cauri/programs"
import { Result } from "effect"
import { demoHelp, readDemoArguments, readStartArguments, startHelp } from "../src/arguments.ts"

const nothing = { help: false, json: false, seed: null }

const sentences = ["about", "codes", "folder", "programs"]

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
      assert.deepStrictEqual(textNames(tools[language].demoHelp, sentences), namesIn(demoHelp(language)))
      assert.deepStrictEqual(textNames(tools[language].startHelp, sentences), namesIn(startHelp(language)))
    }
  })
})
