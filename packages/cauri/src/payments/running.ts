/** Runs core's effects as promises, with an `AbortSignal` and errors of this package; `drain` waits for what is under way. */
import { Cause, Effect, Exit, type Fiber, type ManagedRuntime } from "effect"
import { callFields, type CallOptions, closedError, errorFromCause, onlyFields, type PaymentsError } from "@cauri/plain"

interface Manner extends CallOptions {
  /** It may send something: a failure after that may have reached the service. */
  readonly sends?: boolean
  /** It only waits for others, so `drain` ends it instead of waiting for it. */
  readonly waits?: boolean
}

export interface Runner<R> {
  readonly run: <A>(effect: Effect.Effect<A, unknown, R>, manner?: Manner) => Promise<A>
  /** Counts an effect that other code runs among what is under way. */
  readonly counted: <A, E, S>(effect: Effect.Effect<A, E, S>) => Effect.Effect<A, E, S>
  readonly isClosed: () => boolean
  /** Accepts no more calls, ends those that only wait, and waits for the others. */
  readonly drain: () => Promise<void>
}

/** The error with the frames of its caller, in place of those of the fibre in which it arose. Only a failing call formats them. */
const calledFrom = (caller: Error, error: PaymentsError): PaymentsError => {
  error.stack = `${error.name}: ${error.message}${caller.stack?.replace(/^[^\n]*/, "") ?? ""}`
  return error
}

export const makeRunner = <R>(runtime: ManagedRuntime.ManagedRuntime<R, unknown>): Runner<R> => {
  const underWay = new Set<Promise<unknown>>()
  const waiting = new Set<Fiber.Fiber<unknown, unknown>>()
  let closed = false

  const join = (ended: Promise<unknown>): void => {
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
  }

  const counted = <A, E, S>(effect: Effect.Effect<A, E, S>): Effect.Effect<A, E, S> =>
    Effect.suspend(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      join(promise)
      return Effect.ensuring(effect, Effect.sync(resolve))
    })

  const run = async <A>(effect: Effect.Effect<A, unknown, R>, manner: Manner = {}): Promise<A> => {
    const { sends = false, waits = false, ...options } = manner
    const { signal } = options
    if (closed) throw closedError()
    onlyFields(options, callFields, "options.")
    signal?.throwIfAborted()
    const caller = new Error("here")
    const fiber = runtime.runFork(effect)
    const ended = new Promise<Exit.Exit<A, unknown>>((resolve) => fiber.addObserver(resolve))
    if (waits) waiting.add(fiber)
    else join(ended)
    return await new Promise<A>((resolve, reject) => {
      // The caller's promise rejects at once; a call that has left goes on until its answer is saved.
      const abort = () => {
        fiber.interruptUnsafe()
        reject(signal?.reason)
      }
      signal?.addEventListener("abort", abort, { once: true })
      void ended.then((exit) => {
        signal?.removeEventListener("abort", abort)
        waiting.delete(fiber)
        if (Exit.isSuccess(exit)) return resolve(exit.value)
        const error = Cause.hasInterruptsOnly(exit.cause) ? closedError() : errorFromCause(exit.cause, sends)
        return reject(calledFrom(caller, error))
      })
    })
  }

  return {
    run,
    counted,
    isClosed: () => closed,
    drain: async () => {
      closed = true
      for (const fiber of waiting) fiber.interruptUnsafe()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
