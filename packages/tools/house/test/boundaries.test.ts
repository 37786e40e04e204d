/**
 * The rules about who may import whom, seen to bite. A small house that keeps the rules passes; the same house with one violation
 * planted per file is refused, each file under the name of the rule that forbids it. The configuration is the real one, and the tool
 * is started as `pnpm lint:boundaries` starts it.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { realpathSync } from "node:fs"
import { join, relative } from "node:path"
import { repository, type Tree, writeTree } from "./fixture.ts"

/** What each package of the small house says that it needs. All of it is declared, so that only the planted rule can fire. */
const members: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  "packages/core": {
    dependencies: { pg: "1", "@cauri/store-sqlite": "1" },
    devDependencies: { effect: "4", tool: "1" },
    peerDependencies: { effect: "4" },
  },
  "packages/adapters/wire": {},
  "packages/simulator": { dependencies: { "@cauri/wire": "1", "@cauri/core": "1" } },
  "packages/conformance": { dependencies: { "@cauri/core": "1" } },
  "packages/adapters/gateway-http": { dependencies: { "@cauri/core": "1", "@cauri/wire": "1" } },
  "packages/adapters/store-sqlite": {
    dependencies: { "@cauri/core": "1", "@cauri/gateway-http": "1", "@cauri/receiver": "1", "@cauri/conformance": "1" },
  },
  "packages/cauri": { dependencies: { "@cauri/core": "1", "@cauri/simulator": "1" } },
  "packages/runtime": { dependencies: { "@cauri/core": "1", "@cauri/gateway-http": "1" } },
  "packages/newcomer": { dependencies: { "@cauri/core": "1" } },
  "apps/receiver": {
    dependencies: { "@cauri/core": "1", "@cauri/gateway-http": "1", "@cauri/reconciler": "1" },
  },
  "apps/reconciler": { dependencies: { "@cauri/core": "1", "@cauri/gateway-http": "1" } },
  "apps/newcomer": { dependencies: { "@cauri/core": "1" } },
}

const folderOf = (name: string) =>
  Object.keys(members).find((path) => path.endsWith(`/${name.slice("@cauri/".length)}`)) ?? "packages/unknown"

