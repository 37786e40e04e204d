/** The ways to pay that this shop offers: only the merchant knows what the account may do. */
import { countryOf, normalisePhone } from "cauri/phone"
import type { PayinInput } from "cauri"
import { Problem, type Texts } from "./page.ts"

const countryCodes = { BF: "226", CI: "225", SN: "221" } as const
/** One way to pay, for numbers of one country; the page takes all. `dialCode`: what is dialled for a code. */
export interface Way {
  readonly id: string
  readonly country: keyof typeof countryCodes
  readonly by: "hosted" | "wallet" | Extract<PayinInput["method"], { readonly type: "direct" }>["mode"]
  readonly operator?: string
  readonly dialCode?: string
}

/** In the order in which customers see them. */
export const ways: ReadonlyArray<Way> = [
  { id: "page", country: "BF", by: "hosted" },
  { id: "orange", country: "BF", by: "ussd_otp", operator: "Orange", dialCode: "*144*4*6#" },
  { id: "moov", country: "BF", by: "ussd_push", operator: "Moov" },
  { id: "moov-sms", country: "BF", by: "guided_ussd", operator: "Moov" },
  { id: "telecel", country: "BF", by: "sms_otp", operator: "Telecel" },
  { id: "orange-ci", country: "CI", by: "operator_redirect", operator: "Orange Côte d’Ivoire" },
  { id: "wave", country: "SN", by: "service_redirect", operator: "Wave Sénégal" },
  { id: "wallet", country: "BF", by: "wallet" },
]

/**
 * The number as the service writes it. An unknown mobile prefix may pay: regulators open prefixes, and
 * operators know their customers. Refunds are stricter: the money goes to the number given.
 */
const readPhone = ({ by, country }: Way, typed: string, t: Texts): string => {
  const read = normalisePhone(typed, country)
  const digits = typed.replace(/[\s.+()-]/g, "")
  const isNew = !read.ok && read.problem.because === "not_mobile" && /^226[0-9]{8}$/.test(digits)
  if (!read.ok && !isNew) throw new Problem(read.problem.customerMessages[t.language], "phone")
  const from = read.ok ? countryOf(read.phone) : "BF"
  // Another country's number would be taken for another way to pay, and its owner would wait in vain.
  if (by !== "hosted" && from !== country)
    throw new Problem(t.words.pages.numbers_of(countryCodes[country]), "phone")
  return read.ok ? read.phone : digits
}

/** How the library is asked for it. Every way back leads to the order, because coming back proves nothing. */
export const methodOf = (way: Way, typed: string, t: Texts, back: string): PayinInput["method"] => {
  const phone = way.by === "hosted" && typed === "" ? null : readPhone(way, typed, t)
  if (way.by === "hosted" || phone === null)
    return { type: "hosted", returnUrl: back, cancelUrl: back, phone }
  return way.by === "wallet" ? { type: "wallet", phone } : { type: "direct", mode: way.by, phone }
}
