/** The gateway as a layer over any transport, the host's own included. */
import { Effect, Layer, type Scope } from "effect"
import { Gateway } from "@cauri/core/adapter"
import type { CredentialsVault } from "./credentials.ts"
import type { GatewayMisconfigured } from "./GatewayMisconfigured.ts"
import { makeGateway } from "./httpGateway.ts"
import { checkOptions, type GatewayOptions } from "./options.ts"
import type { Transport } from "./Transport.ts"

/**
 * The gateway over a transport that is built with the layer. A transport makes at most one request, follows no redirect, calls `mayLeave`
 * just before the first byte, and reports `not_sent` only for a request that certainly did not leave; the rest is done here.
 */
export const layerOver = <E, R>(
  options: GatewayOptions,
  transport: Effect.Effect<Transport, E, R>,
): Layer.Layer<Gateway, GatewayMisconfigured | E, CredentialsVault | Exclude<R, Scope.Scope>> =>
  Layer.effect(
    Gateway,
    Effect.gen(function* () {
      const settings = yield* checkOptions(options)
      return yield* makeGateway(yield* transport, settings)
    }),
  )
