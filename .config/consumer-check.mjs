/**
 * Uses the packed tarballs in a folder of their own, as an application would: every entry is imported, type-checked and run from its
 * built files. They lie there as pnpm lays them: each package finds what it declares beside it and nothing else, so the check sees a
 * dependency that was forgotten. Third parties are linked from the workspace, so it needs no network.
 */
import { execFileSync, spawnSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, resolve } from "node:path"
import { folderOf } from "./dependency-cruiser.mjs"

const tarballs = resolve(process.argv[2] ?? ".")
const consumer = join(tarballs, "consumer")
const modules = join(consumer, "node_modules")
mkdirSync(modules, { recursive: true })

/** Where a package lies; what it declares is linked beside it. */
const placeOf = (name, beside = name) => join(tarballs, "store", name.replace("/", "+"), "node_modules", beside)
const link = (target, path) => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, "dir")
}

const imports = []
for (const tarball of readdirSync(tarballs).filter((name) => name.endsWith(".tgz"))) {
  const unpacked = join(tarballs, "package")
  execFileSync("tar", ["-xzf", tarball], { cwd: tarballs })
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"))
  // The sources travel along for debuggers only. Without them, nothing can lean on them.
  rmSync(join(unpacked, "src"), { recursive: true, force: true })
  const target = placeOf(manifest.name)
  mkdirSync(target, { recursive: true })
  execFileSync("mv", [...readdirSync(unpacked).map((name) => join(unpacked, name)), target])
  rmSync(unpacked, { recursive: true })
  link(target, join(modules, manifest.name))
  for (const types of globSync("dist/**/*.d.ts", { cwd: target })) {
    const mark = /.*(?:\(#\d|\([A-Z]\d+\)|\/\*\* #\d).*/.exec(readFileSync(join(target, types), "utf8"))?.[0]
    if (mark !== undefined) throw new Error(`${manifest.name} shows the number of a rule in ${types}: ${mark}`)
  }
  const home = join(folderOf(manifest.name.split("/").at(-1)), "node_modules")
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const found = name.startsWith("@cauri/") ? placeOf(name) : realpathSync(join(home, name))
    link(found, placeOf(manifest.name, name))
  }
  // What needs vitest can only run inside it; it is type-checked like the others.
  const runs = manifest.peerDependencies?.vitest === undefined
  for (const entry of Object.keys(manifest.exports))
    if (entry !== "./package.json") imports.push({ name: join(manifest.name, entry), runs })
}

const program = (list) =>
  list.map(({ name }, index) => `import * as m${index} from "${name}"\nvoid Object.keys(m${index})\n`).join("")
writeFileSync(join(consumer, "package.json"), JSON.stringify({ private: true, type: "module" }))
writeFileSync(join(consumer, "types.ts"), program(imports))
writeFileSync(join(consumer, "run.js"), program(imports.filter(({ runs }) => runs)))
const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2024", "--types", ""]
execFileSync(resolve("node_modules/.bin/tsc"), [...flags, "types.ts"], { cwd: consumer, stdio: "inherit" })
execFileSync(process.execPath, ["run.js"], { cwd: consumer, stdio: "inherit" })

// The types of `cauri` contain those of Effect and of all of ours, but for `own`.
const dist = join(placeOf("cauri"), "dist")
for (const file of globSync("types/*.d.ts", { cwd: dist, exclude: ["types/own.d.ts"] })) {
  const [, strange] =
    /^(?! *\*).*\b(?:from|import\() ?["']((?:@cauri|effect)[^"']*)/m.exec(readFileSync(join(dist, file), "utf8")) ?? []
  if (strange !== undefined) throw new Error(`${file} of cauri imports ${strange}, which it should contain.`)
}

// What an import of core, SQLite and HTTPS loads, counted: a time is no bar on a machine that others use.
const loaded = new Set(["index.js", "sqlite.js", "https.js"])
for (const file of loaded)
  for (const [, name] of readFileSync(join(dist, file), "utf8").matchAll(/\b(?:from|import) ?"\.\/([\w-]+\.js)"/g))
    loaded.add(name)
const sizeOf = (paths) => paths.reduce((sum, path) => sum + statSync(path).size, 0)
const counts = {
  "files loaded": [loaded.size, 24],
  "bytes loaded": [sizeOf([...loaded].map((file) => join(dist, file))), 2_050_000],
  "bytes packed": [sizeOf(globSync(join(tarballs, "cauri-[0-9]*.tgz"))), 2_300_000],
}
for (const [what, [count, most]] of Object.entries(counts)) {
  console.log(`cauri: ${count} ${what}, at the most ${most}.`)
  if (count > most) throw new Error(`cauri has too many ${what}.`)
}

// The application's own copies of Effect and core meet those that cauri contains in a store of the application's own.
link(realpathSync("packages/core/node_modules/effect"), join(modules, "effect"))
link(realpathSync("packages/cauri/node_modules/@types/node"), join(modules, "@types/node"))
copyFileSync("packages/cauri/test/fixtures/ownStore.ts", join(consumer, "ownStore.ts"))
copyFileSync("packages/cauri/examples/ownParts.ts", join(consumer, "ownParts.ts"))
writeFileSync(
  join(consumer, "own.ts"),
  'import "./ownParts.ts"\nimport { payThroughOwnStore } from "./ownStore.ts"\nawait payThroughOwnStore()\n',
)
const withNode = [...flags.slice(0, -1), "node", "--allowImportingTsExtensions"]
execFileSync(resolve("node_modules/.bin/tsc"), [...withNode, "own.ts"], { cwd: consumer, stdio: "inherit" })
// The types that were bundled are read themselves, too.
writeFileSync(join(consumer, "whole.ts"), program(imports.filter(({ name }) => /^cauri(?!\/own)/.test(name))))
const thorough = withNode.filter((flag) => flag !== "--skipLibCheck")
execFileSync(resolve("node_modules/.bin/tsc"), [...thorough, "whole.ts"], { cwd: consumer, stdio: "inherit" })
execFileSync(process.execPath, ["own.ts"], { cwd: consumer, stdio: "inherit" })

// In a shell, where a script has no file; and on a Node that is too old, which must read why.
execFileSync(process.execPath, ["-e", 'require("cauri")'], { cwd: consumer, stdio: "inherit" })
const tooOld = resolve("node_modules/node-too-old/bin/node")
if (existsSync(tooOld)) {
  const { stderr } = spawnSync(tooOld, ["-e", 'import("cauri")'], { cwd: consumer, encoding: "utf8" })
  if (!stderr.includes("Error: cauri needs Node 22.19 or newer, and this is Node 20.")) throw new Error(stderr)
}

/** The memory of a process that has imported these and does nothing, in megabytes: the median of five. */
const residentAfter = (...names) => {
  const text = names.map((name) => `await import(${JSON.stringify(name)})\n`).join("")
  writeFileSync(join(consumer, "memory.js"), `${text}console.log(process.memoryUsage().rss)\n`)
  const sizes = [1, 2, 3, 4, 5].map(() => Number(execFileSync(process.execPath, ["memory.js"], { cwd: consumer })))
  return Math.round(sizes.toSorted((one, other) => one - other)[2] / 1_048_576)
}
const alone = residentAfter("@cauri/core", join(placeOf("@cauri/store-sqlite", "better-sqlite3"), "lib/index.js"))
const store = residentAfter("@cauri/store-sqlite")
console.log(`@cauri/store-sqlite takes ${store} MB, and core with better-sqlite3 alone ${alone} MB.`)
if (store > 1.3 * alone) throw new Error("Importing @cauri/store-sqlite takes more than 1.3 times that.")
console.log(`A consumer of the tarballs compiles and runs: ${imports.map(({ name }) => name).join(", ")}.`)
