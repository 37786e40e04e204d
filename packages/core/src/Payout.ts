/**
 * The life of a payout, as one table. A payout has no expiry: money may have left, so it waits until it is known. After a call
 * without an answer only a person's decision, or our own late answer, leaves `InDoubt`: that is what keeps a merchant from
 * paying twice. A completed wallet payout means that the wallet was credited, and no more (#127).
 */
import { Result, Schema } from "effect"
import { Attempt } from "./Attempt.ts"
import { PayoutContent, railOf } from "./Content.ts"
import { HeldReason, type HistoryEntry, type PaymentEvent, type PayoutStateTag, type RestTag } from "./Event.ts"
import { Flag } from "./Flag.ts"
import { type PaymentKey } from "./Identifiers.ts"
import { evolveAttempts, evolveFlags } from "./Life.ts"
import { allows, IllegalTransition, type Row } from "./Machine.ts"
import { maskMsisdn } from "./Msisdn.ts"

const all = [
  "Intended",
  "Held",
  "Submitting",
  "Pending",
  "Completed",
  "NotCompleted",
  "Refused",
  "InDoubt",
  "Cancelled",
] as const satisfies ReadonlyArray<PayoutStateTag>
/** Where a late answer still moves the payment: not while another call is under way, and not once it is final. */
const movable = all.filter((state) => state !== "Submitting" && state !== "Completed" && state !== "NotCompleted")
const rests = ["Intended", "Pending", "InDoubt", "Refused"] as const

/** The table of the payout machine: rows O1 to O16. */
export const payoutTable: ReadonlyArray<Row<PayoutStateTag>> = [
  { row: "O1", from: null, event: "Intended", to: ["Intended"], when: "create", rules: [61, 64, 250] },
  { row: "O2", from: ["Intended"], event: "AttemptStarted", to: ["Submitting"], when: "claim", rules: [2, 18] },
  {
    row: "O2",
    from: ["Intended"],
    event: "Held",
    to: ["Held"],
    when: "a twin is open or has just completed, or the refunds would exceed their payin",
    rules: [61],
  },
  { row: "O3", from: ["Held"], event: "Released", to: ["Intended"], when: "released by a person", rules: [193] },
  {
    row: "O4",
    from: ["Submitting"],
    event: "AttemptNotSent",
    to: ["Intended", "Pending", "InDoubt"],
    when: "nothing left, or turned away",
    rules: [188, 234, 236],
  },
  {
    row: "O5",
    from: ["Submitting"],
    event: "Accepted",
    to: ["Pending"],
    when: "accepted: the token is in the same write",
    rules: [78, 172],
  },
  {
    row: "O6",
    from: ["Submitting"],
    event: "AttemptRefused",
    to: ["Refused", "Pending", "InDoubt"],
    when: "refused",
    rules: [173, 231, 232, 233, 235, 237],
  },
  {
    row: "O6",
    from: ["Refused"],
    event: "Refused",
    to: "same",
    when: "refused, and that is where it rests",
    rules: [23, 173],
  },
  {
    row: "O7",
    from: ["Submitting"],
    event: "AttemptUnanswered",
    to: ["InDoubt", "Pending"],
    when: "no answer, or the lease is over",
    rules: [241, 242],
  },
  {
    row: "O7",
    from: ["InDoubt"],
    event: "InDoubt",
    to: "same",
    when: "unanswered, and that is where it rests: page someone",
    rules: [241],
  },
  {
    row: "O8",
    from: movable,
    drawn: [],
    event: "AnsweredLate",
    to: rests,
    when: "our own attempt's answer, late",
    rules: [78],
  },
  {
    row: "O8",
    from: all,
    event: "AnsweredLate",
    to: "same",
    when: "our own attempt's answer, late, where the state stands",
    rules: [78],
  },
  {
    row: "O9",
    from: all,
    event: "Flagged",
    to: "same",
    when: "a callback for an attempt without a token",
    rules: [200, 205],
  },
  {
    row: "O9",
    from: ["Intended", "Held"],
    event: "Reopened",
    to: ["InDoubt"],
    when: "a callback for an attempt declared not executed",
    rules: [205],
  },
  {
    row: "O10",
    from: ["InDoubt"],
    event: "Resolved",
    to: ["Completed", "NotCompleted", "Intended"],
    when: "a person decides",
    rules: [205],
  },
  {
    row: "O10",
    from: ["Pending"],
    event: "Resolved",
    to: ["Completed", "NotCompleted"],
    when: "a person decides about a lost handle or a late answer",
    rules: [205],
  },
  { row: "O10", from: all, event: "FlagClosed", to: "same", when: "a person closes a flag", rules: [205] },
  {
    row: "O11",
    from: ["Pending"],
    event: "Completed",
    to: ["Completed"],
    when: "a confirm says completed, of our token",
    rules: [104, 108, 113],
  },
  {
    row: "O12",
    from: ["Pending"],
    event: "NotCompleted",
    to: ["NotCompleted"],
    when: "every handle says notcompleted, and again 30 s later",
    rules: [108, 114],
  },
  {
    row: "O13",
    from: ["Pending"],
    event: "Flagged",
    to: "same",
    when: "older than the rail's service level",
    rules: [126],
  },
  {
    row: "O14",
    from: ["Completed", "NotCompleted"],
    event: "Flagged",
    to: "same",
    when: "the service contradicts a final state, or a second handle completes",
    rules: [130],
  },
  {
    row: "O14",
    from: ["Completed"],
    event: "CompletionSeen",
    to: "same",
    when: "the first completion seen after a decision without one",
    rules: [113],
  },
  { row: "O15", from: ["Intended", "Held"], event: "Cancelled", to: ["Cancelled"], when: "cancel", rules: [129] },
  {
    row: "O16",
    from: ["Intended"],
    event: "Held",
    to: ["Held"],
    when: "too old, out of attempts, or the store was restored",
    rules: [129],
  },
]

