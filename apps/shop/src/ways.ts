/** The ways to pay that this shop offers: its own list, because only the merchant knows what the account may do. */
import { normalisePhone } from "@cauri/phone"
import type { PayinMethod } from "@cauri/promise"
import { Problem, type Texts } from "./page.ts"

/** One way to pay. `dialCode` is what its customers dial to get a code, where they dial first. */
export interface Way {
  readonly id: keyof Texts["ways"]
  readonly by: "hosted" | "wallet" | Extract<PayinMethod, { readonly type: "direct" }>["mode"]
  readonly operator?: string
  readonly dialCode?: string
}

/** In the order in which customers see them. */
export const ways: ReadonlyArray<Way> = [
  { id: "page", by: "hosted" },
  { id: "orange", by: "ussd_otp", operator: "Orange", dialCode: "*144*4*6#" },
  { id: "moov", by: "ussd_push" },
  { id: "moov-sms", by: "guided_ussd" },
  { id: "telecel", by: "sms_otp" },
  { id: "orange-ci", by: "operator_redirect" },
  { id: "wave", by: "service_redirect" },
  { id: "wallet", by: "wallet" },
]

/**
 * The number as the service wants it. One that only begins as no mobile number did so far may pay all the same, because regulators open
 * prefixes and the operator knows its customers. Refunds are stricter: they go where they are told to.
 */
const readPhone = (typed: string, t: Texts): string => {
  const read = normalisePhone(typed, "BF")
  if (read._tag === "Success") return read.success
  const digits = typed.replace(/[\s.+()-]/g, "")
  if (read.failure.because === "NotMobile" && /^226[0-9]{8}$/.test(digits)) return digits
  throw new Problem(read.failure.customerMessage(t.language))
}

/** How the library is asked for it. Every way back leads to the order, because coming back proves nothing. */
export const methodOf = ({ by }: Way, typed: string, t: Texts, back: string): PayinMethod => {
  const phone = by === "hosted" && typed === "" ? null : readPhone(typed, t)
  if (by === "hosted" || phone === null) return { type: "hosted", returnUrl: back, cancelUrl: back, phone }
  return by === "wallet" ? { type: "wallet", phone } : { type: "direct", mode: by, phone }
}
