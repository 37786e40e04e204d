/** The sandbox, from the packed `cauri`, as the service of every row. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Sandbox {
  /** Its address and credentials, as the programs read them. */
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => void
}

/** Starts the sandbox that is installed in this folder, on a port of its own. */
export const startSandbox = async (folder: string): Promise<Sandbox> => {
  const child = spawn(
    process.execPath,
    [join(folder, "node_modules/cauri/dist/programs/cauri.js"), "sandbox", "--json"],
    {
      env: { PATH: process.env["PATH"], SANDBOX_PORT: "0", SANDBOX_TIME_FACTOR: "100" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  )
  const lines = createInterface({ input: child.stdout })
  const [line]: ReadonlyArray<string> = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error("The sandbox ended before it listened.")
    }),
  ])
  const { projects, url } = JSON.parse(line ?? "{}")
  const [{ apiKey, apiToken }] = projects
  return {
    environment: { SERVICE_URL: url, API_KEY: apiKey, API_TOKEN: apiToken },
    stop: () => child.kill("SIGKILL"),
  }
}