const none = {}
/** The states of a payout. */
export const PayoutState = Schema.TaggedUnion({
  Intended: none,
  Held: { because: HeldReason },
  Submitting: none,
  Pending: none,
  /** `attempt` is the one whose confirm completed it; null after a person's decision. */
  Completed: { at: Schema.Int, attempt: Schema.NullOr(Schema.Int) },
  NotCompleted: { at: Schema.Int },
  Refused: { at: Schema.Int },
  InDoubt: none,
  Cancelled: { at: Schema.Int },
})
/** The states of a payout. */
export type PayoutState = typeof PayoutState.Type

/** A transfer to a beneficiary. Printed, it shows neither tokens nor full numbers. */
export class Payout extends Schema.Class<Payout>("@cauri/core/Payout")({
  _tag: Schema.tag("Payout"),
  content: PayoutContent,
  createdAt: Schema.Int,
  state: PayoutState,
  attempts: Schema.Array(Attempt),
  flags: Schema.Array(Flag),
  /** The number of the newest event. */
  seq: Schema.Int,
  /** When a person last decided about it. */
  decidedAt: Schema.NullOr(Schema.Int),
  /** When a person last let it go, and how many attempts there were by then: they no longer count towards the limit. */
  releasedAt: Schema.NullOr(Schema.Int),
  attemptsBefore: Schema.Int,
}) {
  /** What names it in a store. */
  get key(): PaymentKey {
    return { kind: "payout", project: this.content.project, id: this.content.id }
  }
  override toString() {
    const { project, id, amount, beneficiary } = this.content
    return `payout ${project}/${id} of ${amount} XOF to ${maskMsisdn(beneficiary)} by ${railOf(this.content)}: ${this.state._tag}`
  }
  /** What printing shows. The stores encode by schema and are not touched by it. */
  toJSON() {
    return this.toString()
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString()
  }
}

const stateAfter = (before: PayoutState, event: PaymentEvent, at: number): PayoutState => {
  const cases = PayoutState.cases
  const resting = (to: RestTag) => {
    if (to === "Refused") return cases.Refused.make({ at })
    // A payout never waits for a code; the table refuses such a step.
    return to === "AwaitingOtp" ? before : cases[to].make({})
  }
  switch (event._tag) {
    case "Intended":
    case "Released":
      return cases.Intended.make({})
    case "AttemptStarted":
      return cases.Submitting.make({})
    case "Accepted":
    case "AttemptRefused":
    case "AttemptNotSent":
    case "AttemptUnanswered":
      return resting(event.to)
    case "AnsweredLate":
      return event.to === null ? before : resting(event.to)
    case "Reopened":
      return cases.InDoubt.make({})
    case "Completed":
      return cases.Completed.make({ at, attempt: event.observation.attempt })
    case "NotCompleted":
      return cases.NotCompleted.make({ at })
    case "Cancelled":
      return cases.Cancelled.make({ at })
    case "Held":
      return cases.Held.make({ because: event.because })
    case "Resolved":
      if (event.to === "Completed") return cases.Completed.make({ at, attempt: null })
      return event.to === "NotCompleted" ? cases.NotCompleted.make({ at }) : cases.Intended.make({})
    case "CompletionSeen":
      return before._tag === "Completed" ? cases.Completed.make({ ...before, attempt: event.attempt }) : before
    case "Refused":
    case "InDoubt":
    case "Flagged":
    case "FlagClosed":
    case "OtpRequested":
    case "Expired":
      return before
  }
}

/** The payout after an event of its history, or the refusal of the table. */
export const evolvePayout = (
  before: Payout | null,
  { seq, at, event }: HistoryEntry,
): Result.Result<Payout, IllegalTransition> => {
  const content = before === null && event._tag === "Intended" ? event.content : before?.content
  if (content?.kind !== "payout") throw new Error("The history of a payout begins with its intent.")
  const start = PayoutState.cases.Intended.make({})
  const state = stateAfter(before?.state ?? start, event, at)
  if (before !== null && !allows(payoutTable, before.state._tag, event._tag, state._tag)) {
    return Result.fail(new IllegalTransition({ key: before.key, from: before.state._tag, event: event._tag }))
  }
  const attempts = before?.attempts ?? []
  const letGo = event._tag === "Released" || (event._tag === "Resolved" && event.to === "Intended")
  return Result.succeed(
    new Payout({
      content,
      createdAt: before?.createdAt ?? at,
      state,
      attempts: evolveAttempts(attempts, event, at),
      flags: evolveFlags(before?.flags ?? [], event, at),
      seq,
      decidedAt: event._tag === "Resolved" ? at : (before?.decidedAt ?? null),
      releasedAt: letGo ? at : (before?.releasedAt ?? null),
      attemptsBefore: letGo ? attempts.length : (before?.attemptsBefore ?? 0),
    }),
  )
}
