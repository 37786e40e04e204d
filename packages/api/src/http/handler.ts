/** The API as a function from a request to a response. */
import type { Payins, PaymentStore, Payouts, Review } from "@cauri/core"
import type { Documents, SharedState, WakeSignal } from "@cauri/core/adapter"
import { Effect, type Scope } from "effect"

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

export const makeApiHandler = (
  _options: ApiOptions = {},
): Effect.Effect<ApiHandler, never, ApiServices | Scope.Scope> => Effect.die("to come")
