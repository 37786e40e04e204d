/**
 * What will happen by itself: an ordered list of events with their times. Everything that takes time is an event here, so that the
 * whole future of the simulator is part of its state and thirty days pass in as many steps as there are events.
 */
import { Schema } from "effect"
import { CallbackPost } from "./Callback.ts"

/** Why an operator ended a payment. */
export const Decision = Schema.Literals(["Completed", "Refused", "NoFunds", "Failed"])

/** Why an operator ended a payment. */
export type Decision = typeof Decision.Type

/** What will happen by itself. */
export const AgendaEvent = Schema.TaggedUnion({
  /** The operator ends a payin. */
  DecidePayin: { invoice: Schema.String, decision: Decision },
  /** The operator, or the wallet, ends a payout. */
  DecidePayout: { payout: Schema.String, decision: Decision },
  /** A wallet payout goes on to the linked mobile money account (#69). */
  TransferOnward: { payout: Schema.String },
  /** A prompt disappears; the payin stays pending (U12). */
  EndPrompt: { phone: Schema.String, prompt: Schema.String },
  /** A final status moves (N4): a fault. */
  MoveFinal: { payment: Schema.String },
  /** A callback's POST is due. */
  SendCallback: { post: CallbackPost },
})

/** What will happen by itself. */
export type AgendaEvent = typeof AgendaEvent.Type

/** An event and its time. Events of the same time happen in the order in which they were planned. */
export const AgendaEntry = Schema.Struct({ at: Schema.Int, number: Schema.Int, event: AgendaEvent })

/** An event and its time. */
export type AgendaEntry = typeof AgendaEntry.Type

/** Puts an entry where it belongs: after everything that is not later. */
export const planned = (agenda: ReadonlyArray<AgendaEntry>, entry: AgendaEntry): ReadonlyArray<AgendaEntry> => {
  let low = 0
  let high = agenda.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = agenda[middle]
    if (there !== undefined && there.at <= entry.at) low = middle + 1
    else high = middle
  }
  return agenda.toSpliced(low, 0, entry)
}
