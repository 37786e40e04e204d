/**
 * The gateway for runtimes without Node's sockets, over their `fetch`. It cannot see whether a request left, so every failure after
 * the call began is `NoAnswer`; and TLS, proxies and connections are the runtime's own affair. On Node use `@cauri/gateway-http`.
 */
import { Effect, Layer } from "effect"
import { type Credentials, Gateway } from "@cauri/core"
import { makeFetchTransport } from "./fetchTransport.ts"
import type { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import { makeGateway } from "./httpGateway.ts"
import { checkOptions, type GatewayOptions } from "./options.ts"

export {
  credentialsConfig,
  CredentialsKeeper,
  layerCredentials,
  layerCredentialsConfig,
  layerCredentialsFrom,
  type ProjectsCredentials,
} from "./credentials.ts"
export { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
export { type CallLimits, type ConfirmLimits, defaultLimits, type GatewayOptions } from "./options.ts"

/** The gateway over `fetch`. */
export const layer = (options: GatewayOptions): Layer.Layer<Gateway, GatewayMisconfigured, Credentials> =>
  Layer.effect(
    Gateway,
    Effect.gen(function* () {
      const settings = yield* checkOptions(options)
      return yield* makeGateway(yield* makeFetchTransport, settings)
    }),
  )
