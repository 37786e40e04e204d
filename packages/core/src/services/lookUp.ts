/**
 * Asks about payments in doubt, where the service can be asked by our id. A look-up that fails or finds nothing changes nothing.
 */
import { Effect, Schema } from "effect"
import { isUnanswered } from "../model/Attempt.ts"
import { CreationToken } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { later, millis, type PolicyShape } from "../model/Policy.ts"
import type { Gateway } from "../ports/Gateway.ts"
import type { Writer } from "./Writer.ts"

/** Looks up every attempt of a payment in doubt, and gives it the tokens that were found (rows P23 and O19). */
export const lookingUp = (gateway: Gateway["Service"], writer: Writer, { calls }: PolicyShape) =>
  Effect.fn("Confirmation.lookUp")(function* (record: PaymentRecord) {
    const { payment } = record
    const { lookUp } = gateway
    if (lookUp === undefined || payment.state._tag !== "in_doubt") return record
    let known = record
    for (const { number: attempt } of payment.attempts.filter(isUnanswered)) {
      const found = yield* Effect.suspend(() => lookUp({ payment, attempt })).pipe(
        Effect.timeout(later(millis(calls.connectTimeout), calls.confirmTimeout)),
        Effect.catchCause(() => Effect.succeed(null)),
      )
      if (!Schema.is(CreationToken)(found)) continue
      known = (yield* writer.apply(known, { _tag: "Found", attempt, token: found })).record
    }
    return known
  })
