/**
 * Generated requests against both faces: right ones with up to three places changed, tokens that exist and tokens that do not, magic and
 * plain numbers, missing headers. `CAURI_REQUESTS=1000000 pnpm --filter @cauri/simulator campaign`; seeds begin at `CAURI_SEED`, or at the
 * time. Each answer must be one that the service documents; the heap is read as it goes. A run is appended to `evidence/requests.jsonl`.
 */
import { execFileSync } from "node:child_process"
import { appendFileSync, mkdirSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import {
  DirectInvoiceResponse,
  DirectPayoutResponse,
  HostedInvoiceResponse,
  authenticationFailure,
  WalletPayoutResponse,
} from "../src/spec/CreateResponses.ts"
import { type EndpointName, endpoints, wikiPaths } from "@cauri/wire"
import { PayinConfirmResponse } from "../src/spec/PayinRecord.ts"
import { PayoutConfirmResponse } from "../src/spec/PayoutRecord.ts"
import { WalletOtpResponse } from "../src/spec/OtpResponse.ts"
import { Effect, Schema, Struct } from "effect"
import { asObserved, Backstage, Engine, exampleRequests, HostedPage, type OptionsInput, strict } from "../src/index.ts"
import { call, type CallParts, isPromised, layerHttp } from "./http/client.ts"

const responses: Readonly<Record<EndpointName, Schema.ConstraintDecoder<unknown>>> = {
  createHostedInvoice: HostedInvoiceResponse,
  createDirectInvoice: DirectInvoiceResponse,
  submitWalletInvoice: DirectInvoiceResponse,
  createWalletPayout: WalletPayoutResponse,
  createDirectPayout: DirectPayoutResponse,
  sendWalletOtp: Schema.Union([WalletOtpResponse, authenticationFailure(wikiPaths.createInvoice)]),
  confirmInvoice: PayinConfirmResponse,
  confirmPayout: PayoutConfirmResponse,
}

const names = Struct.keys(responses)
const phones = ["22660000090", "22660000092", "22660000094", "22650000090", "22699000090", "22660123456", "22671", ""]
const odd = [null, true, -1, 0, 0.5, 1e300, "", "x", "9".repeat(40), [], {}, [[[[]]]], "​", { a: { b: {} } }]

/** Numbers from 0 below 1, always the same for one seed. */
const drawsOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One request: mostly right, or nearly. */
const requestOf = (draw: () => number, endpoint: EndpointName, tokens: ReadonlyArray<string>): CallParts => {
  const pick = <A>(from: ReadonlyArray<A>): A | undefined => from[Math.floor(draw() * from.length)]
  const changed = (value: unknown): unknown => {
    if (draw() < 0.02) return pick(odd)
    if (Array.isArray(value)) return value.map(changed)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        if (draw() < 0.01) return []
        if (key === "customer" && draw() < 0.9) return [[key, pick(phones)]]
        if (/amount|price/.test(key) && draw() < 0.3) return [[key, Math.floor(draw() * 5_000)]]
        return [[draw() < 0.005 ? `${key}s` : key, changed(each)]]
      }),
    )
  }
  const { path, query } = endpoints[endpoint]
  const token = draw() < 0.8 ? (pick(tokens) ?? "none") : JSON.stringify(pick(odd) ?? null)
  const target =
    endpoint === "sendWalletOtp"
      ? path.replace(/\{[^}]+\}/, pick(phones) || "0").replace(/\{[^}]+\}/, String(Math.floor(draw() * 5_000)))
      : query === undefined
        ? path
        : `${path}?${draw() < 0.98 ? query : "token"}=${encodeURIComponent(token)}`
  const body = exampleRequests[endpoint]
  return {
    target,
    ...(body !== undefined && { body: draw() < 0.99 ? changed(body) : String(pick(["{", "[]", "null", "\u0000"])) }),
    ...(draw() < 0.01 && { without: [pick(["apikey", "Apikey", "authorization", "Authorization"]) ?? ""] }),
  }
}

const wanted = Number(process.env["CAURI_REQUESTS"] ?? "100000")
const firstSeed = Number(process.env["CAURI_SEED"] ?? Date.now())
const findings: Array<string> = []
const heap: Array<number> = []
/** How often each kind of answer came: the generator must reach them. */
const answers = new Map<string, number>()
let created = 0

const play = Effect.fnUntraced(function* (face: string, options: OptionsInput, requests: number) {
  const engine = yield* Engine
  const page = yield* HostedPage
  const { act } = yield* Backstage
  const draw = drawsOf(firstSeed)
  const tokens: Array<string> = []
  for (let number = 1; number <= requests && findings.length === 0; number++) {
    const endpoint = names[Math.floor(draw() * names.length)] ?? "confirmInvoice"
    const parts = requestOf(draw, endpoint, tokens)
    const got = yield* call(endpoint, parts)
    const [, code = String(got.status)] = /"response_code":"(\w+)"/.exec(got.text) ?? []
    const [, status = ""] = /"status":"(\w+)"/.exec(got.text) ?? []
    const answer = `${endpoint} ${code} ${status}`.trim()
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    const isRight = got.status === 200 ? isPromised(options, responses[endpoint], got) : got.status === 503
    if (!isRight) findings.push(`${face} ${number} ${endpoint} ${JSON.stringify(parts)}: ${got.status} ${got.text}`)
    const token = /"token":"([^"]+)"/.exec(got.text)?.[1]
    if (token !== undefined && endpoint.startsWith("create")) {
      created += 1
      tokens.push(token)
    }
    // What is collected waits for a turn of the event loop.
    if (number % 50 === 0) yield* Effect.promise(() => setImmediate())
    if (number % 200 === 0) {
      // Every payment ends, or there would soon be no room for another one.
      for (const each of tokens.slice(-100)) {
        yield* Effect.ignore(page.pay(each, { operatorId: "12", phone: "22660000090" }))
        yield* Effect.ignore(act({ _tag: "Decide", token: each, completed: draw() < 0.5 }))
      }
      tokens.splice(0, tokens.length - 300)
      yield* Effect.andThen(engine.passTime(3_600_000), engine.settled)
    }
    if (number % 50_000 === 0) {
      globalThis.gc?.()
      heap.push(Math.round(process.memoryUsage().heapUsed / 1e6))
      console.log(`${face}: ${number} requests, ${created} payments, heap ${heap.at(-1)} MB`)
    }
  }
})

const start = performance.now()
for (const [face, profile] of Object.entries({ strict, asObserved })) {
  const options: OptionsInput = { profile, limits: { payments: 2_000 } }
  await Effect.runPromise(Effect.provide(play(face, options, wanted / 2), layerHttp(options)))
}
const line = {
  commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
  firstSeed,
  seconds: Math.round((performance.now() - start) / 1_000),
  requests: [...answers.values()].reduce((sum, count) => sum + count, 0),
  answers: Object.fromEntries([...answers].toSorted(([one], [other]) => one.localeCompare(other))),
  created,
  heapMegabytes: heap,
  findings: findings.length,
}
const evidence = new URL("../evidence/", import.meta.url)
mkdirSync(evidence, { recursive: true })
appendFileSync(new URL("requests.jsonl", evidence), `${JSON.stringify(line)}\n`)
console.log(JSON.stringify(line))
for (const finding of findings) console.log(finding)
process.exitCode = findings.length === 0 ? 0 : 1
