/** Putting events on the agenda. */
import { type AgendaEvent, planned } from "./Agenda.ts"
import type { State } from "./State.ts"

/** Plans an event; nothing is planned for the past. */
export const plan = (state: State, at: number, event: AgendaEvent): State => ({
  ...state,
  serial: state.serial + 1,
  agenda: planned(state.agenda, { at: Math.max(at, state.now), number: state.serial + 1, event }),
})
