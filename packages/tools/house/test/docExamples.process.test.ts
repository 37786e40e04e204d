/** The examples in doc comments have the types that they seem to have: the compiler reads those of a package at once, as a program of a reader. */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { examplesUnder, typedModule, type Typing } from "../src/docExamples.ts"
import { exportedNames } from "../src/exportedNames.ts"
import { repository, writeTree } from "./fixture.ts"

const at = (path: string) => join(repository, path)

const modulesOf = (name: string, folder: string, entries: ReadonlyArray<string>): Typing["modules"] =>
  Object.fromEntries(
    entries.map((entry) => [
      join(name, entry === "index" ? "" : entry),
      exportedNames(at(`${folder}/src/${entry}.ts`)).map((each) => each.name),
    ]),
  )

const effect = [
  "Cause",
  "Config",
  "Duration",
  "Effect",
  "Fiber",
  "Layer",
  "Option",
  "Redacted",
  "Result",
  "Schema",
  "Stream",
]

const core: Typing = {
  kind: "function*",
  modules: {
    ...modulesOf("@cauri/core", "packages/core", ["index", "model", "adapter"]),
    effect,
    "effect/testing": ["TestClock"],
  },
  world: at("packages/core/test/docWorld.ts"),
  others: ["payins", "payouts", "review", "worker", "store", "policy", "payin", "payout"],
}

const facade = modulesOf("cauri", "packages/cauri", [
  "index",
  "api",
  "console",
  "https",
  "own",
  "postgres",
  "simulated",
  "sqlite",
])

const cauri: Typing = {
  kind: "async function",
  modules: {
    ...facade,
    // What it passes on from a package that only it shows.
    cauri: [...(facade["cauri"] ?? []), "PaymentsError"],
    "@cauri/core": ["memoryStore"],
    "@cauri/core/adapter": ["CreationAnswer", "Credentials", "Gateway"],
    "@cauri/core/model": ["CreationToken"],
    effect,
  },
  world: at("packages/cauri/test/docWorld.ts"),
  others: ["payments", "service", "payin", "payout", "options", "createServer", "Database"],
}

/** What the compiler says about these examples. */
const complaints = (name: string, typing: Typing, extra: ReadonlyArray<string> = []): string => {
  // What the facade shows of errors stands in the package below it.
  const folders = name === "cauri" ? ["cauri", "plain"] : [name]
  const examples = folders.flatMap((folder) => examplesUnder(at(`packages/${folder}/src`)))
  const texts = [...examples.map((example) => typedModule(example, typing)), ...extra]
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.ts`, text]))
  const compilerOptions = {
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    emitDeclarationOnly: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ["node"],
    typeRoots: [at("packages/core/node_modules/@types")],
  }
  const config = { extends: at("tsconfig.base.json"), compilerOptions, include: ["*.ts"] }
  const { remove, root } = writeTree(
    { ...files, "package.json": '{ "type": "module" }', "tsconfig.json": JSON.stringify(config) },
    {
      "node_modules/@cauri/core": at("packages/core"),
      "node_modules/cauri": at("packages/cauri"),
      "node_modules/effect": at("packages/core/node_modules/effect"),
    },
  )
  const { stdout } = spawnSync(at("node_modules/.bin/tsc"), ["-p", root], { cwd: root, encoding: "utf8" })
  remove()
  // A complaint names the example and not its temporary file.
  return stdout.replaceAll(/^(?:.*\/)?(\d+)\.ts\(/gm, (_, index: string) => {
    const example = examples[Number(index)]
    return example === undefined ? "extra (" : `${example.file}:${example.line} (`
  })
}

describe("the types of the examples", () => {
  it.each(Object.entries({ core, cauri }))("are right in %s", (name, typing) =>
    assert.strictEqual(complaints(name, typing), ""),
  )

  it("are read: a wrong one is found", () =>
    assert.include(complaints("core", core, ["export const wrong: string = 1"]), "extra ("))
})
