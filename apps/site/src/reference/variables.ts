/** The variables of each program: their names and defaults from its `.env.example`, which a test of the program compares with its settings. */
import { readFileSync } from "node:fs"
import { tools } from "@cauri/catalogue/tools"
import type { Table } from "../fill.ts"
import type { InBoth, Language } from "../languages.ts"
import { code, say, tableOf } from "./rows.ts"

const storeUrl: InBoth = say(
  "`sqlite:` and the path of a file, or `postgres://user@host/database`",
  "`sqlite:` et le chemin d’un fichier, ou `postgres://utilisateur@hôte/base`",
)

const meaningOf = (name: string, language: Language): string => {
  const { sandboxVariables, variables } = tools[language]
  const all: Readonly<Record<string, string>> = { ...variables, ...sandboxVariables, STORE_URL: storeUrl[language] }
  const pattern = name.replace(/^(API_KEY|API_TOKEN)_.+$/, "$1_<PROJECT>")
  const found = all[pattern]
  if (found === undefined) throw new Error(`The catalogue does not say what ${name} must be.`)
  return found
}

const lines = /^(# )?([A-Z_]+[A-Za-z]*)=(.*)$/gm

const ofProgram = (program: string): Table =>
  tableOf(
    [
      say("Variable", "Variable"),
      say("Set it", "À définir"),
      say("It must be", "Valeur attendue"),
      say("Default or example", "Défaut ou exemple"),
    ],
    (language) => {
      const text = readFileSync(new URL(`../../../${program}/.env.example`, import.meta.url), "utf8")
      return [...text.matchAll(lines)].map(([, optional, name = "", value = ""]) => [
        code(name.replace(/_shop$/, "_<PROJECT>")),
        optional === undefined ? say("yes", "oui")[language] : say("if needed", "au besoin")[language],
        meaningOf(name, language),
        value === "" ? "–" : code(value),
      ])
    },
  )

export const variableTables: Readonly<Record<string, Table>> = {
  "variables-receiver": ofProgram("receiver"),
  "variables-reconciler": ofProgram("reconciler"),
  "variables-api": ofProgram("api"),
  "variables-console": ofProgram("console"),
  "variables-sandbox": ofProgram("sandbox"),
}
