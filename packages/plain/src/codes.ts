/** The codes that customers receive, as programs pass them. */
import { isOtp, type Otp, type Payins } from "@cauri/core"
import { Clock, Deferred, Effect, Exit, Redacted } from "effect"
import { invalidInput } from "./PaymentsError.ts"

/** The code, hidden. */
export const otpOf = (otp: string): Otp => {
  const hidden = Redacted.make(typeof otp === "string" ? otp : "")
  if (!isOtp(hidden)) throw invalidInput("otp", "the code as the customer received it, without spaces")
  return hidden
}

/** The code that a call passes: an omitted one is not the same as one that is undefined. */
export const carriedBy = ({ otp }: { readonly otp?: string }): { readonly otp?: Otp } =>
  otp === undefined ? {} : { otp: otpOf(otp) }

type Submitted = Effect.Success<ReturnType<Payins["Service"]["submitOtp"]>>

/** How long the same code of a payin is the call that was made with it: a program that lost the answer repeats its request. */
const repeated = 10 * 60_000

/**
 * Lets a second call with the same code be the first one while that waits, and after it was accepted; it calls by itself if the first caller
 * leaves.
 */
export const onceForEachCode = () => {
  const made = new Map<string, { readonly ended: Deferred.Deferred<Exit.Exit<Submitted, unknown>>; until: number }>()
  const submit = (name: string, call: Effect.Effect<Submitted, unknown>): Effect.Effect<Submitted, unknown> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        for (const [each, { until }] of made) if (until <= now) made.delete(each)
        const first = made.get(name)
        if (first !== undefined) {
          const exit = yield* restore(Deferred.await(first.ended))
          return yield* restore(Exit.hasInterrupts(exit) ? submit(name, call) : exit)
        }
        const ended = Deferred.makeUnsafe<Exit.Exit<Submitted, unknown>>()
        const entry = { ended, until: Infinity }
        made.set(name, entry)
        return yield* Effect.onExit(restore(call), (exit) => {
          const isAccepted = Exit.isSuccess(exit) && exit.value.payment.attempts.at(-1)?.outcome._tag === "accepted"
          if (isAccepted) entry.until = now + repeated
          else made.delete(name)
          return Deferred.succeed(ended, exit)
        })
      }),
    )
  return submit
}
