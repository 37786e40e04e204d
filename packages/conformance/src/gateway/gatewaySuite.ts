/**
 * The contract of the `Gateway` port as a list of its facets, and the function that runs it on an adapter.
 */
import { Layer } from "effect"
import { type Facet, register } from "../Facet.ts"
import { confirming } from "./confirming.ts"
import { creating } from "./creating.ts"
import { GatewayUnderTest, type MakeGateway } from "./GatewayUnderTest.ts"
import { redirects } from "./redirects.ts"
import { requests } from "./requests.ts"
import { reusing } from "./reusing.ts"
import { secrets } from "./secrets.ts"
import { connecting, sending } from "./sending.ts"
import { sentOnce } from "./sentOnce.ts"
import { confirmingUnderFaults, creatingUnderFaults } from "./underFaults.ts"

/** What `Gateway` promises. */
export const gatewayFacets: ReadonlyArray<Facet<GatewayUnderTest>> = [
  requests,
  creating,
  confirming,
  creatingUnderFaults,
  confirmingUnderFaults,
  sending,
  connecting,
  redirects,
  sentOnce,
  reusing,
  secrets,
]

/** What an adapter may be forgiven, because its runtime leaves it no choice. */
export interface GatewayAllowances {
  /** Header names, in lower case, that the runtime adds to every request by itself. */
  readonly runtimeHeaders?: ReadonlyArray<string>
  /**
   * The runtime shows nothing of the socket, as `fetch` does: whatever fails once a request began must be `NoAnswer` then, and the
   * facet about connections is left out.
   */
  readonly socketUnseen?: boolean
}

/** Runs the contract of the gateway as tests. Every build must be an adapter of its own. */
export const gatewaySuite = (name: string, make: MakeGateway, allowances: GatewayAllowances = {}): void => {
  const { runtimeHeaders = [], socketUnseen = false } = allowances
  register(
    name,
    Layer.succeed(GatewayUnderTest, { make, runtimeHeaders, seesItsSocket: !socketUnseen }),
    gatewayFacets.filter((facet) => !socketUnseen || facet !== connecting),
  )
}
