/**
 * Time passes: everything that is due happens, in the order of its time. The only place that takes events off the agenda.
 */
import { HashMap, Option } from "effect"
import type { AgendaEvent } from "./Agenda.ts"
import type { CallbackPost } from "./Callback.ts"
import { handedOver } from "./callbacks.ts"
import { type Step, step } from "./draws.ts"
import type { Options } from "./Options.ts"
import { decidePayin, findInvoice, movePayin } from "./payinLife.ts"
import { decidePayout, findPayout, movePayout, transferOnward } from "./payoutLife.ts"
import { putPhone, withoutPrompt } from "./phoneBook.ts"
import type { State } from "./State.ts"

/** Lets everything happen that is due up to a time. Beyond the limit of one step the rest waits, and so does the time. */
export const advance = (state: State, options: Options, until: number): State => {
  let current = state
  for (let count = 0; count < options.limits.eventsPerStep; count++) {
    const next = current.agenda[0]
    if (next === undefined || next.at > until) return { ...current, now: Math.max(current.now, until) }
    const agenda = current.agenda.slice(1)
    current = happen({ ...current, now: Math.max(current.now, next.at), agenda }, options, next.event)
  }
  return current
}

/** One event happens. What it speaks of may have been forgotten: then nothing does. */
const happen = (state: State, options: Options, event: AgendaEvent): State => {
  switch (event._tag) {
    case "DecidePayin":
      return decidePayin(state, options, event.invoice, event.decision)
    case "DecidePayout":
      return decidePayout(state, options, event.payout, event.decision)
    case "TransferOnward":
      return transferOnward(state, options, event.payout)
    case "EndPrompt":
      return Option.match(HashMap.get(state.phones, event.phone), {
        onNone: () => state,
        onSome: (phone) => putPhone(state, withoutPrompt(phone, event.prompt)),
      })
    case "MoveFinal":
      return moveFinal(state, options, event.payment)
    case "SendCallback":
      return { ...state, outbox: [...state.outbox, event.post] }
  }
  /* v8 ignore next -- every event is handled above */
  return event satisfies never
}

/** N4: a final status moves. */
export const moveFinal = (state: State, options: Options, token: string): State => {
  const invoice = findInvoice(state, token)
  if (invoice !== undefined) return invoice.status === "pending" ? state : movePayin(state, options, invoice)
  const payout = findPayout(state, token)
  return payout === undefined || payout.status === "pending" ? state : movePayout(state, options, payout)
}

/**
 * A fault: what will become of a payment becomes of it now, and its callbacks leave the agenda for the caller, who delivers them
 * before the creation answers.
 */
export const hasten = (state: State, options: Options, token: string): Step<ReadonlyArray<CallbackPost>> => {
  const decides = ({ event }: State["agenda"][number]) =>
    (event._tag === "DecidePayin" && event.invoice === token) ||
    (event._tag === "DecidePayout" && event.payout === token)
  const decisions = state.agenda.filter(decides)
  const without: State = { ...state, agenda: state.agenda.filter((entry) => !decides(entry)) }
  const decided = decisions.reduce<State>((current, { event }) => happen(current, options, event), without)
  const speaks = ({ event }: State["agenda"][number]) => event._tag === "SendCallback" && event.post.payment === token
  const posts = decided.agenda
    .filter(speaks)
    .flatMap(({ event }) => (event._tag === "SendCallback" ? [event.post] : []))
  const silent = { ...decided, agenda: decided.agenda.filter((entry) => !speaks(entry)) }
  return step(handedOver(silent, options, posts), posts)
}
