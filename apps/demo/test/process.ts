/** Runs a command of the root's package.json as a person does, but for pnpm: its script, in this package's folder. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnApp } from "@cauri/programs"

const home = join(dirname(fileURLToPath(import.meta.url)), "..")

export const scriptOf = (name: string, folder = home): string => {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return String(scripts[name])
}

export const root = join(home, "../..")

export const contentOf = (folder: string): ReadonlyArray<string> => readdirSync(folder)

/** Starts a command with this environment and nothing of ours. It is told to stop with the scope, and so stops what it has started. */
export const start = (
  name: "demo" | "start",
  given: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  fixture?: string,
) =>
  spawnApp({
    app: "demo",
    // The shop, which `start` starts, is not bundled; and what a fixture breaks it finds in the sources.
    ...(name === "start" || fixture !== undefined ? { bundle: null } : {}),
    arguments: [name, ...given],
    environment,
    nodeFlags: fixture === undefined ? [] : ["--import", fixture],
    endedBy: "SIGTERM",
  })

export const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
