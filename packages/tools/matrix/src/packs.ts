/** Packs what the rows install as it would be published. It must have been built. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"

/** Packs `cauri` and `@cauri/core` into this folder, and returns the address of each tarball by its name. */
export const packInto = (root: string, folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [
      ["cauri", "cauri"],
      ["@cauri/core", "core"],
    ].map(([name = "", place = ""]) => {
      const tarball = join(folder, `${place}.tgz`)
      const cwd = join(root, "packages", place)
      execFileSync("pnpm", ["pack", "--out", tarball], { cwd, stdio: ["ignore", "ignore", "inherit"] })
      return [name, `file:${tarball}`]
    }),
  )
