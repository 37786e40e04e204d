/**
 * `node_modules` as an installation of the packed packages makes it, without the network: what is ours comes from the tarballs that would be
 * published, third parties are linked from this workspace.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const own = fileURLToPath(new URL("../", import.meta.url))
const call = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
const isOurs = (name: string) => name === "cauri" || name.startsWith("@cauri/")
const house: { readonly folderOf: (name: string) => string } = await import(
  join(root, ".config/dependency-cruiser.mjs")
)
const folderOf = (name: string) => join(root, house.folderOf(name.split("/").at(-1) ?? ""))

/** The packages that an installation of `cauri` brings along, itself included. */
const broughtAlong = (name: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const each of Object.keys(manifestIn(folderOf(name)).dependencies ?? {}))
    if (isOurs(each)) broughtAlong(each, found)
  return found
}

const link = (target: string, path: string) => {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(realpathSync(target), path, "dir")
}

/** Builds `cauri` and what it brings along. */
export const build = async (): Promise<void> => {
  await call(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", "packages/cauri"], { cwd: root })
  await call(process.execPath, ["packages/tools/programs/src/bundlePublished.ts"], { cwd: root })
}

/** Packs and installs `cauri` and what the template may ask for into a folder's `node_modules`. */
export const installPacked = async (folder: string): Promise<void> => {
  const modules = join(folder, "node_modules")
  mkdirSync(modules, { recursive: true })
  const install = async (name: string) => {
    const place = join(folder, "tarballs", name)
    mkdirSync(place, { recursive: true })
    await call("pnpm", ["pack", "--pack-destination", place], { cwd: folderOf(name) })
    const [tarball = ""] = readdirSync(place)
    await call("tar", ["-xzf", tarball], { cwd: place })
    const target = join(modules, name)
    mkdirSync(dirname(target), { recursive: true })
    renameSync(join(place, "package"), target)
    const { dependencies, peerDependencies } = manifestIn(target)
    for (const other of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!isOurs(other)) link(join(folderOf(name), "node_modules", other), join(target, "node_modules", other))
  }
  await Promise.all([...broughtAlong("cauri")].map(install))
  for (const name of Object.keys(manifestIn(own).devDependencies ?? {}))
    if (!isOurs(name)) link(join(own, "node_modules", name), join(modules, name))
  link(join(root, "node_modules/typescript"), join(modules, "typescript"))
}
