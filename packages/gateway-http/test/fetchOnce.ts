/** A `fetch` of undici that sends each request once: one dispatch for each call, over HTTP/1.1. Node's own `fetch` does not. */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Agent, fetch, type RequestInit } from "undici"

/** The `fetch` as a layer, which trusts this authority if one is given. */
export const layerFetchOnce = (ca?: string): Layer.Layer<never> =>
  Layer.effect(
    FetchHttpClient.Fetch,
    Effect.gen(function* () {
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ allowH2: false, ...(ca === undefined ? {} : { connect: { ca } }) })),
        (open) => Effect.promise(() => open.destroy()),
      )
      const once = (input: string, init?: RequestInit) => {
        let begun = false
        const dispatcher = agent.compose((dispatch) => (options, handler) => {
          if (begun) throw new Error("a second dispatch")
          begun = true
          return dispatch(options, handler)
        })
        return fetch(input, { ...init, dispatcher })
      }
      // undici has types of its own for what Node has too.
      return once as unknown as typeof globalThis.fetch
    }),
  )
