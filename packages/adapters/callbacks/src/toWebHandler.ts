/**
 * The endpoint as a function from a web-standard request to a web-standard response: what Hono, Next, Deno, Bun and workers call, and
 * what `toNodeListener` makes a listener of.
 */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CallbackReceiver } from "./CallbackReceiver.ts"

/** Answers web requests; every path and method has an answer. */
export type WebHandler = (request: Request) => Promise<Response>

/**
 * Makes the handler. It runs in the fiber's own context, so keep the runtime that made it:
 * `const handler = await ManagedRuntime.make(layer).runPromise(toWebHandler)`.
 */
export const toWebHandler: Effect.Effect<WebHandler, never, CallbackReceiver> = Effect.gen(function* () {
  const receiver = yield* CallbackReceiver
  const context = yield* Effect.context()
  const run = Effect.runPromiseWith(context)
  return async (request: Request) =>
    HttpServerResponse.toWeb(await run(receiver.receive(HttpServerRequest.fromWeb(request))))
})
