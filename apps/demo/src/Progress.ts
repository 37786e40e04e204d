/** What the demo has done so far: the run writes it, the display reads it. */
import type { Coded, Tools } from "@cauri/catalogue/tools"
import type { ReceivedEvent } from "./ourBooks.ts"
import type { ServiceBooks } from "./SandboxControl.ts"

/** Something worth a line of its own. */
interface News {
  readonly at: number
  readonly what: Coded<Tools["demoNews"]>
}

export interface Progress {
  readonly startedAt: number
  phase: keyof Tools["demoPhases"]
  readonly total: number
  sent: number
  atRest: number
  /** Payments by rail and by state, as the store says. */
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>
  struck: ServiceBooks["struck"]
  wrongCodes: number
  readonly news: Array<News>
  readonly received: Array<ReceivedEvent>
}

/** A run that has not begun. */
export const newProgress = (startedAt: number, total: number): Progress => ({
  startedAt,
  phase: "starting",
  total,
  sent: 0,
  atRest: 0,
  counts: new Map(),
  struck: {},
  wrongCodes: 0,
  news: [],
  received: [],
})
