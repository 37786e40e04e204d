/** Bundles the programs once for a run of vitest, and every test starts them as they are installed. Name this module in `globalSetup`. */
import { bundleAway } from "./bundleAway.ts"

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(): Promise<() => void> {
  const { programs, remove } = await bundleAway()
  // The workers are started afterwards and inherit it: see `spawnChild`.
  process.env["CAURI_PROGRAMS"] = programs
  return remove
}
