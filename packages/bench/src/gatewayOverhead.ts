/**
 * What one call through the gateway costs above the same call through plain undici, on loopback and against a server that takes
 * 20 ms. Both sides are measured in one run, call by call in turns, so that whatever else the machine does falls on both.
 *
 * Creations get a connection of their own each, on purpose; their peer does the same. Confirms share connections on both sides.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Clock, Effect, Layer, Redacted, Result } from "effect"
import {
  CreationToken,
  defaultPolicy,
  fold,
  Gateway,
  type Payout,
  PaymentEvent,
  Policy,
  ProjectId,
  readPayout,
} from "@cauri/core"
import { layer, layerCredentials } from "@cauri/gateway-http"
import { Agent, request } from "undici"
import { quantile } from "./phases.ts"

/** The times of one kind of call, in microseconds. */
export interface Pair {
  readonly calls: number
  readonly gatewayMedianMicros: number
  readonly plainMedianMicros: number
}

/** What a run measured. */
export interface GatewayOverhead {
  readonly loopback: { readonly creation: Pair; readonly confirm: Pair }
  readonly slow: { readonly creation: Pair; readonly confirm: Pair }
}

const project = ProjectId.make("shop")
const token = CreationToken.make("token-1")
const apiKey = "bench-api-key"
const apiToken = "bench.api.token"

const server = (millis: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [new URL("echoServer.ts", import.meta.url).pathname, String(millis)], {
        stdio: ["pipe", "pipe", "inherit"],
      })
      for await (const line of createInterface({ input: child.stdout })) return { child, port: Number(line) }
      throw new Error("The server of the measurement did not start.")
    }),
    ({ child }) => Effect.sync(() => child.stdin.end()),
  )

const samplePayout = (): Payout => {
  const content = Result.getOrThrow(
    readPayout(
      {
        project,
        id: "salary-17",
        amount: 25_000,
        beneficiary: "22670000002",
        description: "June",
        method: { _tag: "MobileMoney" },
      },
      defaultPolicy,
    ),
  )
  const payment = Result.getOrThrow(fold([{ seq: 1, at: 0, event: PaymentEvent.cases.Intended.make({ content }) }]))
  if (payment._tag !== "Payout") throw new Error("The sample is no payout.")
  return payment
}

const timed = Effect.fnUntraced(function* <E, R>(work: Effect.Effect<unknown, E, R>) {
  const clock = yield* Clock.Clock
  const begun = clock.monotonicTimeNanosUnsafe()
  yield* work
  return Number(clock.monotonicTimeNanosUnsafe() - begun) / 1_000
})

/** Two calls in turns; the order within a turn changes, so that neither is always the second. */
const inTurns = Effect.fnUntraced(function* <E, R>(
  calls: number,
  gateway: Effect.Effect<unknown, E, R>,
  plain: Effect.Effect<unknown, E, R>,
) {
  const times: { readonly gateway: Array<number>; readonly plain: Array<number> } = { gateway: [], plain: [] }
  for (let turn = 0; turn < calls; turn++) {
    if (turn % 2 === 0) times.gateway.push(yield* timed(gateway))
    times.plain.push(yield* timed(plain))
    if (turn % 2 === 1) times.gateway.push(yield* timed(gateway))
  }
  const median = (all: Array<number>) => Math.round(quantile(all.toSorted((one, other) => one - other), 0.5))
  const pair: Pair = { calls, gatewayMedianMicros: median(times.gateway), plainMedianMicros: median(times.plain) }
  return pair
})

const headers = {
  apikey: apiKey,
  authorization: `Bearer ${apiToken}`,
  accept: "application/json",
  "content-type": "application/json",
}

/** Plain undici with the same bytes on the wire: what a hand-written client would do, the reading of the reply included. */
const plainly = (agent: Agent, method: "GET" | "POST", url: string, body: string | null) =>
  Effect.promise(async () => {
    const response = await request(url, { dispatcher: agent, method, headers, body })
    const reply: unknown = JSON.parse(await response.body.text())
    return reply
  })

const pairs = Effect.fnUntraced(function* (millis: number, calls: number, warm: number) {
  const { port } = yield* server(millis)
  const baseUrl = `http://127.0.0.1:${port}`
  const gatewayLayer = layer({ baseUrl }).pipe(
    Layer.provide(
      layerCredentials({ [project]: { apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) } }),
    ),
  )
  return yield* Effect.gen(function* () {
    const gateway = yield* Gateway
    const now = yield* Clock.currentTimeMillis
    const call = {
      payment: samplePayout(),
      attempt: 1,
      callbackUrl: "https://shop.example/callbacks/k1.payout.shop.salary-17.1.mac",
      otp: null,
      notAfter: now + 3_600_000,
    }
    const body = JSON.stringify({
      commande: {
        invoice: { description: "June", amount: 25_000, customer: "22670000002" },
        callback_url: call.callbackUrl,
        custom_data: { transaction_id: "salary-17" },
      },
    })
    const own = yield* closing(new Agent({ pipelining: 0, allowH2: false }))
    const shared = yield* closing(new Agent({ pipelining: 1, allowH2: false }))
    const creations = [
      gateway.createMobileMoneyPayout(call),
      plainly(own, "POST", `${baseUrl}/pay/v01/straight/payout`, body),
    ] as const
    const confirms = [
      gateway.confirmInvoice({ project, token }),
      plainly(shared, "GET", `${baseUrl}/pay/v01/redirect/checkout-invoice/confirm/?invoiceToken=token-1`, null),
    ] as const
    yield* inTurns(warm, ...creations)
    yield* inTurns(warm, ...confirms)
    return { creation: yield* inTurns(calls, ...creations), confirm: yield* inTurns(calls, ...confirms) }
  }).pipe(Effect.provide(gatewayLayer))
}, Effect.scoped)

const closing = (agent: Agent) =>
  Effect.acquireRelease(
    Effect.sync(() => agent),
    (open) => Effect.promise(() => open.close()),
  )

/** Measures so many calls of each kind on loopback, and a twentieth of them against the slow server. */
export const gatewayOverhead = Effect.fn("gatewayOverhead")(function* (calls: number) {
  const result: GatewayOverhead = {
    loopback: yield* pairs(0, calls, Math.ceil(calls / 5)),
    slow: yield* pairs(20, Math.ceil(calls / 20), 5),
  }
  return result
}, Effect.provideService(Policy, { ...defaultPolicy }))
