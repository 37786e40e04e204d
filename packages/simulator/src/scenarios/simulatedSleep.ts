/** Waits in the simulator's own time, which may run faster than the clock and may be moved forward. */
import { Effect } from "effect"
import type { Engine } from "../ports/Engine.ts"

/** A change of pace, or of the time, is noticed after this long on the clock. */
const longestSleep = 1_000

/** Waits until so much simulated time has passed. */
export const simulatedSleep = Effect.fnUntraced(function* (engine: Engine["Service"], millis: number) {
  const started = yield* engine.state
  const until = started.now + millis
  let { now, timeFactor } = started
  while (now < until) {
    yield* Effect.sleep(Math.min(Math.ceil((until - now) / timeFactor), longestSleep))
    ;({ now, timeFactor } = yield* engine.state)
  }
})
