/** The public port: the handler of `@cauri/api` behind the limits of every public port of ours. */
import { Clock, Effect, Exit, Fiber, Metric, Scope } from "effect"
import { makeApiHandler } from "@cauri/api"
import { StoreStatus } from "@cauri/core/adapter"
import { clientBehind, proxiesAt, servePublic, type SocketLimits } from "@cauri/runtime"
import { nodeListenerOf } from "@cauri/runtime/listener"
import type { Settings } from "./config.ts"

/**
 * A caller may wait a minute for the answer of the service, and a little longer for ours. What was begun when the program is stopped is
 * answered within the time-out of a creation, and before the supervisor loses its patience.
 */
export const limits = { answer: 75_000, drain: 40_000 } as const satisfies Partial<SocketLimits>

/** Opens the port. It closes with the scope. */
export const serve = Effect.fn("Server.serve")(function* ({
  country,
  listen,
  proxies,
}: Pick<Settings, "country" | "listen" | "proxies">) {
  // The handler ends before the port does: what waits for events would hold a stop up, and what is sent is waited for.
  const own = yield* Scope.make()
  const closing = yield* Effect.cached(Effect.forkDetach(Scope.close(own, Exit.void)))
  const { failed } = yield* StoreStatus
  // What a failed store can no longer save is not waited for.
  yield* Effect.addFinalizer(() =>
    Effect.flatMap(closing, (ending) =>
      Effect.raceFirst(Effect.interruptible(Fiber.join(ending)), Effect.exit(Effect.interruptible(failed))),
    ),
  )
  const handler = yield* Scope.provide(makeApiHandler(country === null ? {} : { country }), own)
  const isProxy = proxiesAt(proxies)
  const request = nodeListenerOf((given, peer) =>
    handler(given, clientBehind(peer, given.headers.get("x-forwarded-for"), isProxy)),
  )
  const running = yield* servePublic(listen, {
    request,
    expecting: (incoming, response) => {
      response.writeContinue()
      request(incoming, response)
    },
    dropped,
    limits,
    endWaits: Effect.asVoid(closing),
  })
  yield* Metric.update(started, (yield* Clock.currentTimeMillis) / 1_000)
  return running
})

const dropped = Metric.counter("cauri_api_dropped_connections", {
  description: "Connections without a request that were closed, because too many were open.",
  incremental: true,
})

/** Exists before the first request, so that monitoring sees an idle API. */
const started = Metric.gauge("cauri_api_started_timestamp_seconds", {
  description: "When this API began to listen.",
})
