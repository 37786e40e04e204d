/** Raises a flag, once for its kind and subject. */
import { PaymentEvent } from "../model/Event.ts"
import type { FlagKind } from "../model/Flag.ts"
import type { Payment } from "../model/Payment.ts"

/** The event that raises a flag, unless this kind and subject was raised before. */
export const flagOnce = (payment: Payment, kind: FlagKind, subject: string) =>
  payment.flags.some((flag) => flag.kind === kind && flag.subject === subject)
    ? []
    : [PaymentEvent.cases.Flagged.make({ kind, subject })]
