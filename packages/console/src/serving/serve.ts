/**
 * Serves the pages on a port. Behind a token it is one of the loopback: a port that other machines reach must know its people, and be reached
 * through https.
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { inBoth } from "@cauri/catalogue/tools"
import { Misconfigured, portRefused } from "@cauri/runtime"
import type { DoorSettings } from "../door/doorSettings.ts"
import { openDoor } from "../door/openDoor.ts"
import { hostText, isLoopback } from "../frame/origins.ts"
import { layerRoutes } from "./routes.ts"

/** Where the page listens, and its door. */
export interface PageSettings {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly door: DoorSettings
}

/** A page waits for the service only when it asks it; everything else answers at once. */
const boundedServer = () => {
  const limits = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
  // Duplicate headers are joined, so that two hosts match none of ours and no other header counts by its first value.
  const server = createServer({ ...limits, keepAliveTimeout: 5_000, joinDuplicateHeaders: true })
  server.timeout = 120_000
  server.maxConnections = 50
  return server
}

/** May a port of this address be opened? */
const mayListen = (host: string, door: DoorSettings): boolean =>
  isLoopback(host) || (door._tag !== "Token" && door.origin.protocol === "https:")

/** Serves the page while its scope is open, and prints its address once. */
export const servePage = Effect.fn("Page.serve")(function* (
  { door: settings, host, port }: PageSettings,
  tell: (address: string) => Effect.Effect<void>,
) {
  if (!mayListen(host, settings)) {
    return yield* new Misconfigured({
      variable: "--host",
      expected: inBoth((words) => words.settings.host_behind_door),
    })
  }
  const { door, entry, origin } = yield* openDoor(settings)
  const server = NodeHttpServer.layer(boundedServer, { host, port, gracefulShutdownTimeout: "2 seconds" })
  const served = HttpRouter.serve(layerRoutes(door), { disableLogger: true, disableListenLog: true }).pipe(
    // A span would name the address, and the first one holds the token.
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
    Layer.provideMerge(server),
  )
  const built = yield* Effect.catchTag(Layer.build(served), "ServeError", (error) =>
    Effect.fail(portRefused({ host: "--host", port: "--port" })(error)),
  )
  const { address } = yield* Effect.provideContext(HttpServer.HttpServer, built)
  const base = `http://${hostText(host)}:${address._tag === "UnixPathAddress" ? port : address.port}/`
  yield* tell(`${origin?.href ?? base}${entry}`)
  return yield* Effect.never
})
