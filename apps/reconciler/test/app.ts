/**
 * Starts the app as a process of its own, as whoever deploys it does, and waits for what it says. Nothing here waits for time to pass:
 * every wait ends with an event, and fails when that event does not come.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Queue, Schedule, type Scope } from "effect"
import { Webhook } from "standardwebhooks"

/** Where the app is. */
export const home = new URL("..", import.meta.url).pathname

/** What the keys of callback addresses are in tests. */
export const callbackKeys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"

/** What signs webhooks in tests. */
export const webhookSecret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`

/** A policy under which a payment's life takes seconds. */
export const hastyPolicy = {
  reconcilerPatience: 0,
  confirmSpacing: 100,
  payoutFailureAgreement: 200,
  confirmRate: null,
  creationRate: null,
  callbackConfirmRate: null,
  sweepSleep: 500,
  schedules: Object.fromEntries(
    ["Hosted", "UssdPush", "GuidedUssd", "UssdOtp", "SmsOtp", "Wallet", "WalletPayout", "MobileMoneyPayout"].map(
      (rail) => [rail, { first: 100, next: [], afterwards: [{ every: 200, until: null }] }],
    ),
  ),
}

/** A folder that goes with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-reconciler-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** Writes JSON into a folder and gives its path. */
export const writeJson = (folder: string, name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  return path
}

/** A running app. */
interface App {
  readonly child: ChildProcess
  /** Every line so far, of both outputs. */
  readonly lines: Effect.Effect<ReadonlyArray<string>>
  readonly stdout: Effect.Effect<string>
  /** Waits for a line that holds this. */
  readonly says: (text: string) => Effect.Effect<void>
  /** Waits for its end: the exit code, or the signal. */
  readonly ended: Effect.Effect<number | string>
  readonly kill: (signal: NodeJS.Signals) => Effect.Effect<void>
}

/** Starts the app with this environment and nothing of ours. It is killed with the scope. */
export const startApp = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  given: ReadonlyArray<string> = [],
  nodeFlags: ReadonlyArray<string> = [],
  readers: "attentive" | "gone" = "attentive",
) {
  const seen: Array<string> = []
  let out = ""
  const news = yield* Queue.unbounded<void>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [...nodeFlags, "src/main.ts", ...given], {
        cwd: home,
        env: { PATH: process.env["PATH"] ?? "", ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    ),
    (process) => Effect.sync(() => process.kill("SIGKILL")),
  )
  const ended = Effect.callback<number | string>((resume) => {
    const end = () => resume(Effect.succeed(child.exitCode ?? child.signalCode ?? "unknown"))
    if (child.exitCode !== null || child.signalCode !== null) return end()
    child.once("close", end)
  })
  const note = (line: string) => {
    seen.push(line)
    Queue.offerUnsafe(news, undefined)
  }
  child.stdout.setEncoding("utf8").on("data", (chunk) => (out += String(chunk)))
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", note)
  if (readers === "gone") for (const stream of [child.stdout, child.stderr]) stream.destroy()
  child.once("close", () => note("(ended)"))
  const says = Effect.fnUntraced(function* (text: string) {
    for (;;) {
      if (seen.some((line) => line.includes(text))) return
      if (seen.includes("(ended)")) return yield* Effect.die(new Error(`It ended without ${text}:\n${seen.join("\n")}`))
      yield* Queue.take(news)
    }
  })
  const app: App = {
    child,
    lines: Effect.sync(() => [...seen]),
    stdout: Effect.sync(() => out),
    says,
    ended,
    kill: (signal) => Effect.sync(() => void child.kill(signal)),
  }
  return app
})

/** A host's endpoint: it keeps what it was told and whether the signature was right. */
export interface Host {
  readonly url: string
  /** Every announcement whose signature was right, in the order of arrival. */
  readonly heard: Effect.Effect<ReadonlyArray<{ readonly id: string; readonly type: string; readonly body: string }>>
  readonly forged: Effect.Effect<number>
}

/** Serves a host's endpoint that verifies with the library of the specification. */
export const startHost = (secret: string): Effect.Effect<Host, never, Scope.Scope> =>
  Effect.gen(function* () {
    const heard: Array<{ readonly id: string; readonly type: string; readonly body: string }> = []
    let forged = 0
    const verifier = new Webhook(secret)
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (chunk) => (body += String(chunk)))
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        try {
          const message: { readonly type: string } = Object(verifier.verify(body, headers))
          heard.push({ id: headers["webhook-id"] ?? "", type: message.type, body })
          response.writeHead(204).end()
        } catch {
          forged += 1
          response.writeHead(401).end()
        }
      })
    })
    const port = yield* Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      }),
      () => Effect.sync(() => server.close()),
    )
    return {
      url: `http://127.0.0.1:${port}/payments`,
      heard: Effect.sync(() => [...heard]),
      forged: Effect.sync(() => forged),
    }
  })

/** Looks again until it is so. */
export const until = <A, E, R>(look: Effect.Effect<A, E, R>, isSo: (value: A) => boolean): Effect.Effect<A, E, R> =>
  Effect.repeat(look, { schedule: Schedule.spaced("20 millis"), until: isSo })
