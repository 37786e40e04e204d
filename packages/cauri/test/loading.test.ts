/** What a team loads: nothing of an adapter that it did not ask for. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { posix } from "node:path"

const sources = new URL("../src/", import.meta.url)

/** Parts of packages that load little of them: the console's read models, without its pages (see its `read.test.ts`), and a store's mark. */
const parts = ["@cauri/console/read", "@cauri/runtime/mark"]
const packageOf = (name: string): string =>
  parts.includes(name) ? name : name.split("/", name.startsWith("@") ? 2 : 1).join("/")

/** Every package that a file imports, itself or through other files of this package, for its types or in earnest. */
const packagesOf = (entry: string): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(new URL(file, sources), "utf8")
    for (const [, name = ""] of text.matchAll(/\b(?:from|import)\s*\(?\s*"([@.\w/-]+)"/g)) {
      if (/^\.\.?\//.test(name)) visit(posix.join(posix.dirname(file), name))
      else found.add(packageOf(name))
    }
  }
  visit(entry)
  return [...found].toSorted()
}

const always = ["@cauri/callbacks", "@cauri/core", "@cauri/catalogue", ...parts, "@cauri/phone", "effect"]

const adapters: Readonly<Record<string, ReadonlyArray<string>>> = {
  "index.ts": [],
  "console.ts": ["@cauri/console"],
  "own.ts": [],
  "sqlite.ts": ["@cauri/store-sqlite"],
  "postgres.ts": ["@cauri/store-postgres"],
  "https.ts": ["@cauri/gateway-http"],
  "simulated.ts": ["@cauri/gateway-http", "@cauri/simulator"],
}

describe("what is loaded", () => {
  for (const [entry, own] of Object.entries(adapters)) {
    it(`by ${entry} is core and, of the adapters, ${own.length === 0 ? "none" : `only ${own.join(" and ")}`}`, () => {
      const loaded = packagesOf(entry)
      assert.deepStrictEqual(
        loaded.filter((name) => !always.includes(name)),
        own,
      )
      assert.include(loaded, "@cauri/core")
    })
  }

  it("shows no type of effect to those who call: the files that say what goes in and what comes out know none", () => {
    for (const file of ["payments/Payments.ts", "choices/options.ts", "words/plain.ts", "words/PaymentsError.ts"]) {
      assert.notMatch(readFileSync(new URL(file, sources), "utf8"), /from "effect/, file)
    }
  })

  it("comes with one install: every adapter is a dependency, and pg alone is the user's to add", () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const installed = [...readme.matchAll(/^npm install ([^#\n]*)/gm)].flatMap(([, names = ""]) =>
      names.trim().split(/ +/),
    )
    // The programs are bundled but for the driver of SQLite, which is native.
    assert.sameMembers(Object.keys(manifest.dependencies), [
      "better-sqlite3",
      "@cauri/runtime",
      ...new Set([...always.filter((name) => !parts.includes(name)), ...Object.values(adapters).flat()]),
    ])
    assert.deepStrictEqual(Object.keys(manifest.peerDependencies), ["pg"])
    assert.isTrue(manifest.peerDependenciesMeta.pg?.optional)
    assert.deepStrictEqual(installed, ["cauri", "pg"])
  })
})
