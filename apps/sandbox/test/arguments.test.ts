import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { scenarios } from "@cauri/simulator"
import { helpText, readArguments } from "../src/arguments.ts"
import { variables } from "../src/config.ts"
import { codes } from "../src/exits.ts"
import { catalogue } from "../src/narration.ts"

const none = { json: false, ephemeral: false, help: false, version: false, scenario: null, seedFile: null }

describe("the command line", () => {
  it.each([
    [[], none],
    [["--json"], { ...none, json: true }],
    [["--ephemeral", "--json"], { ...none, ephemeral: true, json: true }],
    [["--seed-file", "sandbox.json"], { ...none, seedFile: "sandbox.json" }],
    [["-h"], { ...none, help: true }],
    [["--version"], { ...none, version: true }],
    [["scenario", "list"], { ...none, scenario: "list" }],
    [["scenario", "late-completion", "--json"], { ...none, json: true, scenario: "late-completion" }],
  ])("reads %j", (given, asked) => {
    assert.deepStrictEqual(Result.getOrThrow(readArguments(given)), asked)
  })

  it.each([
    [["--twice"], "--twice"],
    [["--json=yes"], "--json"],
    [["--seed-file"], "--seed-file"],
    [["play"], "play"],
    [["scenario"], "scenario without a name"],
    [["scenario", "nothing"], "scenario nothing"],
    [["scenario", "list", "more"], "more"],
  ])("refuses %j and says what it did not understand", (given, argument) => {
    const read = readArguments(given)
    assert.strictEqual(
      Result.isFailure(read) ? read.failure.message : "",
      `Unknown argument: ${argument}. Run with --help.`,
    )
  })

  it("explains every flag, every variable and every exit code", () => {
    const words = [
      "--json",
      "--ephemeral",
      "--seed-file",
      "--help",
      "--version",
      "scenario",
      ...Object.keys(variables),
      ...Object.values(codes),
    ]
    for (const language of ["fr", "en"] as const)
      for (const word of words) assert.include(helpText(language), String(word))
  })

  it("lists every scenario, for people and for programs", () => {
    const lines = catalogue(false, "fr").trimEnd().split("\n")
    assert.deepStrictEqual(
      lines.map((line) => line.split(" ")[0]),
      scenarios.map(({ name }) => name),
    )
    assert.deepStrictEqual(JSON.parse(catalogue(true, "fr")), scenarios)
  })
})
