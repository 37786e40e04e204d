/** The gateway keeps the contract. */
import { gatewaySuite } from "@cauri/conformance"
import { plainGateway } from "./gateway/plainGateway.ts"

// The suite asks for a new adapter with an address on this machine, credentials, a certificate authority and time-outs.
gatewaySuite("my gateway", (options) => plainGateway(options))
