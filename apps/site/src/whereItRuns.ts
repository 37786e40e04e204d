/** Where the packed packages ran, from what the matrix recorded. */
import { readFileSync } from "node:fs"
import type { Table } from "./fill.ts"
import type { InBoth } from "./languages.ts"
import { say, tableOf } from "./reference/rows.ts"

/** A row of the matrix, and what became of it. */
export interface Ran {
  readonly name: string
  readonly version: string
  readonly what: string
  readonly failure: string | null
}

export const recorded: ReadonlyArray<Ran> = JSON.parse(
  readFileSync(new URL("../../../packages/tools/matrix/results.json", import.meta.url), "utf8"),
)

const words: Readonly<Record<string, InBoth>> = {
  node_http: say("node:http, SQLite", "node:http, SQLite"),
  types: say("strict with `skipLibCheck`, every subpath", "strict avec `skipLibCheck`, chaque sous-chemin"),
  types_of_all: say("strict, every subpath, their declarations too", "strict, chaque sous-chemin et ses déclarations"),
  callbacks: say(
    "a callback, SQLite; the console behind `who`",
    "une notification, SQLite ; la console derrière `who`",
  ),
  built_callbacks: say(
    "built and started, a callback, SQLite; the console behind `who`",
    "construit et lancé, une notification, SQLite ; la console derrière `who`",
  ),
  bundle: say("one file, run", "un seul fichier, exécuté"),
  test: say("a test on simulated time", "un test en temps simulé"),
  test_modules: say("a test on simulated time, as modules", "un test en temps simulé, en modules"),
  own_server: say(
    "its own server, `fetch`, payments in memory",
    "son propre serveur, `fetch`, des paiements en mémoire",
  ),
  one_transaction: say(
    "its client without an engine, order and payment in one transaction of Postgres",
    "son client sans moteur, commande et paiement dans une transaction de Postgres",
  ),
}

/** The table of these results: a row that failed stays, with its reason. */
export const whereItRuns = (results: ReadonlyArray<Ran>): Table =>
  tableOf([say("With", "Avec"), "Version", say("What ran", "Ce qui a tourné"), say("Result", "Résultat")], (language) =>
    results.map(({ failure, name, version, what }) => {
      const found = words[what]
      if (found === undefined) throw new Error(`whereItRuns.ts has no words for ${what}, which the matrix ran.`)
      return [name, version, found[language], failure ?? say("works", "fonctionne")[language]]
    }),
  )
