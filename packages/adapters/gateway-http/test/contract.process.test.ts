/** The contract that every gateway must keep, over Node's sockets. The same over fetch is a test of the process tier. */
import { gatewaySuite } from "@cauri/conformance"
import { layer } from "../src/nodeGateway.ts"
import { around, confirmsOf } from "./contract.ts"

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