/** Third parties: the real `effect`, and two small ones that keep their code in `dist`, as most do. */
const thirdParty = (name: string) => ({
  [`store/node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", exports: "./dist/index.js" }),
  [`store/node_modules/${name}/dist/index.js`]: "export const thing = 1\n",
})

const effect = realpathSync(join(repository, "packages/tools/house/node_modules/effect"))

const house = (sources: Readonly<Record<string, string>>): Tree => {
  const files: Record<string, string> = {
    "package.json": JSON.stringify({ name: "small-house", private: true }),
    ...thirdParty("pg"),
    ...thirdParty("tool"),
    ...thirdParty("undeclared"),
  }
  const links: Record<string, string> = { "node_modules/undeclared": "../store/node_modules/undeclared" }
  for (const [path, needs] of Object.entries(members)) {
    files[`${path}/package.json`] = JSON.stringify({
      name: `@cauri/${path.split("/").at(-1)}`,
      version: "0.0.0",
      type: "module",
      exports: "./src/index.ts",
      ...needs,
    })
    files[`${path}/src/index.ts`] = "export const here = 1\nexport interface Here {}\n"
    for (const name of new Set(Object.values(needs).flatMap((group) => Object.keys(group)))) {
      if (name === "effect") links[`${path}/node_modules/effect`] = effect
      else if (name.startsWith("@cauri/"))
        links[`${path}/node_modules/${name}`] = relative(`${path}/node_modules/@cauri`, folderOf(name))
      else links[`${path}/node_modules/${name}`] = relative(`${path}/node_modules`, `store/node_modules/${name}`)
    }
  }
  return writeTree({ ...files, ...sources }, links)
}

interface Verdict {
  readonly exitCode: number | null
  readonly rulesByFile: ReadonlyMap<string, ReadonlyArray<string>>
}

const judge = (tree: Tree): Verdict => {
  const command = join(repository, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs")
  const config = join(repository, ".config/dependency-cruiser.mjs")
  const run = (reporter: string) =>
    spawnSync(process.execPath, [command, "--config", config, "--output-type", reporter, "packages", "apps"], {
      cwd: tree.root,
      encoding: "utf8",
    })
  const report: { summary: { violations: ReadonlyArray<{ from: string; rule: { name: string } }> } } = JSON.parse(
    run("json").stdout,
  )
  const rulesByFile = new Map<string, Array<string>>()
  for (const { from, rule } of report.summary.violations) {
    const rules = rulesByFile.get(from) ?? []
    if (!rules.includes(rule.name)) rules.push(rule.name)
    rulesByFile.set(from, rules)
  }
  return { exitCode: run("err").status, rulesByFile }
}

/** What the rules must let through. */
const allowed: Readonly<Record<string, string>> = {
  "packages/core/src/Effect.ts": 'import { Effect } from "effect"\nexport const a = Effect.void\n',
  "packages/core/src/Subpath.ts": 'export * from "effect/Schema"\n',
  "packages/core/src/Sibling.ts": 'export * from "./Effect.ts"\n',
  "packages/adapters/gateway-http/src/layer.ts":
    'export * from "@cauri/core"\nexport type { Here } from "@cauri/wire"\n',
  "packages/adapters/store-sqlite/src/store.ts": 'import "@cauri/core"\nimport "node:fs"\n',
  "packages/adapters/store-sqlite/test/store.test.ts": 'import "../src/store.ts"\nimport "@cauri/conformance"\n',
  "packages/cauri/src/simulated.ts": 'export { here } from "@cauri/simulator"\n',
  "apps/reconciler/src/main.ts": 'import "@cauri/core"\nimport "@cauri/gateway-http"\n',
}

interface Planted {
  readonly title: string
  readonly file: string
  readonly text: string
  readonly beside?: Readonly<Record<string, string>>
  readonly rules: ReadonlyArray<string>
}

/** One violation of each kind, a file each. The rules are those that must fire for the file, all of them and no other. */
const planted: ReadonlyArray<Planted> = [
  {
    title: "core imports node:fs",
    file: "packages/core/src/a1.ts",
    text: 'import { readFileSync } from "node:fs"\nexport const a = readFileSync\n',
    rules: ["core-imports-no-node-module"],
  },
  {
    title: "core imports a third party that keeps its code in dist",
    file: "packages/core/src/a5.ts",
    text: 'import { thing } from "pg"\nexport const a = thing\n',
    rules: ["core-third-parties"],
  },
  {
    title: "core imports an adapter",
    file: "packages/core/src/a6.ts",
    text: 'import { here } from "@cauri/store-sqlite"\nexport const a = here\n',
    rules: ["core-imports-only-what-it-may"],
  },
  {
    title: "core imports an unstable folder of effect",
    file: "packages/core/src/a7.ts",
    text: 'export * from "effect/http"\n',
    rules: ["core-uses-stable-effect-only"],
  },
  {
    title: "published code imports a development dependency",
    file: "packages/core/src/b1.ts",
    text: 'import { thing } from "tool"\nexport const a = thing\n',
    rules: ["core-third-parties", "no-dev-dependencies-in-src"],
  },
  ...(["model", "machine", "ports", "memory"] as const).map((folder) => ({
    title: `core's ${folder} imports what lies above it`,
    file: `packages/core/src/${folder}/z.ts`,
    text: 'export * from "../services/Above.ts"\n',
    beside: { "packages/core/src/services/Above.ts": "export const above = 1\n" },
    rules: [`core-${folder}-imports-only-what-lies-below`],
  })),
  {
    title: "core has a folder that is not in the table",
    file: "packages/core/src/more/z.ts",
    text: 'export { Effect } from "effect"\n',
    rules: ["core-files-lie-in-its-folders"],
  },
  {
    title: "an adapter imports an adapter",
    file: "packages/adapters/store-sqlite/src/c1.ts",
    text: 'import { here } from "@cauri/gateway-http"\nexport const a = here\n',
    rules: ["store-sqlite-imports-only-what-it-may"],
  },
  {
    title: "an adapter re-exports only a type of an adapter",
    file: "packages/adapters/store-sqlite/src/c4.ts",
    text: 'export type { Here } from "@cauri/gateway-http"\n',
    rules: ["store-sqlite-imports-only-what-it-may"],
  },
  {
    title: "a package imports an app",
    file: "packages/adapters/store-sqlite/src/d1.ts",
    text: 'import { here } from "@cauri/receiver"\nexport const a = here\n',
    rules: ["packages-never-import-apps", "store-sqlite-imports-only-what-it-may"],
  },
  {
    title: "an app imports an app",
    file: "apps/receiver/src/d3.ts",
    text: 'import { here } from "@cauri/reconciler"\nexport const a = here\n',
    rules: ["apps-never-import-apps", "receiver-imports-only-what-it-may"],
  },
  {
    title: "the public receiver imports the gateway, which needs credentials",
    file: "apps/receiver/src/d4.ts",
    text: 'import { here } from "@cauri/gateway-http"\nexport const a = here\n',
    rules: ["receiver-imports-only-what-it-may"],
  },
  {
    title: "the simulator imports core, whose mistakes it would share",
    file: "packages/simulator/src/d5.ts",
    text: 'import type { Here } from "@cauri/core"\nexport type A = Here\n',
    rules: ["simulator-imports-only-what-it-may"],
  },
  {
    title: "a published package imports a test tool",
    file: "packages/cauri/src/d6.ts",
    text: 'import { here } from "@cauri/simulator"\nexport const a = here\n',
    rules: ["test-tools-stay-in-tests"],
  },
  {
    title: "a deep import by a path into another package",
    file: "packages/adapters/gateway-http/src/e1.ts",
    text: 'import { a } from "../../../core/src/Effect.ts"\nexport const b = a\n',
    rules: ["no-deep-imports"],
  },
  {
    title: "a deep import by a name that the package does not export",
    file: "packages/adapters/gateway-http/src/e3.ts",
    text: 'import { a } from "@cauri/core/src/Effect.ts"\nexport const b = a\n',
    rules: ["not-to-unresolvable"],
  },
  {
    title: "an import that package.json does not declare",
    file: "packages/adapters/gateway-http/test/e4.test.ts",
    text: 'import "undeclared"\n',
    rules: ["no-undeclared-dependencies"],
  },
  {
    title: "two files that import each other",
    file: "packages/adapters/wire/src/f1.ts",
    text: 'export * from "./f2.ts"\n',
    beside: { "packages/adapters/wire/src/f2.ts": 'export * from "./f1.ts"\n' },
    rules: ["no-circular"],
  },
  {
    title: "a package that the table does not know",
    file: "packages/newcomer/src/g1.ts",
    text: 'import "@cauri/core"\n',
    rules: ["every-package-is-in-the-table"],
  },
]

describe("boundaries", () => {
  const clean = house(allowed)
  const violations = planted.map(({ file, text, beside }) => ({ [file]: text, ...beside }))
  const violated = house(Object.assign({ ...allowed }, ...violations))
  afterAll(() => {
    clean.remove()
    violated.remove()
  })
  const good = judge(clean)
  const bad = judge(violated)

  it("lets a house through that keeps the rules", () => {
    assert.deepStrictEqual([...good.rulesByFile], [])
    assert.strictEqual(good.exitCode, 0)
  })

  it("makes lint fail when there is a violation", () => assert.notStrictEqual(bad.exitCode, 0))

  for (const { title, file, rules } of planted)
    it(`refuses: ${title}`, () => assert.deepStrictEqual(bad.rulesByFile.get(file)?.toSorted(), rules.toSorted()))

  it("refuses nothing but what was planted", () =>
    assert.deepStrictEqual([...bad.rulesByFile.keys()].toSorted(), planted.map(({ file }) => file).toSorted()))
})
