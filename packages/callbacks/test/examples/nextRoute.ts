import type { WebHandler } from "@cauri/callbacks"

/**
 * Next, `app/callbacks/[address]/route.ts`: export the handler under every method. Next itself answers the methods that are not
 * exported.
 *
 * `export const { GET, POST, PUT, PATCH, DELETE } = nextRoute(handler)`
 */
export const nextRoute = (handler: WebHandler) => ({
  GET: handler,
  POST: handler,
  PUT: handler,
  PATCH: handler,
  DELETE: handler,
})
