/**
 * Small throw-away trees to point the real tools at, and where the repository itself lies.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const repository = fileURLToPath(new URL("../../../..", import.meta.url))

/** A tree of files in a temporary folder. */
export interface Tree {
  readonly root: string
  readonly remove: () => void
}

/**
 * Writes the files, then the symbolic links, as pnpm would lay them out: a package sees exactly what is linked into its own
 * `node_modules`. The root is given as its real path, because the tools report real paths.
 */
export const writeTree = (files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>>): Tree => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "house-")))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    symlinkSync(target, join(root, path), "dir")
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
