/** What is written about the console names only what there is. */
import { assert, describe } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { variablesOf } from "../src/settings/config.ts"
import { stores } from "./stores.ts"
import { it } from "./it.ts"

const root = new URL("../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

const texts = [
  "apps/reconciler/deploy/runbooks",
  "docs/en/operating",
  "docs/fr/operating",
  "docs/fr/operating/runbooks",
].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [`${folder}/${name}`, read(`${folder}/${name}`)] as const),
)

/** Every command line in a text: between backticks, or a line of a block. */
const commandsIn = (text: string): ReadonlyArray<string> => [
  ...[...text.matchAll(/`cauri (console [^`]+)`/g)].map(([, command = ""]) => command.replaceAll(/\s+/g, " ")),
  ...[...text.matchAll(/^(?:\$ )?cauri (console [^\n|]+)$/gm)].map(([, command = ""]) => command.replace(/ +#.*/, "")),
]

/** The arguments as a shell would give them, with something in the place of what the reader fills in. */
const argumentsOf = (command: string): ReadonlyArray<string> =>
  [...command.slice("console ".length).matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? "").replaceAll(/<[^>]*>/g, "one"),
  )

describe("the papers", () => {
  it("name only commands and flags that there are", function* (world) {
    let count = 0
    for (const [name, text] of texts) {
      for (const command of commandsIn(text)) {
        const [, subcommand = ""] = command.split(" ")
        const { code, out } = yield* world.console(subcommand, "--help")
        assert.strictEqual(code, 0, `${name}: ${command}`)
        for (const [flag] of command.matchAll(/--[a-z-]+/g)) assert.include(out, flag, `${name}: ${command}`)
        // Whoever reads a whole command line types it as it stands: nothing that it needs is missing.
        const [, ...rest] = argumentsOf(command)
        if (rest.length > 0 && subcommand !== "serve") {
          const { err } = yield* world.console(subcommand, ...rest)
          for (const refusal of ["Try cauri console", "must be written", "must be one of"]) {
            assert.notInclude(err, refusal, `${name}: ${command}`)
          }
        }
        count += 1
      }
    }
    assert.isAbove(count, 20)
  })

  it("explain every variable in the example of the environment, and no other", () => {
    const named = [...read("apps/console/.env.example").matchAll(/^(?:# )?([A-Z][A-Za-z_]+)=/gm)].map(
      ([, name = ""]) => name,
    )
    const general = named.map((name) => name.replace(/^(API_KEY|API_TOKEN)_.+$/, "$1_<PROJECT>"))
    assert.sameMembers([...new Set(general)], Object.keys(variablesOf(stores)))
  })
})
