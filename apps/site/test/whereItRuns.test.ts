import { assert, it } from "@effect/vitest"
import { whereItRuns } from "../src/whereItRuns.ts"

it("says in both languages what ran, and why a row fails", () => {
  const table = whereItRuns([
    { name: "Node 26", version: "26.10.0", what: "bundle", failure: null },
    { name: "Other", version: "1.0.0", what: "test", failure: "It has no sockets." },
  ])
  assert.include(table("en"), "| Node 26 | 26.10.0 | one file, run | works |\n| Other | 1.0.0 |")
  assert.include(table("fr"), "| un seul fichier, exécuté | fonctionne |\n")
  assert.include(table("fr"), "| It has no sockets. |")
})

it("fails for a row that it has no words for", () => {
  const table = whereItRuns([{ name: "Other", version: "1", what: "dance", failure: null }])
  assert.throws(() => table("en"), "no words for dance")
})
