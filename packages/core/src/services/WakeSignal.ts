/**
 * Wakes what waits in this process: the worker before its sleep ends, and calls that wait for a payment. Writes of this process wake at
 * once; writes of others, where `StoreStatus` reports them.
 */
import { Context, Effect, Latch, Layer, Option, RcRef, Schedule, type Scope, Stream } from "effect"
import { keyText, type PaymentKey } from "../model/Identifiers.ts"
import { Policy } from "../model/Policy.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { StoreStatus } from "../ports/StoreStatus.ts"
import { describeCause } from "./describeError.ts"

/** What calls wait under that wait for any payment; no payment has this name. */
const anyPayment = ""

/**
 * Wakes the sleeping worker of this process, and calls that wait for a payment.
 *
 * ```ts
 * const { signal, wait } = yield* WakeSignal
 * yield* signal
 * yield* wait // => undefined
 * ```
 */
export class WakeSignal extends Context.Service<
  WakeSignal,
  {
    /** Wakes the worker that waits, or the next one that will. */
    readonly signal: Effect.Effect<void>
    /** Waits for the next signal. */
    readonly wait: Effect.Effect<void>
    /** Wakes on the writes of others until the scope ends. All listeners share one subscription. */
    readonly listen: Effect.Effect<void, never, Scope.Scope>
    /** Wakes the calls that wait for this payment. */
    readonly wake: (key: PaymentKey) => Effect.Effect<void>
    /**
     * Looks now and each time that the payment is woken, null: that any payment is, until there is something to return. Looks after
     * `worker.sleep` in any case.
     */
    readonly until: <A, E>(key: PaymentKey | null, look: Effect.Effect<Option.Option<A>, E>) => Effect.Effect<A, E>
  }
>()("@cauri/core/WakeSignal") {
  static readonly layer = Layer.effect(
    WakeSignal,
    Effect.gen(function* () {
      const { worker } = yield* Policy
      const status = yield* Effect.serviceOption(StoreStatus)
      const working = yield* Latch.make(false)
      const waiting = new Map<string, Set<Latch.Latch>>()

      const wakeAll = Effect.sync(() => {
        working.openUnsafe()
        waiting.forEach((latches) => latches.forEach((latch) => latch.openUnsafe()))
      })
      const writes = Option.isSome(status) ? status.value.writesByOthers : Stream.never
      // After a failure it listens again. Meanwhile those who wait look by themselves, as often.
      const listening = Stream.runForEach(writes, () => wakeAll).pipe(
        Effect.catchCause((cause) =>
          Effect.logError(`The writes of other programs go unnoticed. ${describeCause(cause)}`),
        ),
        Effect.repeat(Schedule.spaced(worker.sleep)),
      )
      const ear = yield* RcRef.make({ acquire: Effect.forkScoped(listening, { startImmediately: true }) })
      const listen = Effect.asVoid(RcRef.get(ear))

      /** A latch that opens at the next change. */
      const latchFor = (name: string) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const latch = Latch.makeUnsafe()
            waiting.set(name, (waiting.get(name) ?? new Set()).add(latch))
            return latch
          }),
          (latch) =>
            Effect.sync(() => {
              const latches = waiting.get(name)
              latches?.delete(latch)
              if (latches?.size === 0) waiting.delete(name)
            }),
        )

      const until = <A, E>(key: PaymentKey | null, look: Effect.Effect<Option.Option<A>, E>) =>
        Effect.gen(function* () {
          yield* listen
          const latch = yield* latchFor(key === null ? anyPayment : keyText(key))
          for (;;) {
            // Closed before the payment is read: what is written afterwards opens it again.
            latch.closeUnsafe()
            const seen = yield* look
            if (Option.isSome(seen)) return seen.value
            // The notice of a write may have been lost.
            yield* Effect.timeoutOption(latch.await, worker.sleep)
          }
        }).pipe(Effect.scoped)

      return WakeSignal.of({
        signal: Effect.asVoid(working.open),
        wait: Effect.andThen(working.await, Effect.asVoid(working.close)),
        listen,
        wake: (key) =>
          Effect.sync(() =>
            [keyText(key), anyPayment].forEach((name) => waiting.get(name)?.forEach((latch) => latch.openUnsafe())),
          ),
        until,
      })
    }),
  )

  /** The store that it is given, whose writes also wake calls that wait. */
  static readonly layerWaking = Layer.effect(
    PaymentStore,
    Effect.map(Effect.all([PaymentStore, WakeSignal]), ([store, { wake }]) =>
      PaymentStore.of({
        ...store,
        save: (change, ...rest) => Effect.tap(store.save(change, ...rest), () => wake(change.payment.key)),
        claim: (change, ...rest) => Effect.tap(store.claim(change, ...rest), () => wake(change.payment.key)),
      }),
    ),
  )
}
