/** Our apps as processes: table of contents. */
export {
  type Books,
  type Sandbox,
  type Service,
  startConsole,
  startReceiver,
  startReconciler,
  startSandbox,
  startShop,
  type Wishes,
} from "./apps.ts"
export { bundleInto, bundlePrograms, copySqliteDriver } from "./bundlePrograms.ts"
export { HouseRefused } from "./houseFolder.ts"
export { freePort, type Placed, startOnPort } from "./ports.ts"
export { type House, type HouseOptions, type HousePorts, startHouse } from "./startHouse.ts"
export { type AppOptions, type Ended, killPrograms } from "./spawnApp.ts"
export { type App, newFolder, startApp, type StartAppOptions } from "./startApp.ts"
export {
  failsWhenEnded,
  newGroup,
  ProgramFailed,
  type ProgramOptions,
  type Running,
  startProgram,
} from "./startProgram.ts"
export { until } from "./until.ts"
