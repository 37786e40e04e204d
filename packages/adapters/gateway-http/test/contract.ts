/** How the conformance suite's options become this gateway's. */
import { Layer } from "effect"
import { Policy } from "@cauri/core"
import type { Gateway } from "@cauri/core/adapter"
import type { GatewayOptions } from "@cauri/conformance"
import { type CredentialsVault, layerCredentials } from "../src/credentials.ts"

/** A gateway with the suite's credentials and times. */
export const around = <E>(options: GatewayOptions, gateway: Layer.Layer<Gateway, E, CredentialsVault>) =>
  gateway.pipe(
    Layer.provide(layerCredentials({ [options.project]: options.credentials })),
    Layer.provide(
      Policy.layer({
        calls: {
          connectTimeout: options.timeouts.connect,
          creationTimeout: options.timeouts.creation,
          confirmTimeout: options.timeouts.confirm,
        },
      }),
    ),
  )

/** The suite's bound on the requests of one confirm. */
export const confirmsOf = ({ mostConfirmRequests }: GatewayOptions) => ({
  retries: mostConfirmRequests - 1,
  retryAfter: 1,
})
