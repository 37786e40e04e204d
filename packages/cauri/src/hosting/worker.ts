/** The worker of this process: started, run once, and stopped without losing an answer. */
import { Worker } from "@cauri/core"
import { layerWorkerHeartbeat } from "@cauri/core/adapter"
import { Effect, Fiber, Layer, type ManagedRuntime } from "effect"
import { HostSide } from "../choices/choices.ts"
import type { Services } from "../payments/facade.ts"
import { errorFrom, isoOf } from "../words/failures.ts"
import type { PaymentsOptions } from "../choices/options.ts"
import { Surroundings } from "../choices/Surroundings.ts"
import { Watchers } from "../events/watching.ts"

/** The most rounds of one run: payments that become due all the time must not keep it from ending. */
const mostSweeps = 1_000

const once = Effect.gen(function* () {
  const { runOnce: sweep } = yield* Worker
  let [taken, failed] = [0, 0]
  for (let sweeps = 0; sweeps < mostSweeps; sweeps++) {
    const swept = yield* sweep
    taken += swept.taken
    failed += swept.failed
    if (swept.taken + swept.unreadable === 0) {
      return { taken, failed, nextDueAt: swept.nextDueAt === null ? null : isoOf(swept.nextDueAt) }
    }
  }
  return { taken, failed, nextDueAt: null }
})

/** Shows other programs, such as `cauri doctor`, that this worker lives. */
const beating = Effect.gen(function* () {
  if (!(yield* Surroundings).shared) return
  const name = `embedded-${process.pid}-${crypto.randomUUID().slice(0, 8)}`
  yield* Layer.build(layerWorkerHeartbeat(name, "embedded"))
})

export const workerOf = (
  runtime: ManagedRuntime.ManagedRuntime<Services, unknown>,
  onFailure: PaymentsOptions<never>["onFailure"],
) => {
  let working: Fiber.Fiber<unknown, unknown> | null = null

  const forEver = Effect.gen(function* () {
    const { run } = yield* Worker
    const { failed } = yield* HostSide
    const { listen } = yield* Watchers
    yield* listen
    yield* beating
    const sweeping = yield* Effect.forkDetach(run)
    // After a failure of the store it does not wait: what is under way could not be saved.
    yield* Effect.raceFirst(Fiber.join(sweeping), failed).pipe(
      Effect.onInterrupt(() => Fiber.interrupt(sweeping)),
      Effect.catch((failure) =>
        Effect.gen(function* () {
          sweeping.interruptUnsafe()
          const error = errorFrom(failure, false)
          yield* Effect.logError(
            `The worker has stopped and does not start again by itself: put right what follows, then start this program again. ${error.message}`,
          )
          onFailure?.(error)
        }),
      ),
    )
  }).pipe(Effect.scoped)

  return {
    once,
    start: () => {
      working ??= runtime.runFork(forEver)
    },
    stop: async () => {
      if (working !== null) await Effect.runPromise(Fiber.interrupt(working))
    },
  }
}
