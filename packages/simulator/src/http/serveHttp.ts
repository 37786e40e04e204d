/**
 * The simulator on a port of this machine. It listens on loopback, closes connections that are slow, silent or too many, and accepts only
 * credentials that it issued: without given projects, every start issues new ones.
 * Controls D7 and D8 of the threat model; trap T16: Node's own defaults leave a silent connection open for ever.
 */
import { createServer, IncomingMessage, type Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Console, Context, Effect, Layer, Schema, Scope } from "effect"
import { type HttpRouter, HttpServerRequest } from "effect/http"
import { CallbackSender, type CallbackSenderOptions } from "../sending/CallbackSender.ts"
import { Engine } from "../ports/Engine.ts"
import { layer as layerSimulator, type Simulator } from "../engine/layer.ts"
import { defaultProject, type Options, type OptionsInput, resolveOptions } from "../options/Options.ts"
import { ProductionRefused, refusesHere } from "../options/production.ts"
import type { State } from "../model/State.ts"
import { StateKeeper } from "../ports/StateKeeper.ts"
import { makeApp } from "./app.ts"
import { Connection, plainIp } from "./Connection.ts"
import { controlPrefix, controlTokenHeader } from "./control/ControlApi.ts"
import { basePath, type HttpOptions, type HttpOptionsInput, randomText, resolveHttpOptions } from "./HttpOptions.ts"
import { RequestLog } from "../log/RequestLog.ts"

/** Options of a port. */
export interface ServeOptionsInput extends HttpOptionsInput {
  /** 0: any free port. */
  readonly port?: number
  readonly address?: string
  readonly callbacks?: CallbackSenderOptions
  readonly limits?: Partial<SocketLimits>
  /** Further routes beside the simulator's own, over its services: pages of an app, for instance. */
  readonly routes?: FurtherRoutes
  /**
   * A state from `Engine.save`: the simulator continues from it, with its projects and their credentials. Validate a stored one with
   * `StateJson` first; anything else is a defect.
   */
  readonly saved?: unknown
  /** Hears of every new state before an answer that rests on it leaves. It must not throw. */
  readonly keep?: (state: State) => void
  /** Prints the address, the control token and the credentials through Effect's `Console` once the port is open. Off by default. */
  readonly printBanner?: boolean
}

/** Routes over the simulator's services. */
export type FurtherRoutes = (
  about: Pick<Served, "url" | "controlToken"> & {
    readonly options: Options
    /** Where this very program reaches itself, whatever `url` leads through. */
    readonly ownUrl: string
  },
) => Layer.Layer<never, never, HttpRouter.HttpRouter | Simulator | RequestLog>

/** The limits of sockets. Times in milliseconds. */
export interface SocketLimits {
  readonly headersMillis: number
  readonly requestMillis: number
  /** A connection without traffic. Silence as a fault lasts no longer than this. */
  readonly idleMillis: number
  readonly keepAliveMillis: number
  readonly connections: number
  /** How long open requests may take at closing time. */
  readonly closingMillis: number
}

/** Defaults of the limits. */
export const defaultSocketLimits: SocketLimits = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  idleMillis: 120_000,
  keepAliveMillis: 5_000,
  connections: 1_000,
  closingMillis: 5_000,
}

/** The port could not be opened. */
export class PortRefused extends Schema.TaggedError<PortRefused>()("PortRefused", {
  port: Schema.Int,
  code: Schema.String,
}) {
  override get message(): string {
    return `Port ${this.port} could not be opened (${this.code}); choose another one.`
  }
}

/** A running simulator server. */
export interface Served {
  /** `{base_url}`. */
  readonly url: string
  readonly port: number
  readonly controlToken: string
  readonly credentials: ReadonlyArray<{
    readonly projectId: string
    readonly apiKey: string
    readonly apiToken: string
  }>
  /** The simulator behind the port, for a test in the same process. */
  readonly services: Context.Context<Simulator | RequestLog>
}

