/**
 * The states of a payout, and what each event makes of it. A payout has no expiry: money may have left, so it waits until its outcome is
 * known. After a call without an answer only a person's decision, or our own late answer, leaves `in_doubt`: this keeps a merchant from
 * paying twice. A completed wallet payout means that the wallet was credited, and no more (#127).
 */
import { Schema } from "effect"
import { PayoutContent, railOf } from "./Content.ts"
import { ApprovalRequest, HeldReason, type HistoryEntry, type PaymentEvent } from "./Event.ts"
import { maskMsisdn, type PaymentKey } from "./Identifiers.ts"
import { blankCommon, evolveCommon, commonFields, stateTagAfter } from "./common.ts"

const none = {}
/**
 * The states of a payout.
 *
 * ```ts
 * PayoutState.cases.held.make({ because: "twin" }) // => { _tag: "held", because: "twin" }
 * ```
 */
export const PayoutState = Schema.TaggedUnion({
  intended: none,
  held: { because: HeldReason },
  submitting: none,
  pending: none,
  /** `attempt` is the one whose confirm completed it; null after a person's decision. */
  completed: { at: Schema.Int, attempt: Schema.NullOr(Schema.Int) },
  not_completed: { at: Schema.Int },
  refused: { at: Schema.Int },
  in_doubt: none,
  cancelled: { at: Schema.Int },
})
export type PayoutState = typeof PayoutState.Type

/** How far two people are with a payout. */
const Approval = Schema.TaggedUnion({
  /** One person requested its release, or that it is sent again. */
  requested: ApprovalRequest.fields,
  /** Two people let it go, and no person was needed since. */
  given: none,
})
type Approval = typeof Approval.Type

/**
 * A transfer to a beneficiary. Printed, it shows neither tokens nor full numbers.
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout)
 * String(payment) // => "payout shop/salary-7 of 500 XOF to 226••••••01 by mobile_money_payout: pending"
 * ```
 */
export class Payout extends Schema.Class<Payout>("@cauri/core/Payout")({
  _tag: Schema.tag("Payout"),
  content: PayoutContent,
  ...commonFields,
  state: PayoutState,
  /** When a person last released it, and how many attempts it had by then: they no longer count towards the limit. */
  releasedAt: Schema.NullOr(Schema.Int),
  attemptsBefore: Schema.Int,
  /** A person released it although it has twins, and has not decided about its attempts since. */
  mayHaveTwins: Schema.Boolean,
  approval: Schema.NullOr(Approval),
}) {
  /** Its key in a store. */
  get key(): PaymentKey {
    return { kind: "payout", project: this.content.project, id: this.content.id }
  }
  override toString() {
    const { project, id, amount, phone } = this.content
    return `payout ${project}/${id} of ${amount} XOF to ${maskMsisdn(phone)} by ${railOf(this.content)}: ${this.state._tag}`
  }
  /** What printing shows. Stores encode by schema and ignore this. */
  toJSON() {
    return this.toString()
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString()
  }
}

const stateAfter = (before: PayoutState, event: PaymentEvent, at: number): PayoutState => {
  const cases = PayoutState.cases
  if (event._tag === "completion_seen" && before._tag === "completed") return { ...before, attempt: event.attempt }
  if (event._tag === "held") return cases.held.make({ because: event.because })
  const to = stateTagAfter(event)
  switch (to) {
    case "completed":
      return cases.completed.make({ at, attempt: event._tag === "completed" ? event.observation.attempt : null })
    case "not_completed":
    case "refused":
    case "cancelled":
      return cases[to].make({ at })
    case "intended":
    case "submitting":
    case "pending":
    case "in_doubt":
      return cases[to].make({})
    // A payout never waits for a code, is never underpaid and never expires; the table refuses such a step.
    case "awaiting_otp":
    case "underpaid":
    case "expired":
    case "held":
    case null:
      return before
  }
}

/** A payout without history. */
export const blankPayout = (content: PayoutContent, at: number): Payout =>
  new Payout({
    content,
    state: PayoutState.cases.intended.make({}),
    ...blankCommon(at),
    releasedAt: null,
    attemptsBefore: 0,
    mayHaveTwins: false,
    approval: null,
  })

/** A request lasts until the next event; what two people let go, until a person is needed again. */
const approvalAfter = (before: Approval | null, event: PaymentEvent): Approval | null => {
  if (event._tag === "approval_requested") return { ...event, _tag: "requested" }
  if (event._tag === "released" || event._tag === "resolved") {
    return event.approvedBy === undefined ? null : Approval.cases.given.make({})
  }
  return event._tag === "held" || before?._tag === "requested" ? null : before
}

/** The payout after an event of its history. The table checks whether the event is legal. */
export const evolvePayout = (before: Payout, entry: HistoryEntry): Payout => {
  const { at, event } = entry
  const letGo = event._tag === "released" || (event._tag === "resolved" && event.to === "intended")
  const isTwin = before.state._tag === "held" && before.state.because === "twin"
  return new Payout({
    content: before.content,
    state: stateAfter(before.state, event, at),
    ...evolveCommon(before, entry),
    releasedAt: letGo ? at : before.releasedAt,
    attemptsBefore: letGo ? before.attempts.length : before.attemptsBefore,
    // A person who decides to send again was not asked about twins.
    mayHaveTwins: event._tag === "released" ? isTwin || before.mayHaveTwins : !letGo && before.mayHaveTwins,
    approval: approvalAfter(before.approval, event),
  })
}
