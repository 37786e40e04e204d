/**
 * `node_modules` as an installation of the packed packages makes it, without the network: `cauri` comes from the tarball that would be
 * published, third parties are linked from this workspace.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const own = fileURLToPath(new URL("../", import.meta.url))
const call = promisify(execFile)

interface Manifest {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const cauri = join(root, "packages/cauri")

const link = (target: string, path: string) => {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(realpathSync(target), path, "dir")
}

/** Builds `cauri`. */
export const build = async (): Promise<void> => {
  await call(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/cauri"], { cwd: root })
  await call(process.execPath, ["packages/tools/programs/src/bundlePublished.ts"], { cwd: root })
}

/** Packs and installs `cauri` and what the template may ask for into a folder's `node_modules`. */
export const installPacked = async (folder: string): Promise<void> => {
  const modules = join(folder, "node_modules")
  const target = join(modules, "cauri")
  mkdirSync(modules, { recursive: true })
  await call("pnpm", ["pack", "--out", join(folder, "cauri.tgz")], { cwd: cauri })
  await call("tar", ["-xzf", "cauri.tgz"], { cwd: folder })
  renameSync(join(folder, "package"), target)
  for (const other of ["pg", ...Object.keys(manifestIn(target).optionalDependencies ?? {})])
    link(join(cauri, "node_modules", other), join(target, "node_modules", other))
  for (const name of Object.keys(manifestIn(own).devDependencies ?? {}))
    if (!name.startsWith("@cauri/")) link(join(own, "node_modules", name), join(modules, name))
  link(join(root, "node_modules/typescript"), join(modules, "typescript"))
}
