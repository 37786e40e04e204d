/** Hears of every new state before an answer or a callback that rests on it leaves, so that a killed simulator forgets nothing. */
import { Context } from "effect"
import type { State } from "../model/State.ts"

/** Keeps a state; it must not throw. By default no state is kept. */
export const StateKeeper = Context.Reference<(state: State) => void>("@cauri/simulator/StateKeeper", {
  defaultValue: () => () => undefined,
})
