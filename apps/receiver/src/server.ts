/** The public port (T16, T17): the endpoint of `@cauri/callbacks` behind the limits of every public port of ours. */
import { Clock, Effect, Metric, type Scope } from "effect"
import { type CallbackReceiver, toNodeContinueListener, toNodeListener } from "@cauri/callbacks"
import {
  type ListenAddress,
  type PortRefused,
  type RunningServer,
  servePublic,
  type SocketLimits,
} from "@cauri/runtime"

/** Opens the port. It closes with the scope. */
export const serve = Effect.fn("Server.serve")(function* (
  listen: ListenAddress,
  limits: Partial<SocketLimits> = {},
): Effect.fn.Return<RunningServer, PortRefused, CallbackReceiver | Scope.Scope> {
  const [request, expecting] = [yield* toNodeListener, yield* toNodeContinueListener]
  const running = yield* servePublic(listen, { request, expecting, dropped, limits })
  yield* Metric.update(started, (yield* Clock.currentTimeMillis) / 1_000)
  return running
})

const dropped = Metric.counter("cauri_receiver_dropped_connections", {
  description: "Connections without a request that were closed, because too many were open.",
  incremental: true,
})

/** Exists before the first callback, so that monitoring sees an idle receiver. */
const started = Metric.gauge("cauri_receiver_started_timestamp_seconds", {
  description: "When this receiver began to listen.",
})
