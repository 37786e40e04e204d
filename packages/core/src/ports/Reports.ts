/** What a store counts, for people and dashboards. No decision about a payment reads any of it. */
import { Context, type Effect } from "effect"
import type { EventTag } from "../model/Event.ts"
import type { PaymentKind } from "../model/Identifiers.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** Counts and sums of one group of payments. */
export interface Figure {
  readonly kind: PaymentKind
  readonly rail: string
  /** The operator that the service names, or else the declared one: each has a balance of its own at the service (#238). */
  readonly operator: string | null
  readonly state: string
  readonly count: number
  /** The sum of what was asked, and of what was really paid. */
  readonly sum: number
  readonly paid: number
  readonly openFlags: number
}

/** The payments of one kind and rail that were created in one step of a time. */
export interface StepFigure extends Pick<Figure, "kind" | "rail" | "count" | "sum"> {
  /** When the step begins. */
  readonly at: number
  /** Those with a call that has no answer and brought no token. */
  readonly unanswered: number
}

/** The payments or calls of one kind and rail that took at most one of the given limits. */
export interface TimesFigure extends Pick<Figure, "kind" | "rail" | "count"> {
  /** The number of the smallest limit that was kept, from 0 on; as many as there are limits: it took longer than all of them. */
  readonly within: number
}

/** What waits for a worker, and what needs a person. */
export interface Backlog {
  /** Payments that are due and not leased. */
  readonly due: number
  /** Since when the oldest of them is due. Null: none is. */
  readonly oldestDueAt: number | null
  readonly inDoubt: number
  readonly held: number
  /** Payments with an open flag. */
  readonly flagged: number
}

/**
 * The events that an answer of the service to a creation became.
 *
 * ```ts
 * answerTags.join() // => "accepted,otp_requested,attempt_refused"
 * ```
 */
export const answerTags = ["accepted", "otp_requested", "attempt_refused"] as const satisfies ReadonlyArray<EventTag>

/** The payments that were created at or after `from` and before `before`. */
interface Span {
  readonly from: number
  readonly before: number
}

interface Limits extends Span {
  /** Ascending, in milliseconds. */
  readonly limits: ReadonlyArray<number>
}

/** What is counted, by the name of its grouping, and the row of each of its groups. */
interface Groupings {
  /** By kind, rail, operator and state, sorted by these as text; no operator comes first. */
  readonly created: { readonly query: Span; readonly row: Figure }
  /** The same of the payments that were completed in that time. */
  readonly completed: { readonly query: Span; readonly row: Figure }
  /** In steps of this length, the earliest first, then by kind and rail. Steps without payments are left out. */
  readonly step: { readonly query: Span & { readonly step: number }; readonly row: StepFigure }
  /** How long the completed payments took; by kind, rail and limit. */
  readonly completion_time: { readonly query: Limits; readonly row: TimesFigure }
  /** How long the service took to answer their creations; those without an answer are left out. */
  readonly answer_time: { readonly query: Limits; readonly row: TimesFigure }
}

/** How figures can be grouped. */
export type FiguresBy = keyof Groupings

/** Which figures. */
export type FiguresQuery<By extends FiguresBy = FiguresBy> = {
  readonly [Each in By]: Groupings[Each]["query"] & { readonly by: Each }
}[By]

/** One group of the figures. */
export type FigureBy<By extends FiguresBy> = Groupings[By]["row"]

/**
 * How each grouping is counted.
 *
 * ```ts
 * const none = () => []
 * const counts: FigureCounts = { created: none, completed: none, step: none, completion_time: none, answer_time: none }
 * counts.step({ by: "step", from: 0, before: 10, step: 5 }) // => []
 * ```
 */
export type FigureCounts = { readonly [By in FiguresBy]: (query: FiguresQuery<By>) => ReadonlyArray<FigureBy<By>> }

/**
 * What a store counts.
 *
 * ```ts
 * yield* payins.create(payin)
 * const reports = yield* Reports
 * const [figure] = yield* reports.figures({ by: "created", from: 0, before: 1_000 })
 * const counted = [figure?.rail, figure?.state, figure?.count, figure?.sum] // => ["ussd_push", "pending", 1, 500]
 * ```
 */
export class Reports extends Context.Service<
  Reports,
  {
    /** Counts and sums of the payments that were created in a time, in groups. */
    readonly figures: <By extends FiguresBy>(
      query: FiguresQuery<By>,
    ) => Effect.Effect<ReadonlyArray<FigureBy<By>>, StoreError>
    /** What waits at this time. Asked every few seconds, so its cost must not grow with what has ended. */
    readonly backlog: (now: number) => Effect.Effect<Backlog, StoreError>
  }
>()("@cauri/core/Reports") {}
