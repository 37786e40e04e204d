/** The console: what a person looks at, and what they decide, as functions over core's ports and as pages for a team's own admin. */

// Pages
export { type ConsoleHandler, type ConsoleHandlerOptions, makeConsoleHandler } from "./page/consoleHandler.ts"
export type { Permission, Person } from "./frame/Visitor.ts"
export type { PageServices } from "./page/routes.ts"

// What there is to look at
export {
  worklist,
  type Worklist,
  type WorklistFilter,
  type WorklistName,
  type WorklistRow,
} from "./payments/worklist.ts"
export { type Timeline, timelineOf } from "./payments/timeline.ts"
export { type DayReport, dayReport } from "./payments/report.ts"
export { audit, type Finding } from "./payments/audit.ts"
export { evidenceOf } from "./payments/evidence.ts"

// What a person decides
export {
  type Act,
  allowedOn,
  type AllowedAct,
  decide,
  type Decided,
  type Done,
  ServiceLine,
  type Undecided,
} from "./payments/decisions.ts"
export { DeedRecords, layerDeedRecords, recordDeed, recordReveal } from "./payments/reveal.ts"
