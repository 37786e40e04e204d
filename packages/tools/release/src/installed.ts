/** What an installation put on the disk: every package with its version and size, and what would run at installation. */
import { existsSync, lstatSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { isOurs, readManifest } from "./packed.ts"

export interface Installed {
  readonly name: string
  readonly version: string
  readonly bytes: number
  /** What npm would run at installation: a script, or a native build that a `binding.gyp` asks for. */
  readonly runs: ReadonlyArray<string>
  /** Siblings that it wants otherwise than at one exact version. */
  readonly loose: ReadonlyArray<string>
}

/** The blocks that files take on the disk, as `du` counts them; a package nested in `node_modules` counts for itself. */
const bytesOf = (folder: string): number => {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== "node_modules") bytes += bytesOf(path)
    else if (entry.isFile()) bytes += lstatSync(path).blocks * 512
  }
  return bytes
}

const atInstallation = ["preinstall", "install", "postinstall"]

const describe = (folder: string): Installed => {
  const { dependencies = {}, gypfile, name, scripts = {}, version } = readManifest(folder)
  const builds = existsSync(join(folder, "binding.gyp")) && gypfile !== false && scripts["install"] === undefined
  return {
    name,
    version,
    bytes: bytesOf(folder),
    runs: [...atInstallation.filter((each) => scripts[each] !== undefined), ...(builds ? ["node-gyp"] : [])],
    loose: Object.entries(dependencies).flatMap(([wanted, range]) =>
      isOurs(wanted) && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range) ? [`${wanted}@${range}`] : [],
    ),
  }
}

/** Every package below `modules`, those inside other packages and in pnpm's store of links included. */
export const installedIn = (modules: string): ReadonlyArray<Installed> => {
  if (!existsSync(modules)) return []
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const folder = join(modules, entry.name)
    if (!entry.isDirectory()) return []
    if (entry.name === ".pnpm")
      return readdirSync(folder).flatMap((each) =>
        each === "node_modules" ? [] : installedIn(join(folder, each, "node_modules")),
      )
    if (entry.name.startsWith(".")) return []
    if (entry.name.startsWith("@")) return installedIn(folder)
    return [
      ...(existsSync(join(folder, "package.json")) ? [describe(folder)] : []),
      ...installedIn(join(folder, "node_modules")),
    ]
  })
}
