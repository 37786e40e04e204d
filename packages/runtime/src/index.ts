/** What every deployed program needs: table of contents. */

// Settings
export { Misconfigured, type OptionProblem } from "./Misconfigured.ts"
export { type Environment, readAll, type Readers, readersOf } from "./readers.ts"
export { shapes } from "./shapes.ts"
export {
  commonSettings,
  type CommonSettings,
  commonVariablesOf,
  type LogSettings,
  markFileOf,
  storeSettings,
  type StoreSettings,
  storeVariablesOf,
} from "./commonSettings.ts"
export {
  callbackSettings,
  type CallbackSettings,
  callbackVariables,
  layerCallbackAddressOf,
} from "./callbackSettings.ts"
export {
  credentialSettings,
  serviceMisconfigured,
  serviceSettings,
  type ServiceSettings,
  serviceVariables,
} from "./serviceSettings.ts"
export { policyVariables, readPolicy } from "./readPolicy.ts"

// The command line and output
export { BadUsage, programHelp, readFlags, unknownOption } from "./flags.ts"
export { ignoreClosedOutputs } from "./ignoreClosedOutputs.ts"

// The store
export { layerStore, type LayerStoreOptions } from "./layerStore.ts"
export { layerStoreMark } from "./storeMark.ts"
export { type OwnVariable, type ShippedStore, type StorePlace } from "./stores.ts"

// How the program is
export { layerLogs, layerTelemetry } from "./telemetry.ts"
export { layerOperations } from "./operations.ts"
export { type PortRefused, portRefused } from "./PortRefused.ts"
export { layerGauges } from "./gauges.ts"

// A public port
export { clientBehind, type IsProxy, proxiesAt, rangesIn } from "./clients.ts"
export { type ListenAddress, type RunningServer, servePublic, socketLimits, type SocketLimits } from "./servePublic.ts"

// Its end
export { stopOnHangUp } from "./stopOnHangUp.ts"
export { untilStopped } from "./untilStopped.ts"
export { exitCodes, type Ending, isEnding, reasonOf, warnIfStopped, teardown, runProgram } from "./endings.ts"
