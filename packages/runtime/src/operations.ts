/**
 * The port for operations: liveness, readiness, metrics. Readiness checks the store, this process's heartbeat and whether it is stopping,
 * never the service: restarting this process does not repair the service. Nothing here is public: it listens on the loopback.
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Clock, Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { heartbeatLimit, SharedState, StoreMark } from "@cauri/core/adapter"
import type { CommonSettings } from "./commonSettings.ts"
import { portRefused } from "./PortRefused.ts"
import { Stopping } from "./Stopping.ts"

/** A server with time-outs: Node's own defaults leave a silent connection open for ever. */
export const boundedServer = () => {
  const limits = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
  const server = createServer({ ...limits, keepAliveTimeout: 5_000 })
  server.timeout = 10_000
  server.maxConnections = 100
  return server
}

const plain = (text: string, status = 200) =>
  HttpServerResponse.text(`${text}\n`, { status, headers: { "cache-control": "no-store" } })

export const notReadyBecause = Effect.fnUntraced(function* (processName: string) {
  if (yield* (yield* Stopping).begun) return "it is stopping; send requests to another process"
  if (!(yield* (yield* StoreMark).ready))
    return "the mark of the store is missing or cannot be written, so nothing new is sent; its log names the file"
  const beats = yield* (yield* SharedState).heartbeats()
  const own = beats.find(({ process }) => process === processName)
  const now = yield* Clock.currentTimeMillis
  return own !== undefined && now - own.at < heartbeatLimit
    ? null
    : "it gave no heartbeat for a minute; its log says why"
})

export const layerRoutes = (processName: string) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const ready = notReadyBecause(processName).pipe(
        Effect.provideContext(yield* Effect.context<SharedState | Stopping>()),
        Effect.timeout("2 seconds"),
        Effect.orElseSucceed(() => "the store does not answer; check that it is reachable and has room"),
        Effect.map((because) => (because === null ? plain("ready") : plain(`not ready: ${because}`, 503))),
      )
      yield* router.add("GET", "/livez", Effect.succeed(plain("alive")))
      yield* router.add("GET", "/readyz", ready)
      yield* router.add(
        "GET",
        "/metrics",
        Effect.map(PrometheusMetrics.format(), (text) =>
          HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" }),
        ),
      )
    }),
  )

/** Logs the port, which for port 0 only the process itself knows. */
const layerTellingPort = Layer.effectDiscard(
  Effect.flatMap(HttpServer.HttpServer, ({ address }) =>
    Effect.logInfo("Health and metrics are served.", { ...address }),
  ),
)

const refusedHere = portRefused({ host: "OPERATIONS_HOST", port: "OPERATIONS_PORT" })

/** The port for health and metrics, and the flag that says that the program is stopping. */
export const layerOperations = ({ operations, processName }: Pick<CommonSettings, "operations" | "processName">) =>
  HttpRouter.serve(layerRoutes(processName), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.merge(layerTellingPort),
    Layer.provideMerge(Stopping.layer),
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
    Layer.provide(
      Layer.catchTag(
        NodeHttpServer.layer(boundedServer, { ...operations, gracefulShutdownTimeout: "1 second" }),
        "ServeError",
        (error) => Layer.effectContext(Effect.fail(refusedHere(error))),
      ),
    ),
  )
