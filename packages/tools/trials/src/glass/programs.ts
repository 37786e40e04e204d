/** The merchant's programs in the glass: receivers, reconcilers, the API and the console, each built from the real code. */
import { NodeCrypto } from "@effect/platform-node"
import { createServer } from "node:http"
import { type Context, Effect, Layer, Logger, Redacted } from "effect"
import { makeApiHandler } from "@cauri/api"
import { runBatches } from "@cauri/batches"
import { CallbackReceiver, layerCallbackAddressUsingMac, toNodeListener } from "@cauri/callbacks"
import { type Cauri, Consumers, layerCauri, Policy, Worker } from "@cauri/core"
import { Gateway, StoreClock, type StorePorts, WakeSignal } from "@cauri/core/adapter"
import { layer as layerGateway, layerCredentials } from "@cauri/gateway-http"
import { nodeListenerOf } from "@cauri/runtime/listener"
import { type Faults, guarded } from "./faults.ts"
import { type Program, second } from "./time.ts"
import type { Witness } from "./witness.ts"
import type { Listening } from "./wires.ts"

/** The policy of the glass: core's own, so that what is judged is what merchants run; only its workers look less often where nothing is due. */
const layerPolicy = Policy.layer({
  worker: { sleep: "2 hours" },
  merchant: { project: "shop", shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } },
})

const layerAddress = Layer.provide(
  layerCallbackAddressUsingMac({
    base: "http://127.0.0.1:5000",
    signing: { id: "k1", secret: Redacted.make("0123456789abcdefghijklmnopqrstuvwxyz") },
  }),
  NodeCrypto.layerMac,
)

/** What a program is built with. */
export interface Surroundings {
  readonly program: Program
  readonly faults: Faults
  /** The store as this program opens it. */
  readonly store: Layer.Layer<StorePorts, unknown>
  /** The port at which this program reaches the service. */
  readonly port: number
  /** What opens the service, as far as the merchant knows. */
  readonly credentials: { readonly apiKey: string; readonly apiToken: string }
  /** What the merchant does with an event. */
  readonly receive: (event: { readonly type: string; readonly id: string }) => void
  readonly gateway?: (gateway: Gateway["Service"]) => Gateway["Service"]
  readonly witness: Witness
}

const layerProgram = (surroundings: Surroundings) => {
  const { credentials, faults, gateway = (same) => same, port, program, receive, store, witness } = surroundings
  const shop = { apiKey: Redacted.make(credentials.apiKey), apiToken: Redacted.make(credentials.apiToken) }
  const layerService = Layer.effect(
    Gateway,
    Effect.map(Gateway, (real) => gateway(guarded(faults, program, "gateway", witness.asking(program, real)))),
  ).pipe(Layer.provide(layerGateway({ baseUrl: `http://127.0.0.1:${port}` })))
  const consumer = {
    name: "orders",
    receive: ({ _tag, key }: { readonly _tag: string; readonly key: { readonly kind: string; readonly id: string } }) =>
      faults.at(
        program,
        "host.receive",
        Effect.sync(() => receive({ type: `${key.kind}.${_tag}`, id: key.id })),
      ),
  }
  return layerCauri.pipe(
    Layer.provideMerge(store),
    Layer.provide(layerService),
    Layer.provideMerge(layerCredentials({ shop })),
    Layer.provide(layerAddress),
    Layer.provide(Layer.succeed(Consumers, [consumer])),
    Layer.provideMerge(layerPolicy),
    Layer.provideMerge(Logger.layer([])),
  )
}

/** Hands what it was built with to its owner, and lives until its program dies, or until the store's time is ahead of its own. */
const living = <A>(built: (made: A) => void, made: A) =>
  Effect.andThen(
    Effect.sync(() => built(made)),
    Effect.flatMap(StoreClock, ({ watch }) => watch),
  )

const listening = (program: Program, listener: Parameters<typeof createServer>[1]): Listening => ({
  owner: program,
  server: createServer((request, response) => {
    response.shouldKeepAlive = false
    listener?.(request, response)
  }),
})

/** Works until its store refuses to be trusted; then it ends, and is started again. */
export const reconciler = (surroundings: Surroundings) =>
  Effect.flatMap(Worker, ({ run }) => Effect.raceFirst(run, runBatches)).pipe(
    Effect.provide(layerProgram(surroundings)),
  )

export const receiver = (surroundings: Surroundings, built: (made: Listening) => void) =>
  Effect.flatMap(toNodeListener, (listener) => living(built, listening(surroundings.program, listener))).pipe(
    Effect.provide(
      CallbackReceiver.layerUsingDigest().pipe(
        Layer.provideMerge(layerAddress),
        Layer.provideMerge(layerProgram(surroundings)),
        Layer.provide(NodeCrypto.layerDigest),
        Layer.provideMerge(WakeSignal.layer),
        Layer.provideMerge(Logger.layer([])),
      ),
    ),
    Effect.scoped,
  )

export const api = (surroundings: Surroundings, built: (made: Listening) => void) =>
  Effect.flatMap(makeApiHandler({}), (handler) =>
    living(built, listening(surroundings.program, nodeListenerOf(handler))),
  ).pipe(Effect.provide([layerProgram(surroundings), NodeCrypto.layerDigest]), Effect.scoped)

/** The services by which a person at the console decides. */
export type Counter = Context.Context<Cauri | StorePorts>

export const counter = (surroundings: Surroundings, built: (made: Counter) => void) =>
  Effect.flatMap(Effect.context<Cauri | StorePorts>(), (made) => living(built, made)).pipe(
    Effect.provide(layerProgram(surroundings)),
  )

/** How long a supervisor waits before it starts a program again. */
export const restartsAfter = 5 * second
