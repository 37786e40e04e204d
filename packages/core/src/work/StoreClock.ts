/**
 * The one clock of a program that works on a store. Due times, leases and deadlines are compared by every program of the store, and
 * evidence counts only when it lies far enough apart. The clock of a machine is set back, set forward, and stands still with it. So a
 * program reads the store's time once, when it begins, and counts on from there with the clock that nobody sets (decision 36).
 */
import { Clock, Context, Duration, Effect, Exit, Layer } from "effect"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { StoreRefused } from "../ports/StoreStatus.ts"
import { Policy } from "../model/Policy.ts"

/** Watches over the one clock. */
export class StoreClock extends Context.Service<
  StoreClock,
  {
    /**
     * Reads the store's time every `worker.sleep`, and fails when it is further ahead of the program's than `store.clockTolerance`: the
     * machine was suspended, or a clock was set forward. A program that is started again goes on from the store's time.
     */
    readonly watch: Effect.Effect<never, StoreRefused>
  }
>()("@cauri/core/StoreClock") {
  /** Counts on from the store's time in everything that it is provided to, as Effect's own `Clock` does. */
  static readonly layer: Layer.Layer<StoreClock, StoreError, PaymentStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy
      const tolerance = Duration.toMillis(policy.store.clockTolerance)
      const machine = yield* Clock.Clock
      // A store without a server tells the machine's time.
      const stored = Effect.provideService(store.clock, Clock.Clock, machine)
      const origin = BigInt(yield* stored) * 1_000_000n - machine.monotonicTimeNanosUnsafe()
      const nanos = () => origin + machine.monotonicTimeNanosUnsafe()
      const millis = () => Number(nanos() / 1_000_000n)

      // Only the store can tell: both clocks of a machine stand still while it is suspended.
      const check = Effect.gen(function* () {
        const time = yield* Effect.exit(stored)
        // A store that cannot be asked now is asked again.
        const behind = Exit.isSuccess(time) ? time.value - millis() : 0
        if (behind <= tolerance) return
        const seconds = Math.round(behind / 1_000)
        const detail = `Its time is ${seconds} s ahead of this program's: the machine was suspended, or a clock was set forward.`
        return yield* new StoreRefused({ reason: "ClockAhead", detail })
      })

      const watch = check.pipe(Effect.andThen(Effect.sleep(policy.worker.sleep)), Effect.forever)

      const counted: Clock.Clock = {
        currentTimeMillisUnsafe: millis,
        currentTimeMillis: Effect.sync(millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: machine.monotonicTimeNanos,
        sleep: (duration) => machine.sleep(duration),
      }
      // What else the clock below can do, as a test's can, it still can.
      Object.setPrototypeOf(counted, machine)
      return Context.make(StoreClock, StoreClock.of({ watch })).pipe(Context.add(Clock.Clock, counted))
    }),
  )
}