/** Serves the simulator until the scope closes, and never in production. */
export const serve = Effect.fn("simulator.serve")(function* (
  options: OptionsInput = {},
  settings: ServeOptionsInput = {},
): Effect.fn.Return<Served, PortRefused | ProductionRefused, Scope.Scope> {
  if (refusesHere(resolveOptions(options))) return yield* new ProductionRefused()
  const limits = { ...defaultSocketLimits, ...settings.limits }
  const http = resolveHttpOptions(settings)
  const server = yield* listening(settings, limits)
  const bound = server.address()
  if (bound === null || typeof bound === "string") return yield* Effect.die("A port that listens has an address.")
  const { address, family, port } = bound
  const urlAt = (ip: string): string => `http://${family === "IPv6" ? `[${ip}]` : ip}:${port}`
  const url = options.baseUrl ?? urlAt(address)
  const projects = options.projects ?? [{ ...defaultProject, apiKey: randomText(), apiToken: randomText() }]
  const given = { ...options, baseUrl: url, projects }
  const services = yield* Layer.build(
    layerSimulator(given).pipe(
      Layer.provideMerge(RequestLog.layer(http)),
      Layer.provide(CallbackSender.layer(settings.callbacks)),
      Layer.provide(settings.keep === undefined ? Layer.empty : Layer.succeed(StateKeeper, settings.keep)),
    ),
  )
  const engine = Context.get(services, Engine)
  if (settings.saved !== undefined) yield* Effect.orDie(engine.restore(settings.saved))
  const resolved = resolveOptions(given)
  const further = settings.routes?.({
    url,
    controlToken: http.controlToken,
    options: resolved,
    ownUrl: `${urlAt(loopbackOf[address] ?? address)}${basePath(resolved)}`,
  })
  const app = yield* makeApp(resolved, http, further).pipe(Effect.provideContext(services))
  const requests = yield* Effect.acquireRelease(Scope.make(), (scope, exit) => Scope.close(scope, exit))
  const handler = yield* NodeHttpServer.makeHandler(
    app.pipe(Effect.provideServiceEffect(Connection, connectionOf(http)), Effect.provideContext(services)),
    { scope: requests },
  )
  // Finalizers run in reverse: first the server closes and lets requests end, then the rest is interrupted, then the engine ends.
  yield* Effect.addFinalizer(() => closed(server, limits))
  server.on("request", handler)
  const served: Served = {
    url,
    port,
    controlToken: http.controlToken,
    credentials: (yield* engine.state).projects.map(({ apiKey, apiToken, id }) => ({
      projectId: id,
      apiKey,
      apiToken,
    })),
    services,
  }
  if (settings.printBanner === true) yield* Console.log(startBanner(served))
  return served
})

/** What a person needs to use a running simulator, as lines of text. It includes the control token. */
export const startBanner = ({ controlToken, credentials, url }: Omit<Served, "services">): string =>
  [
    `The simulator answers at ${url} (sandbox: no money moves).`,
    ...credentials.map(
      ({ apiKey, apiToken, projectId }) => `Project ${projectId}: Apikey ${apiKey}, Authorization Bearer ${apiToken}`,
    ),
    `Control API: ${url}${controlPrefix} with ${controlTokenHeader}: ${controlToken}`,
    `Documents: ${url}/openapi.json`,
  ].join("\n")

/** A program that listens everywhere reaches itself on loopback. */
const loopbackOf: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }

const listening = (settings: ServeOptionsInput, limits: SocketLimits) =>
  Effect.acquireRelease(opened(settings, limits), (server) => closed(server, limits))

const opened = (settings: ServeOptionsInput, limits: SocketLimits): Effect.Effect<Server, PortRefused> =>
  Effect.callback((resume) => {
    const port = settings.port ?? 0
    const server = createServer({
      headersTimeout: limits.headersMillis,
      requestTimeout: limits.requestMillis,
      keepAliveTimeout: limits.keepAliveMillis,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16 * 1024,
      insecureHTTPParser: false,
    })
    server.timeout = limits.idleMillis
    server.maxConnections = limits.connections
    server.once("error", (error) =>
      resume(Effect.fail(new PortRefused({ port, code: "code" in error ? String(error.code) : "no code" }))),
    )
    server.listen(port, settings.address ?? "127.0.0.1", () => resume(Effect.succeed(server)))
  })

/** Closes the server, also when it is closed already: no new connections; open requests may end until the limit, then they are cut. */
const closed = (server: Server, { closingMillis }: SocketLimits): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
  }).pipe(
    Effect.interruptible,
    Effect.timeoutOrElse({ duration: closingMillis, orElse: () => Effect.sync(() => server.closeAllConnections()) }),
  )

const connectionOf = (http: HttpOptions) =>
  Effect.gen(function* () {
    const message = NodeHttpServerRequest.toIncomingMessage(yield* HttpServerRequest.HttpServerRequest)
    if (!(message instanceof IncomingMessage)) return yield* Effect.die("This server speaks HTTP/1.1 only.")
    const headers = joined(message)
    const forwardedFor = http.trustedIpHeader === undefined ? undefined : headers[http.trustedIpHeader.toLowerCase()]
    return Connection.of({
      ip: plainIp(forwardedFor?.split(",").at(-1)?.trim() ?? message.socket.remoteAddress ?? ""),
      headers,
      flushed: Effect.callback((resume) => {
        message.socket.write("", () => resume(Effect.void))
      }),
      cut: Effect.andThen(
        Effect.sync(() => message.socket.resetAndDestroy()),
        Effect.never,
      ),
    })
  })

// Node keeps only the first of some duplicate headers.
const joined = ({ headersDistinct }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(", ")]))
