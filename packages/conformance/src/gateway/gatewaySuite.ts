/**
 * The contract of the `Gateway` port as a list of its facets, and the function that runs it on an adapter.
 */
import { Layer } from "effect"
import { type Facet, register } from "../Facet.ts"
import { specifiedReplies } from "./bodies.ts"
import { confirming } from "./confirming.ts"
import { creating } from "./creating.ts"
import { GatewayUnderTest, type MakeGateway, type Replies } from "./GatewayUnderTest.ts"
import { redirects } from "./redirects.ts"
import { requests } from "./requests.ts"
import { reusing } from "./reusing.ts"
import { secrets } from "./secrets.ts"
import { connecting, sending } from "./sending.ts"
import { sentOnce } from "./sentOnce.ts"
import { confirmingUnderFaults, creatingUnderFaults } from "./underFaults.ts"

/** How the service of the specification is asked, and what it says. */
const specified: ReadonlyArray<Facet<GatewayUnderTest>> = [requests, creating, confirming]

/** What `Gateway` promises. */
export const gatewayFacets: ReadonlyArray<Facet<GatewayUnderTest>> = [
  ...specified,
  creatingUnderFaults,
  confirmingUnderFaults,
  sending,
  connecting,
  redirects,
  sentOnce,
  reusing,
  secrets,
]

/** What an adapter may be forgiven, because its runtime leaves it no choice, and what service it speaks with. */
export interface GatewayAllowances {
  /** The answers of another service than the specification's: the facets about that one's requests and answers are left out. */
  readonly replies?: Replies
  /** Header names, in lower case, that the runtime adds to every request by itself. */
  readonly runtimeHeaders?: ReadonlyArray<string>
  /**
   * The runtime shows nothing of the socket, as `fetch` does: whatever fails once a request began must be `no_answer` then, and the
   * facet about connections is left out.
   */
  readonly socketUnseen?: boolean
}

/** Runs the contract of the gateway as tests. Every build must be an adapter of its own. */
export const gatewaySuite = (name: string, make: MakeGateway, allowances: GatewayAllowances = {}): void => {
  const { replies, runtimeHeaders = [], socketUnseen = false } = allowances
  const leftOut = [...(socketUnseen ? [connecting] : []), ...(replies === undefined ? [] : specified)]
  register(
    name,
    Layer.succeed(GatewayUnderTest, {
      make,
      replies: replies ?? specifiedReplies,
      runtimeHeaders,
      seesItsSocket: !socketUnseen,
    }),
    gatewayFacets.filter((facet) => !leftOut.includes(facet)),
  )
}
