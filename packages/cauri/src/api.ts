/** The HTTP API beside your own routes, for programs in other languages, and the keys that open it. */
import "./requireNode.ts"
import { addKey, type ApiKey, type ApiOptions, type KeyInput, listKeys, makeApiHandler, revokeKey } from "@cauri/api"
import type { PaymentStore } from "@cauri/core"
import { Documents } from "@cauri/core/adapter"
import { closedError, invalidInput, PaymentsError } from "@cauri/plain"
import { type NodeListener, nodeListenerOf } from "@cauri/runtime/listener"
import { Context, Effect, Option, Redacted, Scope } from "effect"
import type { Host } from "./choices/choices.ts"
import { layerDigest } from "./choices/layerCrypto.ts"
import { insideOf } from "./inside.ts"
import type { Payments } from "./payments/Payments.ts"

export type { ApiKey, KeyInput, Scope } from "@cauri/api"

/** Which payments the API serves, and how. */
export interface ApiHandlerOptions extends ApiOptions {
  readonly payments: Payments<Host>
}

/** The API: for hosts that speak web requests, and for hosts that hand on Node's own. */
export interface Api {
  /** For Hono, Next, Deno, Bun. `from`: the client's address, for keys that name addresses. */
  readonly handler: (request: Request, from?: string) => Promise<Response>
  /** For node:http, Express, Fastify, Nest. The address of the connection counts, so not behind a proxy. */
  readonly nodeHandler: NodeListener
  /** What opens it. Every program on the store takes the same keys. */
  readonly keys: ApiKeys
}

/** The keys of a store. */
export interface ApiKeys {
  /**
   * Adds a key. Its secret is shown here, and nowhere again.
   *
   * ```ts
   * const { keys } = apiHandler({ payments })
   * const { secret } = await keys.add({ name: "till", project: "shop", may: ["collect"] })
   * secret.startsWith("cauri_") // => true
   * ```
   */
  add(key: KeyInput): Promise<{ readonly key: ApiKey; readonly secret: string }>
  /**
   * Revokes a key: the next request with it is refused, in every program.
   *
   * ```ts
   * const { keys } = apiHandler({ payments })
   * await keys.add({ name: "till", project: "shop", may: ["read"] })
   * await keys.revoke("till").then(({ revokedAt }) => revokedAt === null) // => false
   * ```
   */
  revoke(name: string): Promise<ApiKey>
  /**
   * All keys, those that were revoked too, without their secrets.
   *
   * ```ts
   * const { keys } = apiHandler({ payments })
   * await keys.list() // => []
   * ```
   */
  list(): Promise<ReadonlyArray<ApiKey>>
}

/**
 * The API over these payments. No path but its own description answers without a key.
 *
 * ```ts
 * const { handler, keys } = apiHandler({ payments })
 * const { secret } = await keys.add({ name: "till", project: "shop", may: ["read"] })
 * const asked = (headers: Record<string, string>) => handler(new Request("https://shop.example/v1/payins", { headers }))
 * await asked({ authorization: `Bearer ${secret}` }).then(({ status }) => status) // => 200
 * await asked({}).then(({ status }) => status) // => 401
 * ```
 */
export const apiHandler = ({ payments, ...options }: ApiHandlerOptions): Api => {
  const { context, runner } = insideOf(payments)
  const documents = Context.getOption(context, Documents)
  if (Option.isNone(documents))
    throw new PaymentsError({
      code: "misconfigured",
      message:
        "The API keeps its keys in the port Documents, which this store of your own does not have: give it to ownStore too.",
      field: "store",
    })
  const services = Context.add(context, Documents, documents.value)
  const keyed = <A>(effect: Effect.Effect<A, unknown, Documents | PaymentStore>) =>
    runner.run(Effect.provideService(effect, Documents, documents.value))
  // The routes hold nothing that would have to be let go.
  const ready = Effect.runPromise(
    Effect.flatMap(Scope.make(), (scope) =>
      makeApiHandler(options).pipe(
        Effect.provide(layerDigest),
        Effect.provideContext(Context.add(services, Scope.Scope, scope)),
      ),
    ),
  )
  // The first request gets a failure.
  ready.catch(() => {})
  const handler: Api["handler"] = async (request, from) => {
    if (runner.isClosed()) throw closedError()
    return await (
      await ready
    )(request, from)
  }
  return {
    handler,
    nodeHandler: nodeListenerOf(handler),
    keys: {
      add: async (key) => {
        const inUse = invalidInput("name", "one that no key has yet: revoke that key first, or choose another name")
        const added = await keyed(Effect.catchTag(addKey(key), "KeyExists", () => Effect.fail(inUse)))
        return { key: added.key, secret: Redacted.value(added.secret) }
      },
      revoke: async (name) => {
        const none = invalidInput("name", "that of a key that is in use; `keys.list` has them")
        return keyed(Effect.catchTag(revokeKey(name), "KeyNotFound", () => Effect.fail(none)))
      },
      list: async () => keyed(listKeys),
    },
  }
}
