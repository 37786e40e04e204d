/** The console: what a person looks at, and what they decide, as functions over core's ports and as pages for a team's own admin. */

// Pages
export { type ConsoleHandler, type ConsoleHandlerOptions, makeConsoleHandler } from "./page/consoleHandler.ts"
export type { Permission, Person } from "./page/Visitor.ts"
export type { PageServices } from "./page/routes.ts"

// What there is to look at
export { worklist, type Worklist, type WorklistFilter, type WorklistName, type WorklistRow } from "./worklist.ts"
export { type Timeline, timelineOf } from "./timeline.ts"
export { type DayReport, dayReport } from "./report.ts"
export { audit, type Finding } from "./audit.ts"
export { evidenceOf } from "./evidence.ts"

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
} from "./decisions.ts"
export { DeedRecords, layerDeedRecords, recordDeed, recordReveal } from "./reveal.ts"
