import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { tools } from "@cauri/catalogue/tools"
import { namesIn, textNames } from "@cauri/programs"
import { scenarios } from "@cauri/simulator"
import { helpText, readArguments } from "../src/arguments.ts"
import { codes } from "../src/exits.ts"
import { catalogue } from "../src/narration.ts"

const none = {
  json: false,
  ephemeral: false,
  help: false,
  version: false,
  scenario: null,
  seedFile: null,
  grade: null,
  forward: null,
  redirect: null,
}

const watching = { choice: { phones: [] }, hook: null, probe: null, visit: null, patienceMillis: 30_000, junit: null }

describe("the command line", () => {
  it.each([
    [[], none],
    [["--json"], { ...none, json: true }],
    [["--ephemeral", "--json"], { ...none, ephemeral: true, json: true }],
    [["--seed-file", "sandbox.json"], { ...none, seedFile: "sandbox.json" }],
    [["-h"], { ...none, help: true }],
    [["--version"], { ...none, version: true }],
    [["listen", "--forward", "http://localhost:3000"], { ...none, forward: "http://localhost:3000" }],
    [
      ["run", "--redirect", "api.example", "--", "node", "app.js", "--json"],
      { ...none, redirect: { host: "api.example", program: ["node", "app.js", "--json"] } },
    ],
    [["scenario", "list"], { ...none, scenario: "list" }],
    [["scenario", "late-completion", "--json"], { ...none, json: true, scenario: "late-completion" }],
    [["--grade"], { ...none, grade: watching }],
    [["--grade", "scenario", "push-refused"], { ...none, scenario: "push-refused", grade: watching }],
    [
      [
        "--grade",
        "--amount=2500",
        "--phone=22660000001,22650000001",
        "--patience",
        "5",
        "--junit=grade.xml",
        "--hook=http://localhost:3000/hook",
        "--probe=http://localhost:3000/orders/{order}",
        "--visit=http://localhost:3000/return?order={order}&token={token}",
      ],
      {
        ...none,
        grade: {
          choice: { amountXof: 2_500, phones: ["22660000001", "22650000001"] },
          hook: "http://localhost:3000/hook",
          probe: "http://localhost:3000/orders/{order}",
          visit: "http://localhost:3000/return?order={order}&token={token}",
          patienceMillis: 5_000,
          junit: "grade.xml",
        },
      },
    ],
  ])("reads %j", (given, asked) => {
    assert.deepStrictEqual(Result.getOrThrow(readArguments(given)), asked)
  })

  it.each([
    [["--twice"], "Unknown argument: --twice"],
    [["--json=yes"], "--json"],
    [["--seed-file"], "--seed-file"],
    [["listen"], "--forward"],
    [["listen", "--forward"], "--forward"],
    [["listen", "here", "--forward", "http://localhost:3000"], "Unknown argument: here"],
    [["--forward", "http://localhost:3000"], "--forward"],
    [["run", "--", "node"], "--redirect"],
    [["run", "--redirect", "api.example"], "--"],
    [["--", "node"], "--"],
    [["play"], "Unknown argument: play"],
    [["--amount", "100"], "--amount"],
    [["--grade", "--amount", "1.5"], "--amount"],
    [["--grade", "--phone", "+226"], "--phone"],
    [["--grade", "--probe", "orders"], "--probe"],
    [["--grade", "--patience", "0"], "--patience"],
    [["--grade", "--junit"], "--junit"],
    [["scenario"], "`scenario` needs a name"],
    [["scenario", "nothing"], "There is no scenario nothing"],
    [["scenario", "list", "more"], "Unknown argument: more"],
  ])("refuses %j and says what it did not understand", (given, begins) => {
    const read = readArguments(given)
    const { message } = Result.isFailure(read) ? read.failure : { message: "" }
    assert.isTrue(message.startsWith(begins) && message.endsWith(" Run with --help."), message)
  })

  it("explains every variable and every exit code", () => {
    const words = ["--help", "--version", ...Object.keys(tools.en.sandboxVariables), ...Object.values(codes)]
    for (const language of ["fr", "en"] as const)
      for (const word of words) assert.include(helpText(language), String(word))
  })

  it("has a text for each flag and command, no text for any other, and takes each flag", () => {
    for (const language of ["fr", "en"] as const) {
      const names = namesIn(helpText(language))
      assert.deepStrictEqual(textNames(tools[language].sandboxHelp, ["about", "codes"]), names)
      for (const name of names) {
        const read = readArguments(["scenario", "listen", "run"].includes(name) ? [name] : [`--${name}`])
        assert.notInclude(Result.isFailure(read) ? read.failure.message : "", "Unknown argument")
      }
    }
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
