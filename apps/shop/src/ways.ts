/** The ways to pay that this shop offers: its own list, because only the merchant knows what the account may do. */
import { normalisePhone } from "@cauri/phone"
import type { Language, PayinMethod } from "@cauri/promise"

/** One way to pay. `dialCode` is what its customers dial to get a code, where they dial first. */
export interface Way extends Readonly<Record<Language, string>> {
  readonly id: string
  readonly by: "hosted" | "wallet" | Extract<PayinMethod, { readonly type: "direct" }>["mode"]
  readonly operator?: string
  readonly dialCode?: string
}

const [fr, en] = ["Orange, code à composer d'abord", "Orange, a code that you dial first"]
/** In the order in which customers see them. */
export const ways: ReadonlyArray<Way> = [
  { id: "page", by: "hosted", fr: "Page de paiement, tous les opérateurs", en: "Payment page, every operator" },
  { id: "orange", by: "ussd_otp", operator: "Orange", dialCode: "*144*4*6#", fr, en },
  { id: "moov", by: "ussd_push", fr: "Moov, demande sur le téléphone", en: "Moov, a request on your phone" },
  { id: "moov-sms", by: "guided_ussd", fr: "Moov, code USSD reçu par SMS", en: "Moov, a USSD code by text message" },
  {
    id: "telecel",
    by: "sms_otp",
    fr: "Telecel, code de paiement par SMS",
    en: "Telecel, a payment code by text message",
  },
  {
    id: "orange-ci",
    by: "operator_redirect",
    fr: "Orange Côte d'Ivoire, sa page",
    en: "Orange Côte d'Ivoire, its page",
  },
  { id: "wave", by: "service_redirect", fr: "Wave Sénégal, page à ouvrir", en: "Wave Senegal, a page to open" },
  { id: "wallet", by: "wallet", fr: "Portefeuille, code en deux étapes", en: "Wallet, a code in two steps" },
]

/**
 * The number as the service wants it, or what to tell the customer. One that only begins as no mobile number did so far may pay all the
 * same, because regulators open prefixes and the operator knows its customers. Refunds are stricter: they go where they are told to.
 */
export const readPhone = (typed: string, language: Language): { phone: string } | { problem: string } => {
  const read = normalisePhone(typed, "BF")
  if (read._tag === "Success") return { phone: read.success }
  const digits = typed.replace(/[\s.+()-]/g, "")
  if (read.failure.because === "NotMobile" && /^226[0-9]{8}$/.test(digits)) return { phone: digits }
  return { problem: read.failure.customerMessage(language) }
}

/** How the library is asked for it. Every way back leads to the order, because coming back proves nothing. */
export const methodOf = ({ by }: Way, phone: string, back: string): PayinMethod => {
  if (by === "hosted") return { type: "hosted", returnUrl: back, cancelUrl: back, phone: phone === "" ? null : phone }
  return by === "wallet" ? { type: "wallet", phone } : { type: "direct", mode: by, phone }
}
