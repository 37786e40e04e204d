/** The worker of this process: started, run once, and stopped without losing an answer. */
import { runBatches } from "@cauri/batches"
import { Worker } from "@cauri/core"
import { Documents, layerWorkerHeartbeat, StoreStatus } from "@cauri/core/adapter"
import { Effect, Fiber, Layer, type ManagedRuntime, Option } from "effect"
import type { Services } from "../payments/facade.ts"
import { errorFrom, isoOf } from "@cauri/plain"
import type { PaymentsOptions } from "../choices/options.ts"
import { Surroundings } from "../choices/Surroundings.ts"

/** The most rounds of one run: payments that become due all the time must not keep it from ending. */
const mostRuns = 1_000

const once = Effect.gen(function* () {
  const { runOnce } = yield* Worker
  let [taken, failed] = [0, 0]
  for (let runs = 0; runs < mostRuns; runs++) {
    const ran = yield* runOnce
    taken += ran.taken
    failed += ran.failed
    if (ran.taken + ran.unreadable === 0) {
      return { taken, failed, nextDueAt: ran.nextDueAt === null ? null : isoOf(ran.nextDueAt) }
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
    const status = yield* Effect.serviceOption(StoreStatus)
    const failed = Option.isSome(status) ? status.value.failed : Effect.never
    yield* beating
    const documents = yield* Effect.serviceOption(Documents)
    // A store of one's own may keep no documents, and then it has no batches.
    const feeding = Option.isSome(documents)
      ? Effect.provideService(runBatches, Documents, documents.value)
      : Effect.never
    const fiber = yield* Effect.forkDetach(Effect.raceFirst(run, feeding))
    // After a failure of the store it does not wait: what is under way could not be saved.
    yield* Effect.raceFirst(Fiber.join(fiber), failed).pipe(
      Effect.onInterrupt(() => Fiber.interrupt(fiber)),
      Effect.catch((failure) =>
        Effect.gen(function* () {
          fiber.interruptUnsafe()
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
