/** What a decision does, before it is taken: from the catalogue's one table, with the events that core delivers for it. */
import { type Language } from "@cauri/catalogue"
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
export type OwnAct = Exclude<Act, "approve" | "withdraw">

/** The event that consumers receive at once for each decision; null: none. */
const delivered: Readonly<Record<OwnAct, "completed" | "not_completed" | "cancelled" | null>> = {
  completed: "completed",
  not_completed: "not_completed",
  send_again: null,
  release: null,
  cancel: "cancelled",
  close_flag: null,
  recheck: null,
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
  const { closed, money, undo } = words[act]
  const [moved, shut] = [money[kind], closed[kind]]
  if (moved === null || shut === null) return null
  const why = act === "release" && state._tag === "held" ? ` ${words.held[state.because]}` : ""
  const event = delivered[act]
  const isLess = act === "completed" && (amountSeenOf(payment) ?? amount) < amount
  const received = event === null ? words.none : words.receive(isLess ? "underpaid" : event)
  const events = isLess ? `${received} ${words.if_full("completed")}` : received
  return { money: `${moved}${why}`, events: `${events} ${words.later}`, closed: shut, undo }
}
