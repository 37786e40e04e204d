/** Time passes: everything due happens, in order of time. The only place that takes events off the agenda. */
import { HashMap, Option } from "effect"
import { type AgendaEvent, nextEntry, takenOut, withoutNext } from "../model/Agenda.ts"
import type { CallbackPost } from "../model/Callback.ts"
import { faultsOf, handedOver } from "./callbacks.ts"
import { type Step, step } from "../model/draws.ts"
import type { Options } from "../options/Options.ts"
import { decidePayin, findPayin, movePayin } from "./payinLife.ts"
import { decidePayout, findPayout, movePayout, transferOnward } from "./payoutLife.ts"
import { replanned } from "./plans.ts"
import { putPhone, withoutPrompt } from "./phoneBook.ts"
import type { State } from "../model/State.ts"

/** Runs everything due up to a time. Beyond the limit of one step the rest waits, and so does the time. */
export const advance = (state: State, options: Options, until: number): State => {
  let current = state
  // Posts become due one by one and reach the outbox together: one copy of it for a whole step.
  const due: Array<CallbackPost> = []
  const posted = (last: State): State => handed(last, options, due)
  for (let count = 0; count < options.limits.eventsPerStep; count++) {
    const next = nextEntry(current.agenda)
    if (next === undefined || next.at > until) return posted({ ...current, now: Math.max(current.now, until) })
    current = { ...current, now: Math.max(current.now, next.at), agenda: withoutNext(current.agenda) }
    if (next.event._tag === "SendCallback") due.push(next.event.post)
    else current = happen(current, options, next.event)
  }
  return posted(current)
}

/** Due posts go out, except those that are held back. */
const handed = (state: State, { limits }: Options, due: ReadonlyArray<CallbackPost>): State => {
  if (due.length === 0) return state
  const { held = [], free = [] } = Object.groupBy(due, (post) => (isHeld(state, post) ? "held" : "free"))
  return {
    ...state,
    outbox: [...state.outbox, ...free],
    held: held.length === 0 ? state.held : [...state.held, ...held].slice(-limits.callbackLog),
  }
}

const isHeld = (state: State, { payment }: CallbackPost): boolean =>
  faultsOf(state, payment).some(({ _tag }) => _tag === "CallbackHeld")

export type SendCallback = Extract<AgendaEvent, { _tag: "SendCallback" }>

/** Runs one event; nothing happens when its payment is deleted already. */
const happen = (state: State, options: Options, event: Exclude<AgendaEvent, SendCallback>): State => {
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
  }
}

/** Lets time pass for wanted events alone: those due on the way happen in their order, later ones come sooner by as much. */
export const leap = (
  state: State,
  options: Options,
  millis: number,
  isWanted: (state: State, event: AgendaEvent) => boolean,
): State => {
  let current = state
  let left = millis
  for (let count = 0; count < options.limits.eventsPerStep; count++) {
    const next = current.agenda.flat().find(({ event }) => isWanted(current, event))
    const wait = next === undefined ? Infinity : Math.max(0, next.at - current.now)
    const passed = Math.min(wait, left)
    left -= passed
    current = replanned(current, isWanted, (at) => at - passed)
    if (next === undefined || wait > passed) return current
    const { agenda } = current
    current = {
      ...current,
      agenda: agenda
        .map((piece) => piece.filter(({ number }) => number !== next.number))
        .filter((piece) => piece.length > 0),
    }
    current =
      next.event._tag === "SendCallback"
        ? handed(current, options, [next.event.post])
        : happen(current, options, next.event)
  }
  return current
}

/** N4: a final status changes. */
export const moveFinal = (state: State, options: Options, token: string): State => {
  const invoice = findPayin(state, token)
  if (invoice !== undefined) return invoice.status === "pending" ? state : movePayin(state, options, invoice)
  const payout = findPayout(state, token)
  return payout === undefined || payout.status === "pending" ? state : movePayout(state, options, payout)
}

/**
 * A fault: the payment's future decision happens now, and its callbacks leave the agenda for the caller, who delivers them before the
 * creation answers.
 */
export const withEarlyCallbacks = (
  state: State,
  options: Options,
  token: string,
): Step<ReadonlyArray<CallbackPost>> => {
  const { rest, taken } = takenOut(state.agenda, decides(token))
  const decided = taken.reduce<State>((current, event) => happen(current, options, event), { ...state, agenda: rest })
  const { rest: silent, taken: spoken } = takenOut(decided.agenda, speaks(token))
  const posts = spoken.map(({ post }) => post)
  return step(handedOver({ ...decided, agenda: silent }, options, posts), posts)
}

const decides =
  (token: string) =>
  (event: AgendaEvent): event is Extract<AgendaEvent, { _tag: "DecidePayin" | "DecidePayout" }> =>
    (event._tag === "DecidePayin" && event.invoice === token) ||
    (event._tag === "DecidePayout" && event.payout === token)

export const speaks =
  (token: string) =>
  (event: AgendaEvent): event is SendCallback =>
    event._tag === "SendCallback" && event.post.payment === token
