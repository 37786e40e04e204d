/** The contract that every gateway must keep, over Node's sockets. */
import { Effect, Layer } from "effect"
import { defaultPolicy, Policy } from "@cauri/core"
import { type GatewayOptions, gatewaySuite } from "@cauri/conformance"
import { layerCredentialsFrom } from "../src/credentials.ts"
import { layer } from "../src/nodeGateway.ts"

const around = (options: GatewayOptions, gateway: ReturnType<typeof layer>) =>
  gateway.pipe(
    Layer.provide(layerCredentialsFrom(() => Effect.succeed(options.credentials))),
    Layer.provide(
      Layer.succeed(Policy, {
        ...defaultPolicy,
        connectTimeout: options.timeouts.connect,
        creationTimeout: options.timeouts.creation,
        confirmTimeout: options.timeouts.confirm,
      }),
    ),
  )
const confirmsOf = (options: GatewayOptions) => ({ retries: options.mostConfirmRequests - 1, retryAfter: 1 })

gatewaySuite("gateway-http over undici", (options) =>
  around(
    options,
    layer({
      baseUrl: options.baseUrl,
      confirms: confirmsOf(options),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
  ),
)
