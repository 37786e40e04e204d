/**
 * Twenty times over the `fetch` of Deno and of Bun: each creation is sent once, as the gateway's contract has it. They come from the registry,
 * as in the rows; where it does not answer, the tests are skipped.
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { type GatewayOptions, gatewayFacets, GatewayUnderTest, specifiedReplies } from "@cauri/conformance"
import { type ConfirmRecord, type CreationAnswer, type CreationCall, Gateway, GatewayError } from "@cauri/core/adapter"
import type { Payment } from "@cauri/core/model"
import { afterAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { rows } from "../src/rows.ts"

const program = fileURLToPath(new URL("gatewayProgram.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "cauri-runtimes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One program of a runtime, which trusts this authority if one is given. */
const start = (command: ReadonlyArray<string>, ca: string | undefined) => {
  const file = join(folder, `${Math.random()}.pem`)
  if (ca !== undefined) writeFileSync(file, ca)
  const trust = ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: file, DENO_CERT: file }
  const [name = "", ...words] = command
  const child = spawn(name, [...words, program], {
    env: { ...process.env, ...trust },
    stdio: ["pipe", "pipe", "inherit"],
  })
  const waiting = new Map<number, (line: string) => void>()
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [id]: readonly [number] = JSON.parse(line)
    waiting.get(id)?.(line)
    waiting.delete(id)
  })
  const say = (...words_: ReadonlyArray<unknown>) => child.stdin.write(`${JSON.stringify(words_)}\n`)
  let last = 0
  const ask = <A, E>(what: string, adapter: number, ...rest: ReadonlyArray<unknown>) =>
    Effect.callback<A, E>((resume) => {
      const id = (last += 1)
      waiting.set(id, (line) => {
        const [, outcome]: readonly [number, { readonly value: A } | { readonly error: E }] = JSON.parse(line)
        resume("error" in outcome ? Effect.fail(outcome.error) : Effect.succeed(outcome.value))
      })
      say(what, adapter, id, ...rest)
    })
  return { ask, say, stop: () => child.kill() }
}

/** A payment as a line of JSON can say it. */
const plain = ({ _tag, content, key }: Payment) => ({ _tag, content, key })

/** Adapters in the programs of one runtime: one program for all, and one for each that trusts an authority. */
const adaptersOf = (command: ReadonlyArray<string>) => {
  const programs = new Map<string | undefined, ReturnType<typeof start>>()
  let adapters = 0
  const make = (options: GatewayOptions): Layer.Layer<Gateway, unknown> =>
    Layer.effect(
      Gateway,
      Effect.gen(function* () {
        const running = programs.get(options.ca) ?? start(command, options.ca)
        programs.set(options.ca, running)
        const adapter = (adapters += 1)
        const { apiKey, apiToken } = options.credentials
        yield* Effect.acquireRelease(
          running.ask("build", adapter, {
            baseUrl: options.baseUrl,
            apiKey: Redacted.value(apiKey),
            apiToken: Redacted.value(apiToken),
            retries: options.mostConfirmRequests - 1,
            // One time-out of fetch counts for the connection and for the answer.
            timeouts: {
              ...options.timeouts,
              creation: Math.min(options.timeouts.connect, options.timeouts.creation),
              confirm: Math.min(options.timeouts.connect, options.timeouts.confirm),
            },
          }),
          () =>
            Effect.sync(() => {
              if (options.ca === undefined) return running.say("close", adapter)
              programs.delete(options.ca)
              return running.stop()
            }),
        )
        const creation = (name: "create" | "requestCode") => (call: CreationCall) => {
          const otp = call.otp === null ? null : Redacted.value(call.otp)
          const sent = { ...call, otp, payment: plain(call.payment) }
          return Effect.orDie(running.ask<CreationAnswer, unknown>("call", adapter, name, sent))
        }
        return Gateway.of({
          create: creation("create"),
          requestCode: creation("requestCode"),
          confirm: (call) =>
            Effect.mapError(
              running.ask<ConfirmRecord, ConstructorParameters<typeof GatewayError>[0]>("call", adapter, "confirm", {
                ...call,
                payment: plain(call.payment),
              }),
              (error) => new GatewayError(error),
            ),
        })
      }),
    )
  return { make, stop: () => programs.forEach(({ stop }) => stop()) }
}

const runtimes = [
  { name: "Deno", words: ["run", "--allow-all"] },
  { name: "Bun", words: [] },
]

/** The program of a runtime, or why it cannot be had. */
const install = (name: string): { readonly command: string } | { readonly missing: string } => {
  const row = rows.find((each) => each.name === name)
  const home = mkdtempSync(join(folder, name))
  try {
    writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, dependencies: row?.packages }))
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"], {
      cwd: home,
      stdio: "ignore",
      timeout: 120_000,
    })
    return { command: join(home, row?.steps[0]?.[0] ?? "") }
  } catch (thrown) {
    return { missing: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** `RUNTIME_REPEATS=20` repeats each case as often; without it this is no part of `pnpm verify`, because it takes half an hour. */
const repeats = Number(process.env["RUNTIME_REPEATS"] ?? 0)

const sentOnce = gatewayFacets.flatMap(({ cases, name }) =>
  name.startsWith("each creation is sent once") ? Object.entries(cases) : [],
)

describe.runIf(repeats > 0).each(runtimes)("over the fetch of $name", ({ name, words }) => {
  const had = repeats > 0 ? install(name) : { missing: "not asked for" }
  const { make, stop } = adaptersOf(["command" in had ? had.command : "", ...words])
  afterAll(stop)
  // It trusts the suite's authority, so creations must come through over TLS too.
  const place = GatewayUnderTest.of({ make, replies: specifiedReplies, runtimeHeaders: [], seesItsSocket: true })
  for (const [title, check] of sentOnce) {
    it.live.skipIf("missing" in had)(
      title,
      () => Effect.repeat(Effect.provideService(check, GatewayUnderTest, place), { times: repeats - 1 }),
      1_800_000,
    )
  }
})
