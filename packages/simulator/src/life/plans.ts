/**
 * Adds events to the agenda, each in the time of its project: a project may run faster or slower than the simulator, or stand still. What
 * stands still is planned beyond every date, and comes back with what was left of its wait.
 */
import { HashMap, Option } from "effect"
import { type AgendaEvent, planned } from "../model/Agenda.ts"
import type { State } from "../model/State.ts"

/** Beyond every date of simulated time, and small enough for exact sums. */
const beyondTime = 2 ** 52

export const plan = (state: State, at: number, event: AgendaEvent): State => ({
  ...state,
  serial: state.serial + 1,
  agenda: planned(state.agenda, {
    at: placeOf(state, factorOf(state, projectOf(state, event)), at - state.now),
    number: state.serial + 1,
    event,
  }),
})

const placeOf = ({ now }: State, factor: number, wait: number): number =>
  factor === 0 ? beyondTime + Math.max(0, wait) : now + Math.ceil(Math.max(0, wait) / factor)

/** How much faster a project's time runs than the simulator's; 0 where it stands still. */
export const factorOf = ({ projectFactors }: Pick<State, "projectFactors">, projectId: string): number =>
  projectFactors[projectId] ?? 1

/** The payment that an event is about; the empty text where it is gone. */
const paymentTokenOf = (state: State, event: AgendaEvent): string => {
  switch (event._tag) {
    case "DecidePayin":
      return event.invoice
    case "DecidePayout":
    case "TransferOnward":
      return event.payout
    case "MoveFinal":
      return event.payment
    case "SendCallback":
      return event.post.payment
    case "EndPrompt":
      return (
        Option.getOrUndefined(HashMap.get(state.phones, event.phone))?.prompts.find(({ id }) => id === event.prompt)
          ?.invoice ?? ""
      )
  }
}

const projectOf = (state: State, event: AgendaEvent): string => {
  const token = paymentTokenOf(state, event)
  const payment = Option.orElse(HashMap.get(state.invoices, token), () => HashMap.get(state.payouts, token))
  return Option.isSome(payment) ? payment.value.projectId : ""
}

export const isOfProject =
  (projectId: string) =>
  (state: State, event: AgendaEvent): boolean =>
    projectOf(state, event) === projectId

export const isOfPayment =
  (token: string) =>
  (state: State, event: AgendaEvent): boolean =>
    paymentTokenOf(state, event) === token

/** Gives wanted events other times; those of one time keep their order. */
export const replanned = (
  state: State,
  isWanted: (state: State, event: AgendaEvent) => boolean,
  timeOf: (at: number) => number,
): State => {
  const entries = state.agenda.flat()
  const wanted = entries.filter(({ event }) => isWanted(state, event))
  const others = entries.filter(({ event }) => !isWanted(state, event))
  const moved = wanted.map((entry) => ({ ...entry, at: timeOf(entry.at) }))
  const all = [...others, ...moved].toSorted((one, other) => one.at - other.at || one.number - other.number)
  return { ...state, agenda: all.reduce(planned, []) }
}

/** Lets a project's time run at another pace from now on. */
export const atPace = (state: State, projectId: string, factor: number): State => {
  const before = factorOf(state, projectId)
  const waitOf = (at: number): number => (before === 0 ? at - beyondTime : (at - state.now) * before)
  const moved = replanned(state, isOfProject(projectId), (at) => placeOf(state, factor, waitOf(at)))
  return { ...moved, projectFactors: { ...state.projectFactors, [projectId]: factor } }
}
