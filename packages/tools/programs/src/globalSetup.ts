/**
 * Bundles the programs once for a run of vitest: every test then starts them as they are installed, which takes less than half of
 * the processor that a start from sources takes. Name this module in `globalSetup`.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundlePrograms, copySqliteDriver } from "./bundlePrograms.ts"

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "cauri-programs-"))
  const programs = join(folder, "programs")
  await bundlePrograms(programs)
  copySqliteDriver(join(folder, "node_modules"))
  // The workers are started afterwards and inherit it: see `spawnChild`.
  process.env["CAURI_PROGRAMS"] = programs
  return () => rmSync(folder, { recursive: true, force: true })
}
