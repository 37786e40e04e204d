/** Runs a command of the root's package.json as a person does, but for pnpm: its script, in this package's folder. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"

const home = join(dirname(fileURLToPath(import.meta.url)), "..")

/** A script of a package.json. */
export const scriptOf = (name: string, folder = home): string => {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return String(scripts[name])
}

/** The root of the repository. */
export const root = join(home, "../..")

/** A folder that goes with the scope. */
export const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-demo-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** What is in a folder. */
export const contentOf = (folder: string): ReadonlyArray<string> => readdirSync(folder)

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Waits until it has printed this. */
  readonly says: (text: string) => Effect.Effect<void>
  /** Waits for its end: the exit code, or the signal. */
  readonly ended: Effect.Effect<number | string>
}

/** Starts a script with this environment and nothing of ours. It is ended with the scope. */
export const start = (
  name: string,
  given: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
  fixture?: string,
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    const [command = "", ...script] = scriptOf(name).split(" ")
    let [out, err, over] = ["", "", false]
    const waiting = new Set<() => void>()
    const news = () => waiting.forEach((look) => look())
    const loading = fixture === undefined ? [] : ["--import", fixture]
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(command === "node" ? process.execPath : command, [...loading, ...script, ...given], {
          cwd: home,
          env: { PATH: process.env["PATH"] ?? "", ...environment },
          stdio: ["ignore", "pipe", "pipe"],
        }),
      ),
      (started) =>
        Effect.callback<void>((resume) => {
          if (over) return resume(Effect.void)
          started.once("close", () => resume(Effect.void))
          started.kill("SIGTERM")
        }),
    )
    child.stdout.setEncoding("utf8").on("data", (chunk) => ((out += String(chunk)), news()))
    child.stderr.setEncoding("utf8").on("data", (chunk) => ((err += String(chunk)), news()))
    child.once("close", () => ((over = true), news()))
    const until = (isSo: () => boolean) =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (!isSo() && !over) return
          waiting.delete(look)
          resume(isSo() ? Effect.void : Effect.die(new Error(`It ended before: ${out}\n${err}`)))
        }
        waiting.add(look)
        look()
      })
    return {
      child,
      out: () => out,
      err: () => err,
      says: (text) => until(() => out.includes(text)),
      ended: Effect.as(
        until(() => over),
        "",
      ).pipe(Effect.map(() => child.exitCode ?? child.signalCode ?? "unknown")),
    }
  })

/** Does a process of this number run? */
export const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
