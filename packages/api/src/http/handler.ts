/** The API as a function from a request to a response: which operation it asks for, whether its key may, and what came of it. */
import { type Payins, type PaymentStore, type Payouts, Policy, type Review } from "@cauri/core"
import { type Documents, readerOf, SharedState, type WakeSignal } from "@cauri/core/adapter"
import { showing } from "@cauri/plain"
import { Clock, Deferred, Effect, type Scope as EffectScope } from "effect"
import { isWithin } from "../keys/addresses.ts"
import { keyOfSecret, type OpenKey, type Scope } from "../keys/keys.ts"
import { batchHandlers } from "./batches.ts"
import { openApi } from "./document.ts"
import { eventHandlers } from "./events.ts"
import { endpoints, natures, noFields, type OperationId } from "./operations.ts"
import { type Call, type House, paymentHandlers } from "./payments.ts"
import { type Answer, mayDo, problemFrom, RequestRefused, stopping } from "./problems.ts"
import { bodyOf, checkTypes, largestList, queryIn, unread } from "./requests.ts"

/** Answers web requests; every path and method has an answer. `from`: the client's address, for keys with a list of addresses. */
export type ApiHandler = (request: Request, from?: string) => Promise<Response>

/** How the API stands in its host. */
export interface ApiOptions {
  /** The country of local phone numbers; left out: they are refused. */
  readonly country?: string
  /** The path under which the host calls the handler, such as `/payments-api`. Default: the root. */
  readonly base?: string
}

/** The services that the API uses. */
export type ApiServices = Payins | Payouts | Review | PaymentStore | SharedState | Documents | WakeSignal

interface Operation {
  readonly scope: Scope | null
  readonly id: OperationId
  readonly method: string
  readonly takesQuery: boolean
  /** Refuses a body with a value of another JSON type than its field. */
  readonly checkBody: ReturnType<typeof checkTypes>
}

interface Route {
  readonly pattern: RegExp
  readonly operations: ReadonlyArray<Operation>
}

