/**
 * `pnpm --filter create-cauri campaign`: writes every valid combination, type-checks it and runs its test, against the packed packages; fails
 * with what a combination said.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { combinations } from "../src/choices.ts"
import { build, installPacked } from "./packed.ts"
import { tried } from "./tried.ts"

const home = mkdtempSync(join(tmpdir(), "create-cauri-"))
try {
  await build()
  await installPacked(home)
  const left = combinations().entries()
  /** Two at a time: a compiler and a test rarely want the same core. */
  const lane = async () => {
    for (const [index, choices] of left) {
      await tried(home, choices)
      console.log(`${index + 1} ${Object.values(choices).join(" ")}`)
    }
  }
  await Promise.all([lane(), lane()])
  console.log(`All ${combinations().length} combinations type-check, and their tests pass.`)
} finally {
  rmSync(home, { recursive: true, force: true })
}
