/** An app that is put under load until something is done to it. Used by the tests and by the campaign, which does it more often. */
import { Deferred, Effect, Fiber } from "effect"
import { type Ledger, load } from "./load.ts"
import { startIn, type World } from "./world.ts"

const connections = 16

/** Starts the app, loads it until so many callbacks were acknowledged, sends it a signal, and gives its end with what the callers know. */
const signalUnderLoad = Effect.fnUntraced(function* (
  world: World,
  acknowledged: number,
  signal: NodeJS.Signals,
  firstNumber: number,
) {
  const app = yield* startIn(world)
  const enough = yield* Deferred.make<void>()
  const onAnswer = (ledger: Ledger) => {
    if (ledger.acknowledged.size >= acknowledged) Deferred.doneUnsafe(enough, Effect.void)
  }
  const loading = yield* Effect.forkChild(load(app.port, world.paths, connections, onAnswer, firstNumber), {
    startImmediately: true,
  })
  yield* Deferred.await(enough)
  yield* app.kill(signal)
  const ended = yield* app.ended
  return { ended, ...(yield* Fiber.join(loading)) }
}, Effect.scoped)

/** Kills the app under load; the numbers of the callbacks are those of this run alone. */
export const killUnderLoad = (world: World, run: number) => signalUnderLoad(world, 150, "SIGKILL", run * 1_000_000)

/** Tells the app under load to stop. */
export const stopUnderLoad = (world: World) => signalUnderLoad(world, 300, "SIGTERM", 0)
