/**
 * Serves the page on a loopback port. Other interfaces are refused: the token still protects the page, but a port that other machines reach
 * must not decide about money.
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpMiddleware, HttpRouter, HttpServer } from "effect/http"
import { inBoth } from "@cauri/catalogue/tools"
import { Misconfigured, portRefused } from "@cauri/runtime"
import { ConsoleUser } from "../who.ts"
import { secretText } from "../door/access.ts"
import { tokenDoor } from "../door/tokenDoor.ts"
import { hostText, isLoopback } from "./origins.ts"
import { layerRoutes } from "./routes.ts"

/** Where the page listens, and its entry token. */
export interface PageSettings {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Null: a token is made for this run and opens one session. */
  readonly token: Redacted.Redacted | null
}

/** The token of CONSOLE_TOKEN; null when it is not set. */
export const PageToken = Context.Reference<PageSettings["token"]>("@cauri/console/PageToken", {
  defaultValue: () => null,
})

/** A page waits for the service only when it asks it; everything else answers at once. */
const boundedServer = () => {
  const limits = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
  // Duplicate headers are joined, so that two hosts match none of ours and no other header counts by its first value.
  const server = createServer({ ...limits, keepAliveTimeout: 5_000, joinDuplicateHeaders: true })
  server.timeout = 120_000
  server.maxConnections = 50
  return server
}

/**
 * Serves the page while its scope is open, and prints its address once. The address carries the token only when the token was made for this
 * run: a chosen token is known already.
 */
export const servePage = Effect.fn("Page.serve")(function* (
  { host, port, token }: PageSettings,
  tell: (address: string) => Effect.Effect<void>,
) {
  if (!isLoopback(host)) {
    const expected = inBoth(({ settings }) => settings.one_of_three("127.0.0.1", "::1", "localhost"))
    return yield* new Misconfigured({ variable: "--host", expected })
  }
  const own = token ?? Redacted.make(secretText())
  const server = NodeHttpServer.layer(boundedServer, { host, port, gracefulShutdownTimeout: "2 seconds" })
  const served = HttpRouter.serve(
    layerRoutes(tokenDoor({ token: own, reusable: token !== null }, (yield* ConsoleUser) ?? "")),
    {
      disableLogger: true,
      disableListenLog: true,
    },
  ).pipe(
    // A span would name the address, and the first one holds the token.
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)),
    Layer.provideMerge(server),
  )
  const built = yield* Effect.catchTag(Layer.build(served), "ServeError", (error) =>
    Effect.fail(portRefused({ host: "--host", port: "--port" })(error)),
  )
  const { address } = yield* Effect.provideContext(HttpServer.HttpServer, built)
  const base = `http://${hostText(host)}:${address._tag === "UnixPathAddress" ? port : address.port}/`
  yield* tell(token === null ? `${base}enter/${Redacted.value(own)}` : base)
  return yield* Effect.never
})
