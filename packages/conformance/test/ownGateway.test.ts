/** A gateway as its author tests it, as the README and the site show it. The broken gateways are made of this one. */
import { gatewaySuite } from "@cauri/conformance"
import { plainGateway } from "./gateway/plainGateway.ts"

// The suite asks for a new adapter with an address on this machine, credentials, a certificate authority and time-outs.
gatewaySuite("my gateway", (options) => plainGateway(options))