/** The addresses, each with its operations. */
const routes: ReadonlyArray<Route> = [...new Set(endpoints.map(({ path }) => path))].map((path) => ({
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(":id", "([^/]+)")}$`),
  operations: endpoints
    .filter((endpoint) => endpoint.path === path)
    .map(({ identifier: id, method, payload, query }) => ({
      id,
      method,
      scope: natures[id][0],
      takesQuery: query !== undefined,
      checkBody: checkTypes(payload.get("application/json")?.schemas[0] ?? noFields),
    })),
}))

/** Does this operation create what stands at the address? */
const isCreation = ({ identifier, path }: (typeof endpoints)[number], address: string): boolean =>
  identifier.startsWith("create") && new RegExp(`^${path.replace("/:id", "")}(/[^/]+)?$`).test(address)

const routed = Effect.fnUntraced(function* (path: string, method: string) {
  for (const { operations, pattern } of routes) {
    const found = pattern.exec(path)
    if (found === null) continue
    const operation = operations.find((each) => each.method === method)
    if (operation !== undefined) return { ...operation, segment: found[1] ?? "" }
    const headers = { allow: operations.map((each) => each.method).join(", ") }
    const made = /^P(OS|U)T$/.test(method) && endpoints.find((each) => isCreation(each, path))
    return yield* new RequestRefused({
      code: "method_not_allowed",
      headers,
      ...(made && {
        says: ({ apiProblems }) => apiProblems.create_with(`${made.method} ${made.path.replace(":id", "{id}")}`),
      }),
    })
  }
  return yield* new RequestRefused({ code: "not_found" })
})

const unauthorized = new RequestRefused({ code: "unauthorized", headers: { "www-authenticate": "Bearer" } })

/** The key of a request, which may do this from there. */
const authorized = Effect.fnUntraced(function* (request: Request, from: string | undefined, { scope }: Operation) {
  const [, secret = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? []
  const key = yield* keyOfSecret(secret)
  if (key === null) return yield* unauthorized
  const isThere = key.addresses.length === 0 || isWithin(from, key.addresses)
  if (!isThere) return yield* new RequestRefused({ code: "forbidden" })
  if (scope !== null) yield* mayDo(key, scope)
  return key
})

const takeToken = Effect.fnUntraced(function* ({ name, perMinute }: OpenKey) {
  if (perMinute === null) return
  const limit = { perSecond: perMinute / 60, burst: perMinute }
  const now = yield* Clock.currentTimeMillis
  const retryAfter = yield* (yield* SharedState).takeRateToken({ rate: `own/api/${name}`, limit, now })
  if (retryAfter > 0) return yield* new RequestRefused({ code: "too_many_requests", retryAfter })
})

/** Without its escapes; an address with broken ones is no payment's. */
const decoded = (segment: string) =>
  Effect.try({ try: () => decodeURIComponent(segment), catch: () => new RequestRefused({ code: "not_found" }) })

const baseOf = (given: string): string => {
  const base = given.replace(/\/+$/, "")
  if (base === "" || /^\/[^?#]*$/.test(base)) return base
  throw new TypeError("The base of the API is a path, such as /payments-api.")
}

const requestIdOf = ({ headers }: Request): string => {
  const given = headers.get("x-request-id") ?? ""
  return /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : crypto.randomUUID()
}

const responseOf = ({ body, headers, status }: Answer, requestId: string): Response =>
  new Response(body instanceof ReadableStream ? body : JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": requestId,
      ...headers,
    },
  })

/**
 * Makes the handler. It runs in the fiber's own context, so keep the runtime that made it. When its scope ends, what only waits stops, and
 * the scope waits for what may still reach the service.
 */
export const makeApiHandler = Effect.fn("Api.makeHandler")(function* ({
  base: given = "",
  country,
}: ApiOptions = {}): Effect.fn.Return<ApiHandler, never, ApiServices | EffectScope.Scope> {
  const base = baseOf(given)
  const context = yield* Effect.context<ApiServices>()
  const run = Effect.runPromiseWith(context)
  const closing = yield* Deferred.make<void>()
  const underWay = new Set<Promise<unknown>>()
  const counted: House["counted"] = (effect) =>
    Effect.suspend(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.add(promise)
      void promise.then(() => underWay.delete(promise))
      return Effect.ensuring(effect, Effect.sync(resolve))
    })
  const drained = Effect.promise(async () => {
    while (underWay.size > 0) await Promise.all(underWay)
  })
  yield* Effect.addFinalizer(() => Effect.andThen(Deferred.succeed(closing, undefined), drained))

  const house: House = { country: country ?? null, show: showing(yield* Policy), counted, closing, seats: new Map() }
  const open = {
    getOpenApi: () => ({ ...openApi(), servers: [{ url: base === "" ? "/" : base }] }),
    getHealth: () => ({ status: "ok" }),
  }
  const handlers: Readonly<
    Record<
      Exclude<OperationId, "getOpenApi" | "getHealth">,
      (call: Call) => Effect.Effect<Answer, unknown, ApiServices>
    >
  > = { ...paymentHandlers(house), ...batchHandlers(house), ...eventHandlers(house) }

  const answered = Effect.fnUntraced(function* (request: Request, from: string | undefined) {
    if (yield* Deferred.isDone(closing)) return yield* Effect.fail(stopping())
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
    const operation = yield* routed(path, request.method)
    const checkQuery = operation.takesQuery ? Effect.void : queryIn(noFields, searchParams)
    if (operation.id === "getOpenApi" || operation.id === "getHealth") {
      yield* checkQuery
      return { status: 200, body: open[operation.id]() }
    }
    const key = yield* authorized(request, from, operation)
    if (request.method !== "GET" && operation.id !== "ackEvents") yield* takeToken(key)
    yield* checkQuery
    const read = operation.id === "createBatch" ? bodyOf(request, largestList) : bodyOf(request)
    const body = Effect.tap(read, (each) => Effect.fromResult(operation.checkBody(each)))
    return yield* handlers[operation.id]({
      key,
      id: yield* decoded(operation.segment),
      request,
      query: (schema) => queryIn(schema, searchParams),
      body,
      bodyAs: (schema) => Effect.flatMap(body, (read) => Effect.fromResult(readerOf(schema)(unread(read)))),
      takeToken: Effect.provideContext(takeToken(key), context),
    })
  })

  return async (request, from) => {
    const requestId = requestIdOf(request)
    const answer = answered(request, from).pipe(
      Effect.catchCause((cause) => problemFrom(cause, requestId)),
      counted,
    )
    return responseOf(await run(answer), requestId)
  }
})
