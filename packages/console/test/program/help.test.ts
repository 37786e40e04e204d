/** The catalogue explains the command line as it is: no command, flag or example without its text, and no text without them. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Completions } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { described } from "../../src/program/help.ts"
import { commandsOn } from "../../src/program/program.ts"
import { newWorld } from "../world.ts"
import { it } from "../it.ts"

const languages = ["en", "fr"] as const

const root = commandsOn(Layer.effectContext(Effect.die("No command is run.")), { environment: {}, stores: [] })
const [ours] = Completions.fromCommand(root).subcommands

/** The commands of the console, with their flags and arguments. */
const commands = ours?.subcommands ?? []

const parametersOf = (command: Completions.CommandDescriptor) => [
  ...command.flags.map(({ name }) => name),
  ...command.arguments.map(({ name }) => name),
]

describe("the catalogue", () => {
  it("explains each command of the console, and no other", () => {
    const names = commands.map(({ name }) => name).toSorted()
    assert.isAbove(names.length, 20)
    for (const language of languages)
      assert.deepStrictEqual(Object.keys(tools[language].consoleHelp.commands).toSorted(), names)
  })

  it("explains each flag and each argument, and no other", () => {
    const names = [...new Set(commands.flatMap(parametersOf))].toSorted()
    for (const language of languages)
      assert.deepStrictEqual(Object.keys(tools[language].consoleHelp.flags).toSorted(), names)
  })

  it("explains each example, and no other", () => {
    const listed = root.subcommands.flatMap((group) => group.commands).flatMap((each) => each.subcommands)
    const counts = listed
      .flatMap((group) => group.commands)
      .map(({ examples, name }) => [name, examples.length] as const)
    for (const language of languages) {
      const told = Object.entries<ReadonlyArray<string>>(tools[language].consoleHelp.examplesOf)
      assert.deepStrictEqual(
        Object.fromEntries(told.map(([name, each]) => [name, each.length])),
        Object.fromEntries(counts),
      )
    }
  })
})

describe("a completion script", () => {
  it("has the description of every command, flag and argument", () => {
    const descriptions = (command: Completions.CommandDescriptor): ReadonlyArray<string | undefined> => [
      command.description,
      ...command.flags.map(({ description }) => description),
      ...command.arguments.map(({ description }) => description),
      ...command.subcommands.flatMap(descriptions),
    ]
    for (const language of languages) {
      const [console] = described(Completions.fromCommand(root), language).subcommands
      if (console === undefined) return assert.fail("The console is no command.")
      for (const description of descriptions(console)) assert.match(description ?? "", /\S/)
    }
  })

  it("is printed in the language of the screen", function* () {
    for (const language of languages) {
      const world = yield* newWorld({ language })
      const { code, out } = yield* world.console("--completions", "fish")
      assert.strictEqual(code, 0)
      assert.include(out, tools[language].consoleHelp.commands.undelivered)
    }
  })
})
