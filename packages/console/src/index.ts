/** The console: what a person looks at, and what they decide, as functions over core's ports and as pages for a team's own admin. */

// Pages
export { type ConsoleHandler, type ConsoleHandlerOptions, makeConsoleHandler } from "./serving/consoleHandler.ts"
export type { Permission, Person } from "./frame/Visitor.ts"
export type { PageServices } from "./serving/routes.ts"

// What there is to look at
export {
  worklist,
  type Worklist,
  type WorklistFilter,
  type WorklistName,
  type WorklistRow,
} from "./worklist/worklist.ts"
export { type Timeline, timelineOf } from "./payment/timeline.ts"
export { type DayReport, dayReport } from "./figures/dayReport.ts"
export { audit, type Finding } from "./checks/audit.ts"
export { evidenceOf } from "./payment/evidence.ts"

// What a person decides
export { decide, type Decided, type Done, type Undecided } from "./deciding/decide.ts"
export { type Act, allowedOn, type AllowedAct, ServiceLine } from "./payment/allowed.ts"
export { DeedRecords, layerDeedRecords, recordDeed, recordReveal } from "./deeds/recordDeed.ts"
