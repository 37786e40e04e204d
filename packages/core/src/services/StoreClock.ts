/**
 * The one clock of a program that works on a store. All programs of the store compare due times, leases and deadlines, and evidence counts
 * only when it is far enough apart in time. A machine's clock is set back, set forward, and stands still with it. So a program reads the
 * store's time at its start, and counts on from there with the monotonic clock (decision 36).
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { StoreError } from "../ports/PaymentStoreDriver.ts"
import { StoreRefused } from "../ports/StoreRefused.ts"
import { Policy } from "../model/Policy.ts"

/** How many milliseconds, by either clock of the machine, a check holds: so no decision costs the store a query of its own. */
const checkedFor = 1_000

/**
 * Checks the one clock.
 *
 * ```ts
 * const { now } = yield* StoreClock
 * yield* TestClock.adjust("5 seconds")
 * yield* now // => 5_000
 * ```
 */
export class StoreClock extends Context.Service<
  StoreClock,
  {
    /**
     * Checks every `worker.sleep`, and fails when the store's time is further ahead of the program's than `store.clockTolerance`: the
     * machine was suspended, or a clock was set forward. A restarted program counts from the store's time.
     */
    readonly watch: Effect.Effect<never, StoreRefused>
    /** The time to decide by: checked against the store when a second has passed since the last check. */
    readonly now: Effect.Effect<number, StoreError>
  }
>()("@cauri/core/StoreClock") {
  /** Counts on from the store's time in everything that it is provided to, as Effect's own `Clock` does, and checks `PaymentStore.now`. */
  static readonly layer: Layer.Layer<StoreClock, StoreError, PaymentStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy
      const machine = yield* Clock.Clock
      // A store without a server returns the machine's time.
      const stored = Effect.provideService(store.clock, Clock.Clock, machine)
      const read = () => ({ wall: machine.currentTimeMillisUnsafe(), nanos: machine.monotonicTimeNanosUnsafe() })
      let checked = read()
      let origin = BigInt(yield* stored) * 1_000_000n - machine.monotonicTimeNanosUnsafe()
      const nanos = () => origin + machine.monotonicTimeNanosUnsafe()
      const millis = () => Number(nanos() / 1_000_000n)

      // Only the store can tell: both clocks of a machine stand still while it is suspended.
      const check = Effect.gen(function* () {
        // Read before the store is asked: a machine that is suspended until the answer is looked at lags then.
        const asked = read()
        const behind = (yield* stored) - millis()
        if (behind > Duration.toMillis(policy.store.clockTolerance)) {
          const seconds = Math.round(behind / 1_000)
          const detail = `The store's time is ${seconds} s ahead of this program's: the machine was suspended, or a clock was set forward.`
          return yield* new StoreRefused({ reason: "clock_ahead", detail })
        }
        // The program catches up with a small lag, and never goes back.
        origin += BigInt(Math.max(0, behind)) * 1_000_000n
        checked = asked
      })

      const now = Effect.gen(function* () {
        const passed = Number(machine.monotonicTimeNanosUnsafe() - checked.nanos) / 1e6
        const elapsed = Math.abs(machine.currentTimeMillisUnsafe() - checked.wall)
        if (Math.max(passed, elapsed) >= checkedFor) yield* check
        return millis()
      }).pipe(Effect.catchTag("StoreRefused", (cause) => new StoreError({ operation: "clock", cause })))

      const watch = check.pipe(
        // A store that cannot be asked now is asked again.
        Effect.catchTag("StoreError", () => Effect.void),
        Effect.catchDefect(() => Effect.void),
        Effect.andThen(Effect.sleep(policy.worker.sleep)),
        Effect.forever,
      )

      const counted: Clock.Clock = {
        currentTimeMillisUnsafe: millis,
        currentTimeMillis: Effect.sync(millis),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: machine.monotonicTimeNanos,
        sleep: (duration) => machine.sleep(duration),
      }
      // Keeps the other abilities of the clock below, such as a test clock's.
      Object.setPrototypeOf(counted, machine)
      return Context.make(StoreClock, StoreClock.of({ watch, now })).pipe(Context.add(Clock.Clock, counted))
    }),
  )

  /** The store that it is given, whatever a program wrapped around it, with the checked time as its `now`. */
  static readonly layerChecked = Layer.effect(
    PaymentStore,
    Effect.map(Effect.all([PaymentStore, StoreClock]), ([store, { now }]) => PaymentStore.of({ ...store, now })),
  )
}
