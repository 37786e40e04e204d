import type { WebHandler } from "@cauri/callbacks"

/**
 * Next, `app/callbacks/[address]/route.ts`: one handler under every method, or Next would answer some of them itself. Next loads the
 * file when it builds the app, where there is no store, so the first request starts the endpoint.
 *
 * `export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextRoute(() => startCallbacks(store, options))`
 */
export const nextRoute = (
  start: () => Promise<{ readonly handler: WebHandler }>,
) => {
  let started: ReturnType<typeof start> | undefined
  const handler: WebHandler = async (request) => {
    started ??= start().catch((error: unknown) => {
      // The next request tries again.
      started = undefined
      throw error
    })
    return (await started).handler(request)
  }
  return {
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
  }
}
