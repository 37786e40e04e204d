/**
 * The states of a payin, and what each event makes of it. `expired` means closed for the merchant and still confirmed: the service knows no
 * expiry, so money may arrive after ours (#120, #121, #248). A wrong or expired code never ends a payin (#119); only a confirm does.
 */
import { Schema } from "effect"
import { counterparty, PayinContent, railOf } from "./Content.ts"
import { type HistoryEntry, type PaymentEvent } from "./Event.ts"
import { maskMsisdn, type PaymentKey } from "./Identifiers.ts"
import { blankCommon, evolveCommon, commonFields, stateTagAfter } from "./common.ts"

const none = {}
/** `attempt` is the one whose confirm completed it; null after a person's decision. `amountPaid`: what was really paid. */
const paid = { at: Schema.Int, attempt: Schema.NullOr(Schema.Int), late: Schema.Boolean, amountPaid: Schema.Int }
/**
 * The states of a payin.
 *
 * ```ts
 * PayinState.cases.completed.make({ at: 0, attempt: 1, late: false, amountPaid: 500 })._tag // => "completed"
 * ```
 */
export const PayinState = Schema.TaggedUnion({
  intended: none,
  submitting: none,
  awaiting_otp: none,
  pending: none,
  completed: paid,
  /** A person found that less was paid than asked, and did not accept it as full. */
  underpaid: paid,
  not_completed: { at: Schema.Int },
  refused: { at: Schema.Int },
  in_doubt: none,
  expired: { at: Schema.Int },
  cancelled: { at: Schema.Int },
})
export type PayinState = typeof PayinState.Type

/**
 * A collection from a customer. Printed, it shows neither tokens nor full numbers.
 *
 * ```ts
 * const { payment } = yield* payins.create(payin)
 * String(payment) // => "payin shop/order-17 of 500 XOF from 226••••••01 by ussd_push: pending"
 * ```
 */
export class Payin extends Schema.Class<Payin>("@cauri/core/Payin")({
  _tag: Schema.tag("Payin"),
  content: PayinContent,
  ...commonFields,
  state: PayinState,
}) {
  /** Its key in a store. */
  get key(): PaymentKey {
    return { kind: "payin", project: this.content.project, id: this.content.id }
  }
  override toString() {
    const customer = counterparty(this.content)
    const from = customer === null ? "" : ` from ${maskMsisdn(customer)}`
    return `payin ${this.content.project}/${this.content.id} of ${this.content.amount} XOF${from} by ${railOf(this.content)}: ${this.state._tag}`
  }
  /** What printing shows. Stores encode by schema and ignore this. */
  toJSON() {
    return this.toString()
  }
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toString()
  }
}

const stateAfter = ({ content, state: before }: Payin, event: PaymentEvent, at: number): PayinState => {
  const cases = PayinState.cases
  if (event._tag === "completion_seen" && "attempt" in before) return { ...before, attempt: event.attempt }
  const to = stateTagAfter(event)
  switch (to) {
    case "completed":
    case "underpaid": {
      const seen = event._tag === "completed" ? event : null
      const late = seen === null ? "at" in before : seen.late
      const known = event._tag === "resolved" ? event.amountPaid : seen?.observation.record.amount
      const amountPaid = known ?? content.amount
      return cases[to].make({ at, attempt: seen === null ? null : seen.observation.attempt, late, amountPaid })
    }
    case "not_completed":
    case "refused":
    case "expired":
    case "cancelled":
      return cases[to].make({ at })
    case "intended":
    case "submitting":
    case "awaiting_otp":
    case "pending":
    case "in_doubt":
      return cases[to].make({})
    case "held":
    case null:
      return before
  }
}

/** A payin without history. */
export const blankPayin = (content: PayinContent, at: number): Payin =>
  new Payin({ content, state: PayinState.cases.intended.make({}), ...blankCommon(at) })

/** The payin after an event of its history. The table checks whether the event is legal. */
export const evolvePayin = (before: Payin, entry: HistoryEntry): Payin =>
  new Payin({
    content: before.content,
    state: stateAfter(before, entry.event, entry.at),
    ...evolveCommon(before, entry),
  })
