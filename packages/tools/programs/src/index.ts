/** Our apps as processes: table of contents. */
export {
  addApiKey,
  type StoreAccess,
  type Sandbox,
  type Service,
  spawnApi,
  spawnConsole,
  spawnReceiver,
  spawnReconciler,
  spawnSandbox,
  spawnShop,
  type SpawnOverrides,
} from "./apps.ts"
export { type GradedPart, type GradedProgram, redLines, spawnGrading, unseenLines } from "./spawnGrading.ts"
export { bundleAway } from "./bundleAway.ts"
export { bundleInto, bundlePrograms, copySqliteDriver } from "./bundlePrograms.ts"
export { PlaygroundRefused } from "./playgroundFolder.ts"
export { freePort, type RunningOnPort, spawnOnPort } from "./ports.ts"
export { type Playground, type PlaygroundOptions, type PlaygroundPorts, spawnPlayground } from "./spawnPlayground.ts"
export { type AppOptions, appVersion, type ExitStatus, killPrograms } from "./spawnChild.ts"
export { type App, temporaryFolder, spawnApp, type SpawnAppOptions } from "./spawnApp.ts"
export {
  failsWhenEnded,
  parallelScope,
  ProgramFailed,
  type ProgramOptions,
  type Running,
  spawnProgram,
} from "./spawnProgram.ts"
export { namesIn, textNames } from "./helpNames.ts"
export { waitUntil } from "./waitUntil.ts"
