/**
 * An app as it is deployed: its sources and all their imports in one file, with native modules beside it. From sources the receiver and
 * the reconciler need about two seconds and 290 MB to start, because Node strips types and reads a package's manifest once per module.
 */
import { cpSync, readdirSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type BuildOptions } from "esbuild"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The driver of SQLite, which is native, and the one of Postgres that pg takes only where it is installed. */
const external = ["better-sqlite3", "pg-native"]

/** The oldest Node that the apps run on, as all `engines` say. */
const needed = { major: 22, minor: 19 }

/**
 * Runs before anything else: on an older Node undici fails with an error of its own, and the SQLite driver with a segmentation fault.
 * `require` is how Node's own module system finds what was written for CommonJS.
 */
const banner = `import { createRequire as requireOf } from "node:module";
const require = requireOf(import.meta.url);
const [nodeMajor, nodeMinor] = process.versions.node.split(".").map(Number);
if (nodeMajor < ${needed.major} || (nodeMajor === ${needed.major} && nodeMinor < ${needed.minor})) {
  process.stderr.write("This program needs Node ${needed.major}.${needed.minor} or newer, and this is Node " + process.versions.node + ".\\n");
  process.exit(64);
}`

/** Bundles programs into a folder, one file for each, under the name that it is given. */
export const bundleInto = async (folder: string, programs: Readonly<Record<string, string>>): Promise<void> => {
  const options: BuildOptions = {
    entryPoints: { ...programs },
    outdir: folder,
    external,
    bundle: true,
    // Half of the size, which is read and parsed at each start; names stay, so that a stack can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    format: "esm",
    target: "node22",
    banner: { js: banner },
    logLevel: "error",
  }
  await build(options)
}

const isForOther = (file: string): boolean =>
  file.endsWith(".node") && !(file.startsWith(process.platform) && file.endsWith(`-${process.arch}.node`))

/** Copies the driver of SQLite, as far as this machine needs it. */
export const copySqliteDriver = (modules: string): void => {
  const found = createRequire(join(root, "packages/store-sqlite/package.json")).resolve("better-sqlite3/package.json")
  const target = join(modules, "better-sqlite3")
  for (const part of ["package.json", "lib", "prebuilds"])
    cpSync(join(dirname(found), part), join(target, part), {
      recursive: true,
      dereference: true,
      filter: (source) => !isForOther(source.slice(source.lastIndexOf("/") + 1)),
    })
}

/** Writes an app into a folder, from where `node dist/main.js` starts it. */
export const bundleApp = async (app: string, folder: string): Promise<void> => {
  const home = join(root, "apps", app)
  rmSync(join(folder, "dist"), { recursive: true, force: true })
  await bundleInto(join(folder, "dist"), { main: join(home, "src/main.ts") })
  cpSync(join(home, "package.json"), join(folder, "package.json"))
  // What a module reads from beside itself lies beside the bundle.
  for (const file of readdirSync(join(home, "src"), { recursive: true, withFileTypes: true }))
    if (file.isFile() && !file.name.endsWith(".ts"))
      cpSync(join(file.parentPath, file.name), join(folder, "dist", file.name))
  copySqliteDriver(join(folder, "node_modules"))
}
