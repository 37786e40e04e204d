/**
 * What one call through the gateway costs above the same call through plain undici, on loopback and against a server that takes 20 ms. Both
 * sides are measured in one run, alternating call by call, so that other load on the machine falls on both; every answer is read on both
 * sides, and counts only if it says what the server said.
 *
 * Creations get a connection of their own each, on purpose; their peer does the same. Confirms share connections on both sides.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Clock, Effect, Layer, Predicate, Redacted, Result } from "effect"
import { defaultPolicy, Policy, ProjectId } from "@cauri/core"
import { type ConfirmRecord, type CreationAnswer, Gateway } from "@cauri/core/adapter"
import { CreationToken, fold, type Payout, PaymentEvent, readPayout } from "@cauri/core/model"
import { layer, layerCredentials } from "@cauri/gateway-http"
import { Agent, request } from "undici"
import { bar, type Benchmark, figuresOver, medianOver, timed } from "./benchmark.ts"
import { spreadOf } from "./phases.ts"

/** The times of one kind of call, in microseconds, and how many answers of each side were right. */
interface Pair {
  readonly calls: number
  readonly gatewayRight: number
  readonly plainRight: number
  readonly gatewayMedianMicros: number
  readonly plainMedianMicros: number
}

interface GatewayOverhead {
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

interface Side<A, E> {
  readonly call: Effect.Effect<A, E>
  readonly isRight: (answer: A) => boolean
}

/** Measures one side: its times, and how often it was right. */
const watched = <A, E>({ call, isRight }: Side<A, E>) => {
  const times: Array<number> = []
  let right = 0
  const once = Effect.map(timed(call), ({ value, millis }) => {
    times.push(millis * 1_000)
    if (isRight(value)) right += 1
  })
  return { once, right: () => right, medianMicros: () => spreadOf(times).median }
}

/** Two calls, alternating; their order changes each time, so that neither is always the second. */
const inTurns = Effect.fnUntraced(function* <A, E, B, F>(calls: number, ours: Side<A, E>, theirs: Side<B, F>) {
  const gateway = watched(ours)
  const plain = watched(theirs)
  for (let turn = 0; turn < calls; turn++) {
    if (turn % 2 === 0) yield* gateway.once
    yield* plain.once
    if (turn % 2 === 1) yield* gateway.once
  }
  const pair: Pair = {
    calls,
    gatewayRight: gateway.right(),
    plainRight: plain.right(),
    gatewayMedianMicros: gateway.medianMicros(),
    plainMedianMicros: plain.medianMicros(),
  }
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
      {
        call: gateway.createMobileMoneyPayout(call),
        isRight: (answer: CreationAnswer) => answer._tag === "Accepted" && answer.token === token,
      },
      {
        call: plainly(own, "POST", `${baseUrl}/pay/v01/straight/payout`, body),
        isRight: (reply: unknown) => says(reply, "response_code", "00") && says(reply, "token", token),
      },
    ] as const
    const confirms = [
      {
        call: gateway.confirmInvoice({ project, token }),
        isRight: ({ status, amount }: ConfirmRecord) => status === "pending" && amount === 100,
      },
      {
        call: plainly(
          shared,
          "GET",
          `${baseUrl}/pay/v01/redirect/checkout-invoice/confirm/?invoiceToken=token-1`,
          null,
        ),
        isRight: (reply: unknown) => says(reply, "status", "pending") && says(reply, "amount", "100"),
      },
    ] as const
    yield* inTurns(warm, ...creations)
    yield* inTurns(warm, ...confirms)
    return { creation: yield* inTurns(calls, ...creations), confirm: yield* inTurns(calls, ...confirms) }
  }).pipe(Effect.provide(gatewayLayer))
}, Effect.scoped)

const says = (reply: unknown, field: string, text: string): boolean =>
  Predicate.hasProperty(reply, field) && reply[field] === text

const closing = (agent: Agent) =>
  Effect.acquireRelease(
    Effect.sync(() => agent),
    (open) => Effect.promise(() => open.close()),
  )

/** Measures this many calls of each kind on loopback, and a twentieth of them against the slow server. */
const gatewayOverhead = Effect.fn("gatewayOverhead")(
  function* (calls: number) {
    const result: GatewayOverhead = {
      loopback: yield* pairs(0, calls, Math.ceil(calls / 5)),
      slow: yield* pairs(slowMillis, Math.ceil(calls / 20), Math.ceil(calls / 100)),
    }
    return result
  },
  Effect.provideService(Policy, { ...defaultPolicy }),
)

const slowMillis = 20

/** Where the results differ from the server's answers. */
const wrongIn = ({ loopback, slow }: GatewayOverhead): ReadonlyArray<string> =>
  Object.entries({
    "creation on loopback": loopback.creation,
    "confirm on loopback": loopback.confirm,
    "creation of 20 ms": slow.creation,
    "confirm of 20 ms": slow.confirm,
  }).flatMap(([name, { calls, gatewayRight, plainRight }]) =>
    gatewayRight === calls && plainRight === calls
      ? []
      : [`${name}: of ${calls} answers ${gatewayRight} were right through the gateway, ${plainRight} through undici`],
  )

const extraMicros = ({ gatewayMedianMicros, plainMedianMicros }: Pair) => gatewayMedianMicros - plainMedianMicros
const ratio = ({ gatewayMedianMicros, plainMedianMicros }: Pair) => gatewayMedianMicros / plainMedianMicros

const rounds = 3
const callsPerRound = 3_000

export const gatewayOverheadBenchmark: Benchmark = {
  name: "gateway-overhead",
  about: "one call through the gateway beside the same call through plain undici",
  measure: Effect.fnUntraced(function* (say) {
    const all: Array<GatewayOverhead> = []
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`)
      all.push(yield* gatewayOverhead(callsPerRound))
    }
    return {
      outcome: all,
      wrong: all.flatMap(wrongIn),
      figures: figuresOver(all, {
        creationGatewayMicros: ({ loopback }) => loopback.creation.gatewayMedianMicros,
        creationUndiciMicros: ({ loopback }) => loopback.creation.plainMedianMicros,
        confirmGatewayMicros: ({ loopback }) => loopback.confirm.gatewayMedianMicros,
        confirmUndiciMicros: ({ loopback }) => loopback.confirm.plainMedianMicros,
        slowCreationGatewayMicros: ({ slow }) => slow.creation.gatewayMedianMicros,
        slowCreationUndiciMicros: ({ slow }) => slow.creation.plainMedianMicros,
        slowConfirmGatewayMicros: ({ slow }) => slow.confirm.gatewayMedianMicros,
        slowConfirmUndiciMicros: ({ slow }) => slow.confirm.plainMedianMicros,
      }),
      bars: [
        bar(
          "a creation on loopback, microseconds more",
          medianOver(all, ({ loopback }) => extraMicros(loopback.creation)),
          { atMost: 100 },
        ),
        bar(
          "a confirm on loopback, microseconds more",
          medianOver(all, ({ loopback }) => extraMicros(loopback.confirm)),
          { atMost: 100 },
        ),
        bar(
          "a creation that takes 20 ms, times",
          medianOver(all, ({ slow }) => ratio(slow.creation)),
          { atMost: 1.05 },
        ),
        bar(
          "a confirm that takes 20 ms, times",
          medianOver(all, ({ slow }) => ratio(slow.confirm)),
          { atMost: 1.05 },
        ),
      ],
    }
  }),
}
