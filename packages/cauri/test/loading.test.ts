/** What a team loads: nothing of an adapter that it did not ask for. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { posix } from "node:path"

const sources = new URL("../src/", import.meta.url)

/** Parts of packages that load little of them: the console's read models, without its pages (see its `read.test.ts`), a store's mark, and a listener. */
const parts = ["@cauri/console/read", "@cauri/runtime/listener", "@cauri/runtime/mark"]
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

const always = [
  "@cauri/callbacks",
  "@cauri/core",
  "@cauri/catalogue",
  ...parts,
  "@cauri/batches",
  "@cauri/phone",
  "@cauri/plain",
  "effect",
]

const adapters: Readonly<Record<string, ReadonlyArray<string>>> = {
  "index.ts": [],
  "api.ts": ["@cauri/api"],
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
    for (const file of [
      "payments/Payments.ts",
      "choices/options.ts",
      "../../plain/src/plain.ts",
      "../../plain/src/PaymentsError.ts",
    ]) {
      assert.notMatch(readFileSync(new URL(file, sources), "utf8"), /from "effect/, file)
    }
  })

  it("comes with one install: the package contains every adapter, and pg alone is the user's to add", async () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const installed = [...readme.matchAll(/^npm install ([^#\n]*)/gm)].flatMap(([, names = ""]) =>
      names.trim().split(/ +/),
    )
    const { hooks } = await import(new URL("../../../.pnpmfile.mjs", import.meta.url).href)
    const published = hooks.beforePacking(manifest)
    assert.isUndefined(published.dependencies)
    // The driver of SQLite is native, and a program with Postgres leaves it out.
    assert.hasAllKeys(published.optionalDependencies, ["better-sqlite3", "@types/better-sqlite3"])
    assert.hasAllKeys(published.peerDependencies, ["pg", "@types/pg", "effect", "@cauri/core"])
    for (const name of Object.keys(published.peerDependencies))
      assert.isTrue(published.peerDependenciesMeta[name].optional, name)
    assert.deepStrictEqual(installed, ["cauri", "pg"])
  })
})
