/**
 * The gateway over HTTPS: table of contents. `@cauri/gateway-http/fetch` is the same for runtimes other than Node.
 */

// The gateway
export { layer, layerConfig, type NodeGatewayOptions } from "./nodeGateway.ts"
export { type CallLimits, type ConfirmLimits, defaultLimits, type GatewayOptions } from "./options.ts"
export { GatewayMisconfigured } from "./GatewayMisconfigured.ts"

// A gateway over another HTTP client
export { layerOver } from "./layerOver.ts"
export {
  type TransportResult,
  type ConnectionKind,
  type OutgoingRequest,
  type Transport,
  unanswered,
  unsent,
} from "./Transport.ts"

// Credentials
export {
  credentialsConfig,
  CredentialsKeeper,
  CredentialsVault,
  layerCredentials,
  layerCredentialsConfig,
  layerCredentialsFrom,
  type ProjectCredentials,
  type ProjectsCredentials,
} from "./credentials.ts"
export { type CredentialsFile, layerCredentialsFile } from "./credentialsFile.ts"
