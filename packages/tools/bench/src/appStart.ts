/**
 * How long an app takes until it works, and the memory that it then has: receiver, reconciler and API as they are deployed, beside the
 * Fastify peer of `receiver-load`, which is bundled the same way. Each start is a process of its own on the file that the first one has
 * made; the sides alternate.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { bundleInto } from "@cauri/programs"
import { bar, type Benchmark, figuresOver, medianOver } from "./benchmark.ts"
import type { PeerPlan } from "./peerNotes.ts"
import { deployed } from "./serverProcess.ts"

interface Start {
  readonly readyMillis: number
  /** Its memory when it works and has been idle for a while. Known on Linux only. */
  readonly residentMegabytes: number
  /** Did it end as it should after a stop signal? */
  readonly ended: boolean
}

interface Side {
  readonly folder: string
  readonly given: (file: string) => ReadonlyArray<string>
  readonly environment: (file: string) => Readonly<Record<string, string>>
  /** The line in which it says that it works. */
  readonly ready: RegExp
}

const secret = "0123456789abcdefghijklmnopqrstuvwxyz"

const appVariables = (file: string) => ({
  STORE_URL: `sqlite:${file}`,
  STORE_CREATE: "if-missing",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: `k1:${secret}`,
  PORT: "0",
  OPERATIONS_PORT: "0",
  OUTCOMES: "log",
  // Nothing is due, so nothing is sent there.
  SERVICE_URL: "http://127.0.0.1:9",
  API_KEY_shop: "bench-api-key",
  API_TOKEN_shop: "bench.api.token",
})

const peerPlan = (file: string): PeerPlan => ({ file, keyId: "k1", secret })

const sides = Effect.gen(function* () {
  const programs = yield* deployed
  const app = (name: string, ready: RegExp): Side => ({
    folder: join(programs, name),
    given: () => [],
    environment: appVariables,
    ready,
  })
  const folder = join(programs, "fastify")
  const program = fileURLToPath(new URL("fastifyReceiver.ts", import.meta.url))
  yield* Effect.promise(() => bundleInto(folder, { main: program }))
  const fastify: Side = {
    folder,
    given: (file) => [JSON.stringify(peerPlan(file))],
    environment: () => ({}),
    ready: /^\d+$/,
  }
  return {
    receiver: app("receiver", /The receiver listens\./),
    reconciler: app("reconciler", /The reconciler works\./),
    api: app("api", /The API listens\./),
    fastify,
  }
})

/** How long an app is left alone before its memory is read. */
const rest = "2 seconds"

const residentMegabytesOf = (pid: number | undefined): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024
  } catch {
    return Number.NaN
  }
}

/** Starts a side on a new file, reads its memory, and stops it. */
const startOf = Effect.fnUntraced(function* ({ environment, folder, given, ready }: Side) {
  const file = join(folder, "notes.db")
  const begun = performance.now()
  const { child, ended, readyMillis } = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, ["main.js", ...given(file)], {
        cwd: folder,
        env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...environment(file) },
        stdio: ["pipe", "pipe", "pipe"],
      })
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
      const lines: Array<string> = []
      const works = new Promise<void>((resolve) => {
        for (const input of [child.stdout, child.stderr])
          createInterface({ input }).on("line", (line) => {
            lines.push(line)
            if (ready.test(line)) resolve()
          })
      })
      const first = await Promise.race([works, ended])
      if (first !== undefined) throw new Error(`An app did not start: ${lines.join("\n")}`)
      return { child, ended, readyMillis: performance.now() - begun }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL")),
  )
  yield* Effect.sleep(rest)
  const residentMegabytes = residentMegabytesOf(child.pid)
  child.stdin.end()
  child.kill("SIGTERM")
  const code = yield* Effect.promise(() => ended)
  // The peer has no handler of its own: the signal ends it, or the end of its input.
  const start: Start = { readyMillis, residentMegabytes, ended: code === 0 || code === null }
  return start
}, Effect.scoped)

const rounds = 5

export const appStartBenchmark: Benchmark = {
  name: "app-start",
  about: "time until an app works, and its memory then, beside Fastify with better-sqlite3",
  measure: Effect.fnUntraced(function* (say) {
    const { api, fastify, receiver, reconciler } = yield* sides
    // The first start makes the file.
    yield* Effect.forEach([receiver, reconciler, api, fastify], startOf, { concurrency: 1, discard: true })
    const all: Array<Readonly<Record<"receiver" | "reconciler" | "api" | "fastify", Start>>> = []
    for (let round = 1; round <= rounds; round++) {
      say("rounds", round, rounds)
      all.push({
        receiver: yield* startOf(receiver),
        reconciler: yield* startOf(reconciler),
        api: yield* startOf(api),
        fastify: yield* startOf(fastify),
      })
    }
    const resident = (side: "receiver" | "reconciler" | "api") =>
      medianOver(all, (round) => round[side].residentMegabytes / round.fastify.residentMegabytes)
    return {
      outcome: all,
      wrong: all.flatMap((round) =>
        Object.entries(round).flatMap(([name, { ended }]) => (ended ? [] : [`The ${name} did not stop as it should.`])),
      ),
      figures: figuresOver(all, {
        receiverReadyMillis: ({ receiver }) => receiver.readyMillis,
        receiverResidentMegabytes: ({ receiver }) => receiver.residentMegabytes,
        reconcilerReadyMillis: ({ reconciler }) => reconciler.readyMillis,
        reconcilerResidentMegabytes: ({ reconciler }) => reconciler.residentMegabytes,
        apiReadyMillis: ({ api }) => api.readyMillis,
        apiResidentMegabytes: ({ api }) => api.residentMegabytes,
        fastifyReadyMillis: ({ fastify }) => fastify.readyMillis,
        fastifyResidentMegabytes: ({ fastify }) => fastify.residentMegabytes,
      }),
      bars: [
        bar(
          "the receiver is ready, ms",
          medianOver(all, ({ receiver }) => receiver.readyMillis),
          { atMost: 250 },
        ),
        bar(
          "the reconciler is ready, ms",
          medianOver(all, ({ reconciler }) => reconciler.readyMillis),
          { atMost: 280 },
        ),
        bar(
          "the API is ready, ms",
          medianOver(all, ({ api }) => api.readyMillis),
          { atMost: 300 },
        ),
        bar("the receiver's memory, times Fastify's", resident("receiver"), { atMost: 1.5 }),
        bar("the reconciler's memory, times Fastify's", resident("reconciler"), { atMost: 1.5 }),
        bar("the API's memory, times Fastify's", resident("api"), { atMost: 1.6 }),
      ],
    }
  }),
}
