/**
 * Uses the packed tarballs in a folder of their own, as an application would: every entry is imported, type-checked and run from its
 * built files. They lie there as pnpm lays them: each package finds what it declares beside it and nothing else, so the check sees a
 * dependency that was forgotten. Third parties are linked from the workspace, so it needs no network.
 */
import { execFileSync, spawnSync } from "node:child_process"
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
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
  rmSync(join(unpacked, "src"), { recursive: true })
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
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
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
