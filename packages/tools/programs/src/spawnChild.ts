/** One of our apps as a process: its folder, its environment, and its output. Everything here that starts an app uses this module. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

export interface AppOptions {
  /** Its folder under `apps`. */
  readonly app: string
  /** The folder into which all programs were bundled; where it has none of this name, and for `null`, the app runs from its sources. */
  readonly bundle?: string | null
  /** The file that is started in a bundle, where it is not `main.js`. */
  readonly program?: string
  readonly arguments?: ReadonlyArray<string>
  /** The whole environment of the app, beside `PATH`. */
  readonly environment: Readonly<Record<string, string>>
}

/** How a process ended: its exit code, or the signal that ended it. */
export type ExitStatus = number | NodeJS.Signals

export type OnLine = (line: string, from: "stdout" | "stderr") => void

const alive = new Set<ChildProcess>()

/** Bundled, this module lies in the folder of all programs, or in the one of a program; from sources, beside what bundles it. */
const isBundled = import.meta.url.endsWith(".js")
const bundleAround = new URL(import.meta.url.endsWith("/main.js") ? "../" : "./", import.meta.url)

/** A file of a program in the bundle around this module. */
export const inBundle = (path: string): URL | undefined => (isBundled ? new URL(path, bundleAround) : undefined)

const homeOf = (app: string): string =>
  fileURLToPath(isBundled ? new URL(app, bundleAround) : new URL(`../../../../apps/${app}/`, import.meta.url))

const placeOf = ({
  app,
  // All programs, bundled for this run of the tests: see `globalSetup.ts`.
  bundle = process.env["CAURI_PROGRAMS"],
  program = "main.js",
}: AppOptions): { readonly home: string; readonly program: string } =>
  bundle !== undefined && bundle !== null && existsSync(join(bundle, app))
    ? { home: join(bundle, app), program }
    : { home: homeOf(app), program: isBundled ? program : "src/main.ts" }

export const appVersion = (app: string): string =>
  String(JSON.parse(readFileSync(join(homeOf(app), "package.json"), "utf8")).version)

/** Starts the program of an app. Its standard input is empty, or a pipe that stays open. */
export const spawnChild = (
  options: AppOptions,
  { input, nodeFlags = [] }: { readonly input: "ignore" | "pipe"; readonly nodeFlags?: ReadonlyArray<string> },
  onLine: OnLine,
): ChildProcess => {
  const { arguments: given = [], environment } = options
  const { home, program } = placeOf(options)
  // Without a cache Node would strip the same types at every start.
  const cache = program !== "src/main.ts" ? {} : { NODE_COMPILE_CACHE: `${home}node_modules/.cache/node` }
  const child = spawn(process.execPath, [...nodeFlags, program, ...given], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", ...cache, ...environment },
    stdio: [input, "pipe", "pipe"],
  })
  alive.add(child)
  child.once("close", () => alive.delete(child))
  // A program that fails to start closes too, without a code; without a handler its error would end this process.
  child.once("error", (error) => onLine(error.message, "stderr"))
  for (const from of ["stdout", "stderr"] as const) {
    const output = child[from]
    if (output !== null) createInterface({ input: output }).on("line", (line) => onLine(line, from))
  }
  return child
}

/** Calls once, with how it ended, when the last line of both outputs was seen. */
export const onEnd = (child: ChildProcess, call: (how: ExitStatus) => void): void =>
  void child.once("close", (code, signal) => call(code ?? signal ?? "SIGKILL"))

/** Signals our own child only: its process object knows when the child is gone, so no other process with its number is meant. */
export const sendSignal = (child: ChildProcess, signal: NodeJS.Signals): Effect.Effect<void> =>
  Effect.sync(() => void child.kill(signal))

/** Kills every program that this process has started. Callers that wait for the end of one go on. */
export const killPrograms = (): void => {
  for (const child of alive) child.kill("SIGKILL")
}
