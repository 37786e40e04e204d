/**
 * Work on a leased payment: for no longer than a lease takes, not at all once its own is over, and without touching any other payment.
 */
import { Clock, Effect, Fiber, Option, Result } from "effect"
import { keyText } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { PolicyShape } from "../model/PolicyShape.ts"
import { troubleOf } from "./trouble.ts"

/** Works on a payment and tells whether it could; what goes wrong is logged. */
export const workOn = Effect.fnUntraced(function* <E>(
  record: PaymentRecord,
  policy: PolicyShape,
  work: Effect.Effect<unknown, E>,
) {
  const result = yield* Effect.result(Effect.sandbox(forOneLease(record, policy, work)))
  if (Result.isSuccess(result)) return true
  const what = `The ${keyText(record.payment.key)} could not be worked on; it is tried again after its lease.`
  yield* Effect.logError(`${what} ${troubleOf(result.failure)}`)
  return false
})

/** What may not be interrupted, a call and the saving of its answer, goes on beside the others, who have its place. */
const forOneLease = <E>({ lease }: PaymentRecord, policy: PolicyShape, work: Effect.Effect<unknown, E>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      // Somebody else may have it by now.
      if ((yield* Clock.currentTimeMillis) >= lease.until) return yield* Effect.fail({ _tag: "LeaseOver" } as const)
      const working = yield* Effect.forkDetach(restore(work), { startImmediately: true })
      const done = yield* restore(Effect.timeoutOption(Fiber.join(working), policy.lease)).pipe(
        Effect.onInterrupt(() => Fiber.interrupt(working)),
      )
      if (Option.isSome(done)) return
      working.interruptUnsafe()
      return yield* Effect.fail({ _tag: "LeaseOver" } as const)
    }),
  )
