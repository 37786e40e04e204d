/**
 * What a claim looks at in the very step that writes it: holds, twins, and the payin that a refund gives back.
 */
import { Effect, Option } from "effect"
import { holdScopes } from "./DeskStore.ts"
import type { PaymentRecord } from "./nextAction.ts"
import type { Payment } from "./Payment.ts"
import type { PaymentStore } from "./PaymentStore.ts"
import type { ClaimGuards } from "./PaymentStoreDriver.ts"
import type { PolicyShape } from "./PolicyShape.ts"

/** What may stand in the way of a payment's claim (rows P2 and O2). */
export const guardsOf = Effect.fnUntraced(function* (
  store: PaymentStore["Service"],
  payment: Payment,
  now: number,
  policy: PolicyShape,
) {
  const { content } = payment
  if (content.kind === "payin") {
    return { holds: holdScopes("payin", content.project, null), twin: null, refund: null } satisfies ClaimGuards
  }
  const released = payment._tag === "Payout" && payment.releasedAt !== null
  const refunded = content.refundOf
  const payin =
    refunded === null
      ? Option.none<PaymentRecord>()
      : yield* store.find({ kind: "payin", project: content.project, id: refunded })
  const guards: ClaimGuards = {
    holds: holdScopes("payout", content.project, content.operator),
    twin: released
      ? null
      : { party: content.beneficiary, amount: content.amount, completedSince: now - policy.twinWindow },
    refund:
      refunded === null
        ? null
        : {
            of: refunded,
            project: content.project,
            atMost: Option.match(payin, { onNone: () => 0, onSome: ({ payment }) => payment.content.amount }),
          },
  }
  return guards
})
