/**
 * The gateway for Deno and Bun, over their `fetch`. It cannot see whether a request left, so every failure after the call began is
 * `no_answer`; and the runtime manages TLS, proxies and connections. On Node, whose `fetch` may send twice, use `@cauri/gateway-http`.
 */
import type { Layer } from "effect"
import { configured, type Gateway } from "@cauri/core/adapter"
import type { CredentialsVault } from "./credentials.ts"
import { makeFetchTransport } from "./fetchTransport.ts"
import type { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import { layerOver } from "./layerOver.ts"
import type { GatewayOptions } from "./options.ts"

export {
  credentialsConfig,
  CredentialsKeeper,
  CredentialsVault,
  layerCredentials,
  layerCredentialsConfig,
  layerCredentialsFrom,
  type ProjectCredentials,
  type ProjectsCredentials,
} from "./credentials.ts"
export { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
export { layerOver } from "./layerOver.ts"
export { type CallLimits, type ConfirmLimits, defaultLimits, type GatewayOptions } from "./options.ts"
export {
  type TransportResult,
  type ConnectionKind,
  type OutgoingRequest,
  type Transport,
  unanswered,
  unsent,
} from "./Transport.ts"

/** The gateway over `fetch`. It starts only where that sends each creation once: on Deno, on Bun, and over a `FetchHttpClient.Fetch` of yours. */
export const layer = (options: GatewayOptions): Layer.Layer<Gateway, GatewayMisconfigured, CredentialsVault> =>
  layerOver(options, makeFetchTransport)

/** The gateway with its options from configuration. */
export const layerConfig = configured(layer)
