/** What a decision does, before it is taken: from the catalogue's one table, with the events that core delivers for it. */
import { type Language, wordOf } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { amountSeenOf, type Payment } from "@cauri/core/model"
import type { Act } from "../payment/allowed.ts"

/** What a decision does, in sentences. */
export interface Consequence {
  readonly money: string
  /** What the merchant's programs receive. */
  readonly events: string
  /** What is not possible afterwards. */
  readonly closed: string
  readonly undo: string
}

/** A decision that does something of its own. An approval does what was requested, and a withdrawn request does nothing. */
export type OwnAct = Exclude<Act, "Approve" | "Withdraw">

/** The event that consumers receive at once for each decision; null: none. */
const delivered: Readonly<Record<OwnAct, "Completed" | "NotCompleted" | "Cancelled" | null>> = {
  Completed: "Completed",
  NotCompleted: "NotCompleted",
  SendAgain: null,
  Release: null,
  Cancel: "Cancelled",
  CloseFlag: null,
  Recheck: null,
}

/** What this decision would do to this payment; null: its kind has no such decision. */
export const consequenceOf = (
  act: OwnAct,
  payment: Pick<Payment, "content" | "state" | "flags">,
  language: Language,
): Consequence | null => {
  const { amount, kind } = payment.content
  const { state } = payment
  const words = tools[language].consequences
  const { closed, money, undo } = words[wordOf(act)]
  const [moved, shut] = [money[kind], closed[kind]]
  if (moved === null || shut === null) return null
  const why = act === "Release" && state._tag === "Held" ? ` ${words.held[wordOf(state.because)]}` : ""
  const event = delivered[act]
  const isLess = act === "Completed" && (amountSeenOf(payment) ?? amount) < amount
  const received = event === null ? words.none : words.receive(wordOf(isLess ? "Underpaid" : event))
  const events = isLess ? `${received} ${words.if_full(wordOf("Completed"))}` : received
  return { money: `${moved}${why}`, events: `${events} ${words.later}`, closed: shut, undo }
}
