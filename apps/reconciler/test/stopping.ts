/**
 * One deployment in the middle of creations: the app is told to stop while the service has not answered yet. Used by the tests and by
 * the campaign, which does it more often.
 */
import { Context, Effect } from "effect"
import { Payouts } from "@cauri/core"
import { waitUntil } from "@cauri/programs"
import { RequestLog } from "@cauri/simulator"
import { payout } from "./payments.ts"
import { creationsOf, startIn, stateOf, type World } from "./world.ts"

/** The service takes this long to answer a creation: longer than it takes to notice that one has arrived. */
export const slowAnswers = {
  faultRules: [
    {
      id: "slow",
      fault: { _tag: "Delay" as const, millis: 1_500, executed: true },
      endpoints: ["createDirectPayout" as const],
    },
  ],
}

interface Stopped {
  readonly exit: number | string
  /** The states of the payouts that were under way. */
  readonly states: ReadonlyArray<string>
  readonly creations: ReadonlyArray<number>
}

/** Creates payouts, waits until each of them has arrived at the service, and tells the app to stop. */
export const stopDuringCreation = Effect.fnUntraced(function* (
  world: World,
  run: number,
  signal: NodeJS.Signals = "SIGTERM",
) {
  const ids = [1, 2, 3].map((each) => `run-${run}-${each}`)
  const app = yield* startIn(world)
  yield* app.says("The reconciler works.")
  for (const [index, id] of ids.entries()) {
    const phone = `226600${String(run).padStart(2, "0")}${index}93`
    yield* Context.get(world.merchant, Payouts).create(payout(id, phone), { sendLater: true })
  }
  const { lines } = Context.get(world.simulator.services, RequestLog)
  // On a busy machine the first may be answered, and asked about, before the last arrives: each is looked for by its name.
  yield* waitUntil(lines, (all) => ids.every((id) => all.some(({ transactionId }) => transactionId === id)))
  yield* app.kill(signal)
  const stopped: Stopped = {
    exit: yield* app.ended,
    states: yield* Effect.forEach(ids, (id) => stateOf(world, "payout", id), { concurrency: 1 }),
    creations: yield* Effect.forEach(ids, (id) => creationsOf(world, id), { concurrency: 1 }),
  }
  return stopped
})
