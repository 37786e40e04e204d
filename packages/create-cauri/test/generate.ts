/** `pnpm --filter create-cauri generate`: writes the files of the template that are derived from the apps. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { houseFiles } from "./houseFiles.ts"

for (const [path, text] of houseFiles()) {
  const target = fileURLToPath(new URL(`../template/${path}`, import.meta.url))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
