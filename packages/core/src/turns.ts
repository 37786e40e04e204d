/**
 * Turns of the rates that all processes of a store share: whoever calls the service takes one for each call.
 */
import { Clock, Effect } from "effect"
import type { DeskStore } from "./DeskStore.ts"
import type { Rate } from "./PolicyShape.ts"

/** Takes so many turns of a rate, waiting for each of them. False: the next one comes later than that time. */
export const takeTurns = Effect.fnUntraced(function* (
  desk: DeskStore["Service"],
  name: "creations" | "confirms" | "callback confirms",
  rate: Rate | null,
  count: number,
  until: number,
) {
  if (rate === null) return true
  for (let taken = 0; taken < count;) {
    const now = yield* Clock.currentTimeMillis
    const wait = yield* desk.takeTurn(name, rate, now)
    if (wait === 0) taken += 1
    else if (now + wait > until) return false
    else yield* Effect.sleep(wait)
  }
  return true
})
