/** What a published package says of itself on its page in the registry, and where the links of that page lead. */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brokenLinks, linked, publicReadmes } from "../src/packageLinks.ts"
import { repository } from "./fixture.ts"

interface Published {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly homepage?: string
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly bugs?: { readonly url: string }
  readonly keywords?: ReadonlyArray<string>
  readonly engines?: { readonly node?: string }
  readonly files?: ReadonlyArray<string>
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
  readonly scripts?: unknown
  readonly devDependencies?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
}

const pnpmfile: { readonly hooks: { readonly beforePacking: (manifest: Published) => Published } } = await import(
  join(repository, ".pnpmfile.mjs")
)
const address: string = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")).homepage
const readmes = publicReadmes(repository)
const papersOf = (pattern: string) =>
  globSync(pattern, { cwd: repository }).map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }))
const papers = papersOf("{packages,apps}/*/docs/**/*.md")
const everyReadme = [...papersOf("README.md"), ...papersOf("{packages,apps}/*/README.md")]

const packages = readmes.map(({ path }) => {
  const folder = dirname(path)
  const manifest: Published = JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8"))
  return { folder, manifest }
})

/** What is missing in a manifest as it is published, in words. */
const missing = (folder: string, manifest: Published): ReadonlyArray<string> => {
  const published = pnpmfile.hooks.beforePacking(manifest)
  const wanted: Readonly<Record<string, boolean>> = {
    "a released version": /^\d+\.\d+\.\d+$/.test(published.version) && published.version !== "0.0.0",
    "a description": (published.description ?? "") !== "",
    "a licence": published.license === "MIT",
    "its page": published.homepage === `${address}/tree/main/${folder}#readme`,
    "its folder in the repository":
      published.repository?.url === `git+${address}.git` && published.repository.directory === folder,
    "an address for bugs": published.bugs?.url === `${address}/issues`,
    keywords: (published.keywords ?? []).length > 2,
    "the Node that it needs": published.engines?.node !== undefined,
    "a list of its files": (published.files ?? []).length > 0,
    "public access": published.publishConfig?.access === "public",
    provenance: published.publishConfig?.provenance === true,
    "no script that could run at installation": published.scripts === undefined,
    "no development dependency": published.devDependencies === undefined,
    "none of the dependencies that its files contain": published.dependencies?.["drizzle-orm"] === undefined,
  }
  return Object.entries(wanted).flatMap(([what, holds]) => (holds ? [] : [what]))
}

const page = (text: string) => ({ path: "packages/core/README.md", text })

describe("a published package", () => {
  it.each(packages)("$manifest.name says everything that its page shows", ({ folder, manifest }) =>
    assert.deepStrictEqual(missing(folder, manifest), []),
  )

  it("would be missed with a field that is missing", () => {
    const [{ folder, manifest } = { folder: "", manifest: { name: "", version: "" } }] = packages
    const { description: _description, ...nameless } = manifest
    assert.deepStrictEqual(missing(folder, nameless), ["a description"])
    assert.deepStrictEqual(missing(folder, { ...manifest, version: "0.0.0" }), ["a released version"])
    assert.deepStrictEqual(missing("packages/elsewhere", manifest), ["its page", "its folder in the repository"])
  })

  it.each(readmes)("links from $path to what exists, at absolute addresses", (readme) => {
    assert.deepStrictEqual(brokenLinks(repository, readme), [])
    assert.strictEqual(linked(repository, address, readme).text, readme.text, "run pnpm generate")
  })

  it.each(everyReadme)("says on one screen what $path is for", ({ text }) =>
    assert.isAtMost(text.trimEnd().split("\n").length, 60),
  )

  it.each(papers)("links from $path to what exists", (paper) =>
    assert.deepStrictEqual(brokenLinks(repository, paper), []),
  )

  it("follows the address of the root, and finds a broken link", () => {
    const moved = linked(
      repository,
      "https://code.example/a/b",
      page(`[x](../adapters/wire) [y](${address}/blob/main/LICENSE#z)`),
    )
    assert.strictEqual(
      moved.text,
      "[x](https://code.example/a/b/tree/main/packages/adapters/wire) [y](https://code.example/a/b/blob/main/LICENSE#z)",
    )
    assert.deepStrictEqual(brokenLinks(repository, page(`[x](gone.md) [y](${address}/blob/main/gone)`)), [
      "gone.md",
      `${address}/blob/main/gone`,
    ])
  })
})
