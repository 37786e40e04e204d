/** `pnpm bundle <folder>`: writes all programs into a folder, with the driver of SQLite: what an image holds. */
import { join, resolve } from "node:path"
import { bundlePrograms, copySqliteDriver } from "./bundlePrograms.ts"

const [folder = "", ...more] = process.argv.slice(2)
if (folder === "" || more.length > 0) {
  process.stderr.write("Usage: pnpm bundle <folder>\n")
  process.exitCode = 64
} else {
  await bundlePrograms(join(resolve(folder), "programs"))
  copySqliteDriver(join(resolve(folder), "node_modules"))
}
