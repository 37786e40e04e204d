/** Adds events to the agenda. */
import { type AgendaEvent, planned } from "./Agenda.ts"
import type { State } from "./State.ts"

/** Plans an event, at the earliest now. */
export const plan = (state: State, at: number, event: AgendaEvent): State => ({
  ...state,
  serial: state.serial + 1,
  agenda: planned(state.agenda, { at: Math.max(at, state.now), number: state.serial + 1, event }),
})
