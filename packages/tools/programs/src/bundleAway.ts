/** All programs as they are installed, in a folder of their own: each start takes less than half of the processor that one from sources takes. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundlePrograms, copySqliteDriver } from "./bundlePrograms.ts"

export interface BundledAway {
  /** The folder that holds a folder for each program. */
  readonly programs: string
  readonly remove: () => void
}

/** Bundles the programs into a temporary folder. */
export const bundleAway = async (): Promise<BundledAway> => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-programs-"))
  const programs = join(folder, "programs")
  await bundlePrograms(programs)
  copySqliteDriver(join(folder, "node_modules"))
  return { programs, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
