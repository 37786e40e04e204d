/** Packs the packages as they would be published. They must have been built. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Packs every package that `cauri` needs into this folder, and returns the address of each tarball by the name of its package. */
export const packInto = (root: string, folder: string): Readonly<Record<string, string>> => {
  const manifests = globSync("packages/{*,adapters/*}/package.json", { cwd: root }).map((path) => ({
    home: join(root, dirname(path)),
    manifest: JSON.parse(readFileSync(join(root, path), "utf8")),
  }))
  const wanted = new Set(["cauri"])
  // A set yields what is added to it while it is read.
  for (const name of wanted) {
    const dependencies = manifests.find(({ manifest }) => manifest.name === name)?.manifest.dependencies ?? {}
    for (const each of Object.keys(dependencies)) if (each.startsWith("@cauri/")) wanted.add(each)
  }
  const packed = manifests.filter(({ manifest }) => wanted.has(manifest.name))
  for (const { home } of packed) {
    execFileSync("pnpm", ["pack", "--pack-destination", folder], { cwd: home, stdio: ["ignore", "ignore", "inherit"] })
  }
  return Object.fromEntries(
    packed.map(({ manifest: { name, version } }) => [
      name,
      `file:${join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)}`,
    ]),
  )
}
