/** The codes that customers receive, as programs pass them. */
import { isOtp, type Otp, type Payins } from "@cauri/core"
import { Deferred, Effect, Exit, Redacted } from "effect"
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

/** Lets a second call with the same code be the first one while that waits; it calls by itself if the first caller leaves. */
export const onceForEachCode = () => {
  const running = new Map<string, Deferred.Deferred<Exit.Exit<Submitted, unknown>>>()
  const submit = (name: string, call: Effect.Effect<Submitted, unknown>): Effect.Effect<Submitted, unknown> =>
    Effect.uninterruptibleMask((restore) => {
      const first = running.get(name)
      if (first !== undefined)
        return restore(
          Effect.flatMap(Deferred.await(first), (exit) => (Exit.hasInterrupts(exit) ? submit(name, call) : exit)),
        )
      const ended = Deferred.makeUnsafe<Exit.Exit<Submitted, unknown>>()
      running.set(name, ended)
      return Effect.onExit(restore(call), (exit) => {
        running.delete(name)
        return Deferred.succeed(ended, exit)
      })
    })
  return submit
}
