/** What is written, for every combination: the same twice, with every place filled, and in files that parse. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseAllDocuments } from "yaml"
import { combinations } from "../src/choices.ts"
import { filesOf, nameFrom } from "../src/files.ts"
import { managers } from "../src/manager.ts"
import { render } from "../src/template.ts"
import { ownVersion, versions } from "../src/versions.ts"
import { houseFiles } from "./houseFiles.ts"

const all = combinations().flatMap((choices) =>
  (["npm", "pnpm", "yarn"] as const).map((manager) => ({ choices, manager, name: "market" })),
)
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")
const template = fileURLToPath(new URL("../template/", import.meta.url))

const leftover = /\{\{|^\s*(?:\/\/|#|<!--)\?/m

describe("every combination", () => {
  it("is written the same twice, with every place filled and no line of the template's own", () => {
    for (const project of all) {
      const files = filesOf(project)
      assert.deepStrictEqual([...files], [...filesOf(project)])
      for (const [path, text] of files) {
        const where = `${path} of ${JSON.stringify(project)}`
        assert.notMatch(path, /\{\{/, where)
        assert.notMatch(text, leftover, where)
        assert.isTrue(text.endsWith("\n") && !text.endsWith("\n\n"), `one line end at the end: ${where}`)
        assert.notMatch(text, /\n\n\n/, `no two empty lines: ${where}`)
      }
    }
  })

  it("has YAML that parses, and in a compose file services that exist", () => {
    for (const project of all)
      for (const [path, text] of filesOf(project)) {
        if (!/\.ya?ml$/.test(path)) continue
        for (const document of parseAllDocuments(text, { merge: true })) {
          assert.deepStrictEqual([...document.errors, ...document.warnings], [], path)
          const { services = {}, volumes = {} } = document.toJS()
          for (const { depends_on: needed = {}, volumes: mounts = [] } of Object.values<Record<string, never>>(
            services,
          )) {
            for (const name of Object.keys(needed)) assert.property(services, name)
            for (const mount of mounts) {
              const [volume = ""] = String(mount).split(":")
              if (!volume.startsWith(".")) assert.property(volumes, volume, `${path} of ${JSON.stringify(project)}`)
            }
          }
        }
      }
  })

  it("asks for exact versions, of cauri its own", () => {
    for (const project of all) {
      const { dependencies, devDependencies } = JSON.parse(filesOf(project).get("package.json") ?? "")
      assert.strictEqual(dependencies.cauri, ownVersion())
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        assert.match(String(version), /^\d+\.\d+\.\d+$/, name)
    }
  })

  it("uses every file of the template", () => {
    const written = new Set(all.flatMap((project) => [...filesOf(project).values()]))
    for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const text = readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")
      // Its first line without a place is in a file that was written.
      const line = text.split("\n").find((each) => each.length > 8 && !/\{\{|\?/.test(each)) ?? ""
      assert.isTrue(
        [...written].some((each) => each.includes(line)),
        entry.name,
      )
    }
  })
})

describe("the template", () => {
  it("has the apps' own files for deployment; else run: pnpm --filter create-cauri generate", () => {
    for (const [path, text] of houseFiles()) assert.strictEqual(read(`../template/${path}`), text, path)
  })

  it("asks for the versions that this repository tests with", () => {
    const { devDependencies } = JSON.parse(read("../package.json"))
    const root = JSON.parse(read("../../../package.json"))
    const [, types] = /"@types\/node": (\S+)/.exec(read("../../../pnpm-workspace.yaml")) ?? []
    for (const [name, version] of Object.entries(versions))
      assert.strictEqual(
        { ...devDependencies, "@types/node": types, typescript: root.devDependencies.typescript }[name],
        version,
        name,
      )
    assert.include(managers.pnpm.frozen, root.packageManager)
  })

  it("refuses a place that nothing fills", () => assert.throws(() => render("{{nothing}}\n", {}), /nothing/))

  it("keeps the lines of a condition that holds, in every kind of comment", () => {
    const text =
      "a\n//? store=sqlite\nb\n#? store=postgres|mysql run=embedded\nc\n<!--? store=mysql -->\nd\n<!--?-->\ne"
    assert.strictEqual(render(text, { store: "sqlite", run: "embedded" }), "a\nb\ne")
    assert.strictEqual(render(text, { store: "postgres", run: "embedded" }), "a\nc\ne")
    assert.strictEqual(render(text, { store: "postgres", run: "programs" }), "a\ne")
  })
})

describe("the name of the package", () => {
  it.each([
    ["shop", "shop"],
    ["Ma Boutique n° 2", "ma-boutique-n-2"],
    ["Épicerie", "epicerie"],
    ["42", "shop"],
    ["..", "shop"],
    ["x".repeat(80), "x".repeat(40)],
  ])("of a folder %j is %s", (folder, name) => assert.strictEqual(nameFrom(folder), name))
})
