/**
 * The suites that every adapter must pass, and what an adapter's own tests may want of them.
 */

// The suites
export {
  sharedFacets,
  hostFacets,
  operationsFacets,
  operationsSuite,
  paymentFacets,
  paymentStoreSuite,
  sideDoorSuite,
  tableFacets,
} from "./suites.ts"
export { type Case, type Facet } from "./Facet.ts"
export { type GatewayAllowances, gatewayFacets, gatewaySuite } from "./gateway/gatewaySuite.ts"
export { specifiedReplies } from "./gateway/bodies.ts"
export { canaries, type Canaries, type Canary, type Leak, leakSearch } from "./gateway/leaks.ts"
export { type Said, witnessed } from "./gateway/Witness.ts"
export {
  type Asked,
  type GatewayOptions,
  GatewayUnderTest,
  type MakeGateway,
  type Replies,
} from "./gateway/GatewayUnderTest.ts"

// A certificate for a server on loopback
export { newAuthority } from "./gateway/certificates.ts"

// A look past the port
export { type Landed, type LandedNote, memorySideDoor, SideDoor, unreadableBody } from "./SideDoor.ts"

// A host that writes into the same database
export { HostTable, memoryHostTable } from "./HostTable.ts"

// Programs that race, and programs that are killed
export { type Program, racePrograms, startProgram } from "./programs.ts"

// A store that was restored from a copy
export { doubtWhatWasForgotten, intendPayout, payoutsSent, storeAfterCopy, storePayoutsToCopy } from "./restoring.ts"

// Payments to try a store with
export {
  type Ground,
  newGround,
  payinIn,
  payinStates,
  type PayinStateName,
  payoutIn,
  payoutStates,
  type PayoutStateName,
  type SampleTimes,
  type Step,
} from "./samples.ts"
