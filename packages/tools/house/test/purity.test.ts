/**
 * What the pure packages may not touch, seen to be refused: clocks, randomness, timers, the process, the console, cryptography, the
 * network, the ways round those bans, and every part of `effect` that is not marked as stable. The linter's real configuration
 * judges one small file per ban.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository, writeTree } from "./fixture.ts"

const configuration = readFileSync(join(repository, ".oxlintrc.json"), "utf8")

const globals = "eslint(no-restricted-globals)"
const properties = "eslint(no-restricted-properties)"
const imports = "eslint(no-restricted-imports)"

/** Each line is a file of its own; the rule named beside it must be the only one that fires. */
const banned: ReadonlyArray<readonly [text: string, rule: string]> = [
  ["export const a = Date.now()", globals],
  ["export const a = new Date()", globals],
  ["setTimeout(() => {}, 1)", globals],
  ['export const a = process.env["A"]', globals],
  ["console.log(1)", globals],
  ["export const a = crypto.randomUUID()", globals],
  ['export const a = fetch("/")', globals],
  ["export const a = globalThis.Date.now()", globals],
  ['export const a = Reflect.get({}, "a")', globals],
  ["export const a = Math.random()", properties],
  ['import { DateTime } from "effect"\nexport const a = DateTime.nowUnsafe()', properties],
  ['export const a = eval("1")', "eslint(no-eval)"],
  ['export const a = new Function("return this")', "eslint(no-new-func)"],
]

/** Bans of core alone: what it may import. */
const bannedInCore: ReadonlyArray<readonly [text: string, rule: string]> = [
  ['import { readFileSync } from "node:fs"\nexport const a = readFileSync', imports],
  ['import { here } from "@cauri/wire"\nexport const a = here', imports],
  ['import { FileSystem } from "effect"\nexport const a = FileSystem', imports],
  ['import * as Everything from "effect"\nexport const a = Everything', imports],
  ['import * as Http from "effect/http"\nexport const a = Http', imports],
]

const allowed: ReadonlyArray<string> = [
  'import { Clock, Effect, Random } from "effect"\nexport const a = Effect.all([Clock.currentTimeMillis, Random.next])',
  "export const a = Math.max(1, 2)",
]

const pathOf = (folder: string, index: number) => `packages/${folder}/src/file${index}.ts`

const lint = (files: Readonly<Record<string, string>>) => {
  const tree = writeTree({ ".oxlintrc.json": configuration, ...files }, {})
  afterAll(tree.remove)
  const result = spawnSync(process.execPath, [join(repository, "node_modules/oxlint/bin/oxlint"), "--format", "json"], {
    cwd: tree.root,
    encoding: "utf8",
  })
  const report: { diagnostics: ReadonlyArray<{ code: string; filename: string }> } = JSON.parse(result.stdout)
  const rules = (path: string) => [
    ...new Set(report.diagnostics.filter((found) => found.filename.endsWith(path)).map((found) => found.code)),
  ]
  return { exitCode: result.status, count: report.diagnostics.length, rules }
}

const filesOf = (folder: string, texts: ReadonlyArray<string>) =>
  Object.fromEntries(texts.map((text, index) => [pathOf(folder, index), `${text}\n`]))

const titleOf = (text: string) => text.replaceAll("\n", "; ")

const textOf = ([text]: readonly [string, string]) => text

describe("purity", () => {
  const everything = [...banned, ...bannedInCore]
  const core = lint(filesOf("core", everything.map(textOf)))
  const wire = lint(filesOf("adapters/wire", banned.map(textOf)))
  const clean = lint({ ...filesOf("core", allowed), ...filesOf("adapters/wire", allowed) })

  it("lets pure code through", () => {
    assert.strictEqual(clean.count, 0)
    assert.strictEqual(clean.exitCode, 0)
  })

  it("makes lint fail when there is a violation", () => {
    assert.notStrictEqual(core.exitCode, 0)
    assert.notStrictEqual(wire.exitCode, 0)
  })

  everything.forEach(([text, rule], index) => {
    it(`refuses in core: ${titleOf(text)}`, () => assert.deepStrictEqual(core.rules(pathOf("core", index)), [rule]))
  })

  it("refuses the same in wire", () =>
    assert.deepStrictEqual(
      banned.map((_, index) => wire.rules(pathOf("adapters/wire", index))),
      banned.map(([, rule]) => [rule]),
    ))
})

describe("the stable part of effect", () => {
  const source = join(repository, "packages/tools/house/node_modules/effect/src")
  const read = (file: string) => readFileSync(join(source, file), "utf8")
  const modules = readdirSync(source).filter((name) => /^[A-Z]\w*\.ts$/.test(name))
  // The first mark in a file is that of the module itself; those of its members follow.
  const unstable = modules
    .filter((name) => /@stability (\w+)/.exec(read(name))?.[1] !== "stable")
    .map((name) => name.slice(0, -".ts".length))
    .toSorted()

  it("is what the linter's list says", () => {
    interface Override {
      readonly files: ReadonlyArray<string>
      readonly rules: {
        "no-restricted-imports"?: readonly [string, { paths: ReadonlyArray<{ importNames: Array<string> }> }]
      }
    }
    const { overrides }: { overrides: ReadonlyArray<Override> } = JSON.parse(configuration)
    const rule = overrides.flatMap(({ files, rules }) =>
      files.includes("packages/core/src/**") ? (rules["no-restricted-imports"]?.[1].paths ?? []) : [],
    )
    assert.deepStrictEqual(rule.flatMap(({ importNames }) => importNames).toSorted(), unstable)
  })

  it("is what the boundary table says", async () => {
    const table: { unstableEffectModules: ReadonlyArray<string> } = await import(
      join(repository, ".config/dependency-cruiser.mjs")
    )
    assert.deepStrictEqual(table.unstableEffectModules.toSorted(), unstable)
  })

  it("is all that core uses, member by member", () => {
    const members = new Map<string, ReadonlySet<string>>()
    for (const file of modules) {
      // Comment, then `export const name` and the like: a member whose comment carries another mark than "stable".
      const pattern =
        /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare )?(?:abstract )?(?:const|function|interface|class|type|namespace) (\w+)/g
      const found = [...read(file).matchAll(pattern)]
        .filter(([, comment = ""]) => /@stability (?!stable)\w+/.test(comment))
        .map(([, , name = ""]) => name)
      members.set(file.slice(0, -".ts".length), new Set(found))
    }
    const uses = (text: string) =>
      [...text.matchAll(/\b([A-Z]\w*)\.(\w+)/g)].filter(([, module = "", name = ""]) => members.get(module)?.has(name))
    const core = join(repository, "packages/core/src")
    for (const file of readdirSync(core, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts")))
      assert.deepStrictEqual(
        uses(readFileSync(join(core, file), "utf8")).map(([use]) => use),
        [],
        `${file} uses members of effect that are not marked as stable`,
      )
  })
})

const bare = (text: string) => /\bMath\b(?!\.\w)/.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""))

describe("aliases of Math, which would hide Math.random from the linter", () => {
  for (const name of ["core", "adapters/wire"])
    it(`do not occur in ${name}`, () => {
      const folder = join(repository, "packages", name, "src")
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
      assert.deepStrictEqual(
        files.filter((file) => bare(readFileSync(join(folder, file), "utf8"))),
        [],
      )
    })
})
