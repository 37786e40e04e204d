/** The pages as a function from a request to a response, for a team's own admin, behind its own sign-in. */
import { Effect } from "effect"
import { Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Language } from "@cauri/catalogue"
import { hostDoor, type Who } from "../door/hostDoor.ts"
import { layerRoutes, type PageServices } from "./routes.ts"

/** How the pages stand in their host. */
export interface ConsoleHandlerOptions {
  /** Who sends this request, and what they may do; null: someone whom the host does not know, and who sees no payment. */
  readonly who: Who
  /** The path under which the host calls the handler, such as `/admin/payments`. Default: the root. */
  readonly base?: string
  /** The language of people who have chosen none. Default: as their browser asks. */
  readonly language?: Language
}

/** Answers web requests; every path and method has an answer. */
export type ConsoleHandler = (request: Request) => Promise<Response>

const baseOf = (given: string): string => {
  const base = given.replace(/\/+$/, "")
  if (base === "" || /^\/[^?#]*$/.test(base)) return base
  throw new TypeError("The base of the console is a path, such as /admin/payments.")
}

/** The address within the console. */
const within = ({ pathname, search }: URL, base: string): string => {
  const path = pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
  return `${path === "" ? "/" : path}${search}`
}

/**
 * Makes the handler. It runs in the fiber's own context, so keep the runtime that made it. No path, page or asset answers before `who` has
 * named a person who may look, and a form is taken only from a page of the same address.
 */
export const makeConsoleHandler = Effect.fn("Console.makeHandler")(function* (options: ConsoleHandlerOptions) {
  const base = baseOf(options.base ?? "")
  const run = Effect.runPromiseWith(yield* Effect.context<PageServices>())
  const routes = yield* HttpRouter.toHttpEffect(
    layerRoutes(hostDoor(options.who), { base, language: options.language ?? null }),
  )
  const handler: ConsoleHandler = async (request) => {
    const url = new URL(request.url)
    const asked = HttpServerRequest.fromWeb(request)
    const headers = Headers.set(asked.headers, "host", asked.headers["host"] ?? url.host)
    const answer = routes.pipe(
      Effect.provideService(HttpServerRequest.HttpServerRequest, asked.modify({ url: within(url, base), headers })),
      Effect.scoped,
      Effect.orDie,
    )
    return HttpServerResponse.toWeb(await run(answer))
  }
  return handler
})
