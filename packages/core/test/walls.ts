/** Worlds whose wall clock a test sets, while the time that nobody sets goes on. */
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { type PayinInput, Payins, Payouts, type PolicyInput } from "@cauri/core"
import { layerScripted, payout, pushPayin, type Script, scripted, unlimited } from "./scripted.ts"
import { policyWith } from "./samples.ts"

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute

/** A machine whose wall clock a test sets; its other clock and its sleeps are those of the test. */
export const machineOn = (clock: TestClock.TestClock, ahead: () => number): TestClock.TestClock => {
  const now = () => clock.currentTimeMillisUnsafe() + ahead()
  const nanos = () => BigInt(now()) * 1_000_000n
  return {
    ...clock,
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
  }
}

/** A world whose wall clock a test sets; sleeps keep the time of the test's clock, which begins two hours before. */
export const world = <A>(
  body: (
    script: Script,
    setBack: (millis: number) => void,
    startAgain: typeof scripted<void, unknown>,
  ) => ReturnType<Parameters<typeof scripted<A, unknown>>[0]>,
  policy: PolicyInput = {},
) =>
  TestClock.testClockWith((clock) => {
    let behind = 0
    const wall = machineOn(clock, () => 2 * hour - behind)
    const setBack = (millis: number) => void (behind += millis)
    const ruled = policyWith(unlimited, policy)
    return Effect.provideService(
      scripted(
        (script) =>
          body(script, setBack, (again) =>
            again(script).pipe(
              Effect.provide(layerScripted(script, ruled), { local: true }),
              Effect.provideService(Clock.Clock, wall),
            ),
          ),
        ruled,
      ),
      Clock.Clock,
      wall,
    )
  })

/** A payin of 500 francs, by USSD unless told otherwise. */
export const pay = (input: string | PayinInput = "order-1") =>
  Effect.flatMap(Payins, (payins) => payins.create(typeof input === "string" ? pushPayin(input) : input))

/** A payout of 700 francs. */
export const payOut = (id = "salary-1", sendLater = false) =>
  Effect.flatMap(Payouts, (payouts) => payouts.create(payout(id), { sendLater }))
