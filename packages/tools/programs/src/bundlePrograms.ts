/**
 * The programs as they are installed: a few files with all their imports. From sources the receiver and the reconciler
 * need about two seconds and 290 MB to start, because Node strips types and reads a package's manifest once per module.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild"
import { effectByModule, undiciByModule } from "./onlyNeeded.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** The driver of SQLite, which is native, and the one of Postgres that pg takes only where it is installed. */
export const external = ["better-sqlite3", "pg-native"]

/** The oldest Node that the apps run on, as all `engines` say. */
const needed = { major: 22, minor: 19 }

/** `require` is how Node's own module system finds what was written for CommonJS. */
const banner = `import { createRequire as requireOf } from "node:module";
const require = requireOf(import.meta.url);`

/**
 * What a program's file is: an older Node finds names missing when it links the program, before a line of it runs, so the program is a
 * file that this one imports. Node 22 calls its SQLite an experiment: what the sandbox and the demo keep rests on little of it.
 */
const starterOf = (program: string) => `#!/usr/bin/env node
const [nodeMajor, nodeMinor] = process.versions.node.split(".").map(Number);
if (nodeMajor < ${needed.major} || (nodeMajor === ${needed.major} && nodeMinor < ${needed.minor})) {
  process.stderr.write("This program needs Node ${needed.major}.${needed.minor} or newer, and this is Node " + process.versions.node + ".\\n");
  process.exit(64);
}
const { emitWarning } = process;
process.emitWarning = (warning, ...more) => more[0] === "ExperimentalWarning" || emitWarning.call(process, warning, ...more);
await import("./${program}");
`

/**
 * Effect loads undici through a module that only passes its names on. Where programs share files esbuild loses such names of a CommonJS
 * module, so here they are written out.
 */
const undiciByName: Plugin = {
  name: "undici-by-name",
  setup: (bundler) => {
    bundler.onLoad({ filter: /platform-node[/\\]dist[/\\]Undici\.js$/ }, ({ path }) => {
      const names = Object.keys(createRequire(path)("undici")).filter((name) => name !== "default")
      return {
        contents: `import undici from "undici"; export const { ${names.join(", ")} } = undici; export default undici`,
      }
    })
  },
}

/** The files of which something is in what was bundled in this folder. */
export const containedIn = (metafile: Metafile, folder: string): ReadonlySet<string> =>
  new Set(
    Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs).map((path) => resolve(folder, path))),
  )

/**
 * Bundles programs into a folder, each under the name that it is given, with what they share in further files. Returns the sources of
 * which they contain something.
 */
export const bundleInto = async (
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<ReadonlySet<string>> => {
  mkdirSync(folder, { recursive: true })
  const options = {
    entryPoints: { ...programs },
    outdir: folder,
    external,
    bundle: true,
    // What programs share lies once in the folder.
    splitting: true,
    // Half of the size, which is read and parsed at each start; names stay, so that a stack can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    target: "node22",
    banner: { js: banner },
    logLevel: "error",
    plugins: [effectByModule, undiciByModule, undiciByName],
    absWorkingDir: folder,
    metafile: true,
  } as const satisfies BuildOptions
  const { metafile } = await build(options)
  // esbuild also writes what is imported by functions that it has removed.
  const used = new Set<string>()
  const visit = (file: string): void => {
    if (used.has(file)) return
    used.add(file)
    for (const { path } of metafile.outputs[file]?.imports ?? []) visit(path)
  }
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint !== undefined && Object.values(programs).includes(resolve(folder, entryPoint))) visit(file)
  for (const file of Object.keys(metafile.outputs)) if (!used.has(file)) rmSync(join(folder, file))
  for (const name of Object.keys(programs)) {
    const program = `${name}.program.js`
    renameSync(join(folder, `${name}.js`), join(folder, program))
    writeFileSync(join(folder, `${name}.js`), starterOf(basename(program)), { mode: 0o755 })
  }
  return containedIn(metafile, folder)
}

const isForOther = (file: string): boolean =>
  file.endsWith(".node") && !(file.startsWith(process.platform) && file.endsWith(`-${process.arch}.node`))

/** Copies the driver of SQLite, as far as this machine needs it. */
export const copySqliteDriver = (modules: string): void => {
  const found = createRequire(join(root, "packages/adapters/store-sqlite/package.json")).resolve(
    "better-sqlite3/package.json",
  )
  const target = join(modules, "better-sqlite3")
  for (const part of ["package.json", "lib", "prebuilds"])
    cpSync(join(dirname(found), part), join(target, part), {
      recursive: true,
      dereference: true,
      filter: (source) => !isForOther(source.slice(source.lastIndexOf("/") + 1)),
    })
}

/** The programs that a person can ask `cauri` for. The shop is none: it shows how to write one of one's own, and runs from its sources. */
const programs = ["api", "console", "demo", "receiver", "reconciler", "sandbox"]

/** What a deployment needs beside the programs: units, a proxy, backups, alerts, and an example of each environment. */
const copyDeployment = (folder: string): void => {
  mkdirSync(folder)
  for (const app of ["receiver", "reconciler", "api", "console"]) {
    const home = join(root, "apps", app)
    for (const file of readdirSync(join(home, "deploy"), { withFileTypes: true }))
      if (file.isFile() && !file.name.startsWith("compose"))
        cpSync(join(home, "deploy", file.name), join(folder, file.name))
    const example = readFileSync(join(home, ".env.example"), "utf8")
    const store = "STORE_URL=sqlite:/var/lib/cauri/payments.db"
    writeFileSync(join(folder, `${app}.env`), example.replace(/^STORE_URL=.*$/m, store))
  }
}

/**
 * Writes every program into a folder: `cauri.js`, which starts the others, and for each a folder with `main.js`. `node <folder>/cauri.js receiver` starts one.
 */
export const bundlePrograms = async (folder: string): Promise<ReadonlySet<string>> => {
  rmSync(folder, { recursive: true, force: true })
  const mains = programs.map((name) => [`${name}/main`, join(root, "apps", name, "src/main.ts")])
  const contained = await bundleInto(folder, {
    cauri: join(root, "apps/cli/src/main.ts"),
    "init/main": join(root, "packages/create-cauri/src/init.ts"),
    "demo/endsWithStarter": join(root, "packages/tools/programs/src/endsWithStarter.ts"),
    ...Object.fromEntries(mains),
  })
  // What `cauri init` writes from.
  cpSync(join(root, "packages/create-cauri/template"), join(folder, "template"), { recursive: true })
  copyDeployment(join(folder, "deploy"))
  const { version } = JSON.parse(readFileSync(join(root, "packages/cauri/package.json"), "utf8"))
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ type: "module", version })}\n`)
  return contained
}
