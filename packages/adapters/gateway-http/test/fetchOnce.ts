/** A `fetch` of undici that sends each request once: one dispatch for each call, over HTTP/1.1. Node's own `fetch` does not. */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Agent, fetch } from "undici"

/** The `fetch` as a layer, which trusts this authority if one is given. */
export const layerFetchOnce = (ca?: string): Layer.Layer<never> =>
  Layer.effect(
    FetchHttpClient.Fetch,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ allowH2: false, ...(ca === undefined ? {} : { connect: { ca } }) })),
        (open) => Effect.promise(() => open.destroy()),
      )
      const once: typeof globalThis.fetch = (input, init) => {
        let begun = false
        const dispatcher = agent.compose((dispatch) => (options, handler) => {
          if (begun) throw new Error("a second dispatch")
          begun = true
          return dispatch(options, handler)
        })
        // undici has types of its own for what Node has too.
        return Reflect.apply(fetch, undefined, [input, { ...init, dispatcher }])
      }
      return once
    }),
  )
