/** Servers that are measured: each in a process of its own, as it is deployed. */
import { bundlePrograms, copySqliteDriver } from "@cauri/programs"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect } from "effect"
import { newFolder } from "./benchmark.ts"

/** The folder of the programs as they are deployed, each with its `main.js`. */
export const deployed = Effect.gen(function* () {
  const root = yield* newFolder
  yield* Effect.promise(() => bundlePrograms(join(root, "programs")))
  copySqliteDriver(join(root, "node_modules"))
  return join(root, "programs")
})

/** A process that says its port on one of its lines. It ends with the scope, and its end is waited for. */
export const serverOf = (file: string, given: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [file, ...given], {
        env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...environment },
        stdio: ["pipe", "pipe", "pipe"],
      })
      const lines: Array<string> = []
      const port = new Promise<number>((resolve, reject) => {
        for (const input of [child.stdout, child.stderr]) {
          createInterface({ input }).on("line", (line) => {
            lines.push(line)
            const said = /^(\d+)$/.exec(line)?.[1] ?? / listens\..*"port":(\d+)/.exec(line)?.[1]
            if (said !== undefined) resolve(Number(said))
          })
        }
        child.once("exit", () => reject(new Error(`A server did not start: ${lines.join("\n")}`)))
      })
      return { child, port: await port }
    }),
    ({ child }) =>
      Effect.callback<void>((resume) => {
        if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
        child.once("exit", () => resume(Effect.void))
        child.stdin.end()
        child.kill("SIGTERM")
      }),
  )

/** The processor time of a process so far, as Linux counts it in hundredths of a second. Elsewhere it is not known. */
export const cpuMicrosOf = (pid: number | undefined): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
    return 10_000 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return Number.NaN
  }
}
