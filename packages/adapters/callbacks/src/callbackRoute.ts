/**
 * The endpoint as a route of Effect's router: every method of `/callbacks/{address}`, answered by the receiver. The addresses are
 * capabilities, so they stay out of logs and traces.
 */
import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest } from "effect/http"
import { CallbackReceiver } from "./CallbackReceiver.ts"
import { callbacksSegment } from "./signedAddress.ts"

/** Adds the route to the router. The server's own log line is off for it, because it would name the address. */
export const layerCallbackRoute: Layer.Layer<never, never, HttpRouter.HttpRouter | CallbackReceiver> = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const receiver = yield* CallbackReceiver
    yield* router.add(
      "*",
      `/${callbacksSegment}/*`,
      (request) => HttpMiddleware.withLoggerDisabled(receiver.receive(request)),
      {
        uninterruptible: true,
      },
    )
  }),
)

/** Keeps the addresses out of the server's spans, which name the whole path. Give it to the server: `Layer.provide(layerUntraced)`. */
export const layerUntraced: Layer.Layer<never> = Layer.succeed(
  HttpMiddleware.TracerDisabledWhen,
  (request: HttpServerRequest.HttpServerRequest) => request.url.includes(`/${callbacksSegment}/`),
)
