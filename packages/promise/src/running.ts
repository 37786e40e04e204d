/**
 * Runs core's effects as promises: with an `AbortSignal`, errors of this package, and an end that waits for what is under way.
 */
import { Cause, Effect, Exit, type Fiber, type ManagedRuntime } from "effect"
import { errorFromCause } from "./failures.ts"
import type { CallOptions } from "./inputs.ts"
import { closedError } from "./PaymentsError.ts"

/** How a call is run. */
interface Manner extends CallOptions {
  /** It may send something: what goes wrong afterwards may have reached the service. */
  readonly sends?: boolean
  /** It only waits for others, so nobody waits for it at the end. */
  readonly waits?: boolean
}

/** Runs effects. */
export interface Runner<R> {
  readonly run: <A>(effect: Effect.Effect<A, unknown, R>, manner?: Manner) => Promise<A>
  /** Counts a promise among what is under way. */
  readonly join: <A>(promise: Promise<A>) => Promise<A>
  readonly isClosed: () => boolean
  /** Takes nothing more, ends those who wait, and waits for the others. */
  readonly drain: () => Promise<void>
}

/** Makes a runner. */
export const makeRunner = <R>(runtime: ManagedRuntime.ManagedRuntime<R, unknown>): Runner<R> => {
  const underWay = new Set<Promise<unknown>>()
  const waiting = new Set<Fiber.Fiber<unknown, unknown>>()
  let closed = false

  const join = <A>(promise: Promise<A>): Promise<A> => {
    const ended = (): void => void underWay.delete(settled)
    const settled: Promise<void> = promise.then(ended, ended)
    underWay.add(settled)
    return promise
  }

  const run = async <A>(effect: Effect.Effect<A, unknown, R>, manner: Manner = {}): Promise<A> => {
    const { sends = false, signal, waits = false } = manner
    if (closed) throw closedError()
    signal?.throwIfAborted()
    const fiber = runtime.runFork(effect)
    const ended = new Promise<Exit.Exit<A, unknown>>((resolve) => fiber.addObserver(resolve))
    if (waits) waiting.add(fiber)
    else void join(ended)
    return await new Promise<A>((resolve, reject) => {
      // Whoever aborts is told at once; a call that has left goes on until its answer is saved.
      const abort = () => {
        fiber.interruptUnsafe()
        reject(signal?.reason)
      }
      signal?.addEventListener("abort", abort, { once: true })
      void ended.then((exit) => {
        signal?.removeEventListener("abort", abort)
        waiting.delete(fiber)
        if (Exit.isSuccess(exit)) return resolve(exit.value)
        return reject(Cause.hasInterruptsOnly(exit.cause) ? closedError() : errorFromCause(exit.cause, sends))
      })
    })
  }

  return {
    run,
    join,
    isClosed: () => closed,
    drain: async () => {
      closed = true
      for (const fiber of waiting) fiber.interruptUnsafe()
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
