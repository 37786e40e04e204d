/**
 * The signed callback address and the endpoint behind it: table of contents.
 */

// The address
export {
  type CallbackAddressOptions,
  CallbackVerifier,
  layerCallbackAddress,
  layerCallbackAddressConfig,
  layerCallbackAddressUsingMac,
} from "./signedAddress.ts"
export type { CallbackKey, CallbackKeys } from "./keyRing.ts"
export { CallbacksMisconfigured } from "./CallbacksMisconfigured.ts"

// The endpoint
export { CallbackReceiver, defaultReceiverLimits, type ReceiverLimits } from "./CallbackReceiver.ts"
export { layerCallbackRoute, layerUntraced } from "./callbackRoute.ts"
export { toWebHandler, type WebHandler } from "./toWebHandler.ts"
export {
  type NodeListener,
  type NodeRequest,
  type NodeResponse,
  toNodeContinueListener,
  toNodeListener,
} from "./toNodeListener.ts"
export { type CallbackRequest, fromServerRequest } from "./CallbackRequest.ts"
export type { Deadline } from "./deadlines.ts"
export { type AnswerName, answers } from "./answers.ts"

// The body
export { type BodyOddity, type CallbackBody, readCallbackBody } from "./readCallbackBody.ts"
export { bodyLimits } from "./limits.ts"
export type { Oddity } from "./assessCallback.ts"
