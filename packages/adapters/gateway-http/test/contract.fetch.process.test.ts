/** The contract that every gateway must keep, over a fetch: in the process tier, because it waits for what fetch gives up late. */
import { Layer } from "effect"
import { type GatewayOptions, gatewaySuite } from "@cauri/conformance"
import { layer } from "../src/fetch.ts"
import { around, confirmsOf } from "./contract.ts"
import { layerFetchOnce } from "./fetchOnce.ts"

/** One time-out of fetch counts for the connection and for the answer. */
const merged = ({ connect, creation, confirm }: GatewayOptions["timeouts"]): GatewayOptions["timeouts"] => ({
  connect,
  creation: Math.min(connect, creation),
  confirm: Math.min(connect, confirm),
})

gatewaySuite(
  "gateway-http over fetch",
  (options) =>
    around(
      { ...options, timeouts: merged(options.timeouts) },
      layer({ baseUrl: options.baseUrl, confirms: confirmsOf(options) }).pipe(
        Layer.provide(layerFetchOnce(options.ca)),
      ),
    ),
  // A fetch of undici adds these by itself, and shows nothing of its socket.
  { runtimeHeaders: ["accept", "accept-language", "sec-fetch-mode", "user-agent"], socketUnseen: true },
)
