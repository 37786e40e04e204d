/**
 * Wakes calls that wait for a payment. Writes of this process wake at once; writes of others, when the store reports them. Without news a
 * wait ends after the policy's longest sleep, in case a report was lost.
 */
import { keyText, type PaymentKey, PaymentNotFound, PaymentStore, Policy } from "@cauri/core"
import { WakeSignal } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import type { StoreError } from "@cauri/core"
import type { RowKey } from "@cauri/core/adapter"
import { Context, Effect, Latch, Layer, Option, RcRef, type Scope, Stream } from "effect"
import { HostSide } from "../choices/choices.ts"
import { Surroundings } from "../choices/Surroundings.ts"

export class Watchers extends Context.Service<
  Watchers,
  {
    /** Listens to other writers of the store until the scope ends; all listeners share one subscription. */
    readonly listen: Effect.Effect<void, never, Scope.Scope>
    /** Calls the function with the payment now, and after each change and each received event, until it returns something. */
    until<A>(
      key: PaymentKey,
      pick: (record: PaymentRecord) => Effect.Effect<Option.Option<A>, StoreError>,
    ): Effect.Effect<A, StoreError | PaymentNotFound>
    /** Wakes calls that wait for this payment. */
    readonly wake: (key: RowKey) => Effect.Effect<void>
  }
>()("cauri/Watchers") {}

/** The given store, whose writes also wake calls that wait. */
export const layerWatched: Layer.Layer<PaymentStore | Watchers, never, PaymentStore | HostSide | WakeSignal> =
  Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const side = yield* HostSide
      const wakeSignal = yield* WakeSignal
      const { worker } = yield* Policy
      const { shared } = yield* Surroundings
      const waiting = new Map<string, Set<Latch.Latch>>()

      const wakeAll = () => waiting.forEach((latches) => latches.forEach((latch) => latch.openUnsafe()))
      const wake = ({ kind, project, id }: RowKey) =>
        Effect.sync(() => waiting.get(`${kind} ${project}/${id}`)?.forEach((latch) => latch.openUnsafe()))
      const ear = yield* RcRef.make({
        acquire: Effect.forkScoped(
          Stream.runForEach(side.changes, () => Effect.andThen(wakeSignal.signal, Effect.sync(wakeAll))),
          { startImmediately: true },
        ),
      })
      const listen = shared ? Effect.asVoid(RcRef.get(ear)) : Effect.void

      /** A latch that opens at the next change. */
      const latchFor = (key: PaymentKey) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const latch = Latch.makeUnsafe()
            const name = keyText(key)
            waiting.set(name, (waiting.get(name) ?? new Set()).add(latch))
            return latch
          }),
          (latch) =>
            Effect.sync(() => {
              const latches = waiting.get(keyText(key))
              latches?.delete(latch)
              if (latches?.size === 0) waiting.delete(keyText(key))
            }),
        )

      const until = <A>(
        key: PaymentKey,
        pick: (record: PaymentRecord) => Effect.Effect<Option.Option<A>, StoreError>,
      ) =>
        Effect.gen(function* () {
          yield* listen
          const latch = yield* latchFor(key)
          for (;;) {
            // Closed before the payment is read: what is written afterwards opens it again.
            latch.closeUnsafe()
            const found = yield* store.find(key)
            if (found === null) return yield* new PaymentNotFound({ key })
            const picked = yield* pick(found)
            if (Option.isSome(picked)) return picked.value
            yield* Effect.timeoutOption(latch.await, worker.sleep)
          }
        }).pipe(Effect.scoped)

      const watched = PaymentStore.of({
        ...store,
        save: (change, tracking, terms) =>
          Effect.tap(store.save(change, tracking, terms), () => wake(change.payment.key)),
        claim: (change, ...rest) => Effect.tap(store.claim(change, ...rest), () => wake(change.payment.key)),
        markDelivered: (lease, ...rest) => Effect.tap(store.markDelivered(lease, ...rest), () => wake(lease.key)),
      })
      return Context.make(PaymentStore, watched).pipe(Context.add(Watchers, Watchers.of({ listen, until, wake })))
    }),
  )
