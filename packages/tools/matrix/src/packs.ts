/** Packs `cauri` as it would be published. It must have been built. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** Packs `cauri` into this folder, and returns the address of its tarball by its name. */
export const packInto = (root: string, folder: string): Readonly<Record<string, string>> => {
  const tarball = join(folder, "cauri.tgz")
  const cwd = join(root, "packages/cauri")
  execFileSync("pnpm", ["pack", "--out", tarball], { cwd, stdio: ["ignore", "ignore", "inherit"] })
  return { cauri: `file:${tarball}` }
}
