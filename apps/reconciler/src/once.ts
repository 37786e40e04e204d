/**
 * Works through what is due, and reports the results and what needs a person: for cron, for a first look after an outage, for a runbook.
 */
import { Clock, Effect } from "effect"
import { Worker } from "@cauri/core"
import { Activity, type Backlog, Reports, SharedState, StoreMark } from "@cauri/core/adapter"
import type { Progress } from "./progress.ts"

/** What was done, and how the store stands afterwards. */
export interface Summary extends Omit<Backlog, "oldestDueAt"> {
  /** Times that a payment, or an event for the host, was taken because it was due. */
  readonly taken: number
  /** Of these, the times that nothing could be done with it; it is tried again after its lease. */
  readonly failed: number
  /** Times that something was taken that this program cannot read: a person has to look at it. */
  readonly unreadable: number
  /** How often each event happened, such as `attempt_started`. */
  readonly events: Readonly<Record<string, number>>
  readonly pauses: ReadonlyArray<string>
  /** False: the mark of the store is missing or cannot be written, so nothing new was sent. The log names the file. */
  readonly sends: boolean
}

/**
 * What was due is taken first, so it has all been worked on after as many payments as were due. The resulting events are delivered in the
 * same run; a steady stream of new due payments does not keep the run from ending.
 */
const mostTaken = (due: number): number => 3 * due + 100

/** Repeats `runOnce` until nothing is due. */
export const workThrough = Effect.fn("Once.workThrough")(function* (progress: Progress) {
  const { runOnce } = yield* Worker
  const reports = yield* Reports
  const shared = yield* SharedState
  const activity = yield* Activity
  const standing = Effect.flatMap(Clock.currentTimeMillis, (now) => reports.backlog(now))

  const { due } = yield* standing
  let [taken, failed, unreadable] = [0, 0, 0]
  progress.tell(0, due)
  while (taken + unreadable < mostTaken(due)) {
    const ran = yield* runOnce
    if (ran.taken + ran.unreadable === 0) break
    taken += ran.taken
    failed += ran.failed
    unreadable += ran.unreadable
    const done = taken + unreadable
    progress.tell(done, Math.max(due, done + (yield* standing).due))
  }
  progress.end()
  const { oldestDueAt: _, ...left } = yield* standing
  const { events } = yield* activity.done
  const pauses = (yield* shared.pauses()).map(({ scope }) => scope)
  const sends = yield* (yield* StoreMark).ready
  const summary: Summary = { taken, failed, unreadable, events, ...left, pauses, sends }
  return summary
})

/** Is there something that only a person can end? */
export const needsPerson = ({ flagged, held, pauses, inDoubt, sends, unreadable }: Summary): boolean =>
  !sends || inDoubt + flagged + held + pauses.length + unreadable > 0

export const summaryText = (summary: Summary): string => {
  const events = Object.entries(summary.events).toSorted(([one], [other]) => one.localeCompare(other))
  const lines = [
    `Payments and events worked on: ${summary.taken}; could not be worked on: ${summary.failed}; cannot be read by this version: ${summary.unreadable}; still due: ${summary.due}.`,
    ...events.map(([name, count]) => `  ${name}: ${count}`),
    `In doubt ${summary.inDoubt}, flagged ${summary.flagged}, held ${summary.held}.`,
    ...summary.pauses.map(
      (scope) => `Paused: ${scope}. \`cauri console pauses\` says why and since when, and what ends it.`,
    ),
    ...(summary.sends ? [] : ["No new payment was sent: the mark of the store is missing or cannot be written."]),
    needsPerson(summary)
      ? "Something needs a person: run cauri console list, and look into what is in doubt, held or flagged."
      : "Nothing needs a person.",
  ]
  return `${lines.join("\n")}\n`
}
