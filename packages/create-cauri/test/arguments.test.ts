/** The command line: every flag of the table, and a whole sentence for everything else. */
import { assert, describe, it } from "@effect/vitest"
import { readArguments } from "../src/arguments.ts"
import { questionNames } from "../src/choices.ts"
import { helpText } from "../src/words.ts"

const read = (line: string, language: "en" | "fr" = "en") => readArguments(line.split(" ").filter(Boolean), language)

describe("the arguments", () => {
  it("take a folder, by its place or by name, and an answer to each question", () => {
    const given = { store: "postgres", run: "programs", framework: "next", deploy: "kubernetes", language: "fr" }
    const flags = questionNames.map((name) => `--${name} ${given[name]}`).join(" ")
    const nothing = { help: false, version: false, yes: false }
    assert.deepStrictEqual(read(`market ${flags}`), { ...nothing, folder: "market", given })
    assert.deepStrictEqual(read(`--name=market --store=sqlite`), {
      ...nothing,
      folder: "market",
      given: { store: "sqlite" },
    })
    assert.deepStrictEqual(read("-y"), { ...nothing, yes: true, folder: null, given: {} })
    assert.deepStrictEqual(read(""), { ...nothing, folder: null, given: {} })
  })

  it.each([
    ["--strore sqlite", "There is no option --strore. Did you mean --store? --help lists what there is."],
    ["--store sqllite", '--store cannot be "sqllite". Did you mean "sqlite"? It is one of sqlite, postgres.'],
    ["--store mysql", '--store cannot be "mysql". It is one of sqlite, postgres.'],
    ["--store", "--store needs a value. --help lists them."],
    ["--yes=no", "--yes takes no value: leave it out."],
    ["-x", "There is no option -x. --help lists what there is."],
    ["one two", "Name one folder."],
    ["one --name two", "Name one folder."],
    ["--store toString", '--store cannot be "toString". It is one of sqlite, postgres.'],
  ])("%s are refused by a sentence", (line, problem) => assert.deepStrictEqual(read(line), { problem }))

  it("that exclude each other are refused with the reason, in the person's language", () => {
    assert.deepStrictEqual(read("--deploy kubernetes --store sqlite", "fr"), {
      problem:
        "--store sqlite n’est pas possible ici\u00A0: SQLite est un fichier sur une machine, et Kubernetes déplace les programmes d’une machine à l’autre\u00A0: choisissez Postgres.",
    })
  })
})

describe("the help", () => {
  it.each(["en", "fr"] as const)("names every flag and every answer (%s)", (language) => {
    const text = helpText(language, "npm create -y cauri@latest --")
    for (const name of questionNames) assert.include(text, `--${name} `)
    assert.include(text, "sqlite|postgres")
    assert.isTrue(text.split("\n").every((line) => line.length < 220))
  })
})
