/**
 * The app of `next/`, built and served by Next itself in processes of their own. It is copied to `reports`, where `../examples` lies as
 * it does here, because Next writes into the folder of an app.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Redacted } from "effect"
import { keyNamed } from "./support.ts"

const here = fileURLToPath(new URL(".", import.meta.url))
const reports = fileURLToPath(new URL("../reports/", import.meta.url))
const program = createRequire(import.meta.url).resolve("next/dist/bin/next")

/** What is copied: the app, and the examples that it uses. */
const folders = ["next", "examples"]

const takeAway = Effect.sync(() => {
  for (const name of folders) rmSync(join(reports, name), { recursive: true, force: true })
})

/** Builds the app, where there are neither a store nor keys. What is built goes with the scope. */
export const buildNext = Effect.gen(function* () {
  yield* Effect.acquireRelease(takeAway, () => takeAway)
  for (const name of folders) cpSync(join(here, name), join(reports, name), { recursive: true })
  const { ended } = yield* started(["build"])
  yield* ended
})

/** Serves the app over this SQLite file, and gives its port. */
export const serveNext = Effect.fnUntraced(function* (file: string) {
  const secret = Redacted.value(keyNamed("k1").secret)
  const listens = /Local: +http:\/\/127\.0\.0\.1:(\d+)/
  const { ended, says } = yield* started(["start", "--hostname", "127.0.0.1", "--port", "0"], {
    PAYMENTS: file,
    CALLBACK_KEY: secret,
  })
  const [, port] = yield* Effect.raceFirst(says(listens), Effect.andThen(ended, Effect.die("Next ended.")))
  return Number(port)
})

/** Starts Next with nothing of our environment. It is killed when the scope ends. */
const started = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
) {
  let said = ""
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [program, ...given], {
        cwd: join(reports, "next"),
        env: {
          PATH: process.env["PATH"],
          NODE_ENV: "production",
          CI: "1",
          NEXT_TELEMETRY_DISABLED: "1",
          ...environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ),
    killed,
  )
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text))
  const says = (pattern: RegExp) =>
    Effect.callback<RegExpExecArray>((resume) => {
      const look = () => {
        const found = pattern.exec(said)
        if (found !== null) resume(Effect.succeed(found))
      }
      child.stdout.on("data", look)
      look()
    })
  /** Waits for its end, which is a good one. */
  const ended = Effect.callback<void>((resume) => {
    const end = () =>
      resume(child.exitCode === 0 ? Effect.void : Effect.die(new Error(`Next ended with ${child.exitCode}:\n${said}`)))
    if (isGone(child)) end()
    else child.once("close", end)
  })
  return { ended, says }
})

const isGone = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const killed = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (isGone(child)) return resume(Effect.void)
    child.once("close", () => resume(Effect.void))
    child.kill("SIGKILL")
  })
