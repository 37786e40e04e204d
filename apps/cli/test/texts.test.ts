/** What `cauri` says itself: its help, a command that is none, and completions. */
import { assert, describe, it } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { commands } from "../src/commands.ts"
import { completions, helpText, unknownText } from "../src/texts.ts"

describe("the help", () => {
  it.each(["en", "fr"] as const)("has a line for every command (%s)", (language) => {
    const lines = helpText(language).split("\n")
    for (const [name, about] of Object.entries(tools[language].cauriCommands))
      assert.isTrue(
        lines.some((line) => line.trimStart().startsWith(name) && line.endsWith(about)),
        name,
      )
  })
})

describe("a command that is none", () => {
  it("is named, with the one that it resembles", () => {
    assert.strictEqual(
      unknownText("recever", "en"),
      "There is no command “recever”. Did you mean “cauri receiver”? cauri --help lists the commands.\n",
    )
    assert.include(unknownText("sandbx", "fr"), "Vouliez-vous dire «\u00A0cauri sandbox\u00A0»\u00A0?")
  })

  it("that resembles none is only named, and moves no terminal", () => {
    assert.strictEqual(
      unknownText("\u001B[2Jpay", "en"),
      "There is no command “?[2Jpay”. cauri --help lists the commands.\n",
    )
    assert.notInclude(unknownText("constructor", "en"), "mean")
  })
})

describe("completions", () => {
  it.each(["bash", "zsh", "fish"])("of %s offer every command", (shell) => {
    const answer = completions(shell, "en")
    const script = "script" in answer ? answer.script : ""
    for (const name of Object.keys(commands)) assert.include(script, name)
  })

  it.each(["zsh", "fish"])("of %s say what every command does, in the language of the person", (shell) => {
    for (const language of ["en", "fr"] as const) {
      const answer = completions(shell, language)
      const script = "script" in answer ? answer.script : ""
      for (const about of Object.values(tools[language].cauriCommands)) assert.include(script, about)
    }
  })

  it.each([undefined, "cmd", "toString"])("of %s are refused with the shells that there are", (shell) => {
    const answer = completions(shell, "en")
    assert.strictEqual(
      "problem" in answer && answer.problem,
      "cauri completions needs the name of a shell: bash, zsh or fish.\n",
    )
  })
})
