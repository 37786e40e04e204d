/** The public packages as they would be published, under versions that a rehearsal chooses. */
import { execFile } from "node:child_process"
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)

export const repository = fileURLToPath(new URL("../../../../", import.meta.url))

/** A package's manifest, as far as a release reads it. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly gypfile?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Whether a package is one of this house. */
export const isOurs = (name: string): boolean => name === "cauri" || name.startsWith("@cauri/")

/** Packs every public package, as `pnpm publish` would, and unpacks each into a folder of `into`. Build first. */
export const packAll = async (into: string): Promise<ReadonlyArray<string>> => {
  const folders: Array<string> = []
  for (const manifest of globSync("packages/{*,adapters/*}/package.json", { cwd: repository })) {
    const folder = join(repository, dirname(manifest))
    if (readManifest(folder).private === true) continue
    const target = join(into, basename(folder))
    mkdirSync(target, { recursive: true })
    await run("pnpm", ["pack", "--out", join(target, "packed.tgz")], { cwd: folder })
    await run("tar", ["-xzf", "packed.tgz", "--strip-components=1"], { cwd: target })
    rmSync(join(target, "packed.tgz"))
    folders.push(target)
  }
  return folders
}

const stamped = (names: Readonly<Record<string, string>> | undefined, version: string) =>
  names && Object.fromEntries(Object.entries(names).map(([name, wanted]) => [name, isOurs(name) ? version : wanted]))

/** Copies an unpacked package under another version, its siblings at the same version, and returns the tarball. */
export const stamp = async (folder: string, version: string, into: string): Promise<string> => {
  const manifest = readManifest(folder)
  const target = join(into, `${manifest.name.replace("/", "-")}-${version}`)
  cpSync(folder, join(target, "package"), { recursive: true })
  const [dependencies, peerDependencies] = [manifest.dependencies, manifest.peerDependencies].map((names) =>
    stamped(names, version),
  )
  const changed = { ...manifest, version, dependencies, peerDependencies }
  writeFileSync(join(target, "package/package.json"), JSON.stringify(changed, null, 2))
  if (manifest.name === "cauri")
    writeFileSync(join(target, "package/dist/programs/package.json"), JSON.stringify({ type: "module", version }))
  const tarball = `${target}.tgz`
  await run("tar", ["-czf", tarball, "package"], { cwd: target })
  rmSync(target, { recursive: true })
  return tarball
}
