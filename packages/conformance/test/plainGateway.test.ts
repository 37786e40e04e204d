/** The plain gateway passes the suite: what the broken ones are made of. */
import { gatewaySuite } from "@cauri/conformance"
import { plainGateway } from "./gateway/plainGateway.ts"

gatewaySuite("plain gateway", plainGateway)
