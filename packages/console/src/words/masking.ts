/**
 * What a person may see without a recorded reveal: no phone number, no token, no e-mail address and no customer's name in full. Structured
 * fields are masked by their kind; free text is searched for this payment's secrets, and for anything that looks like a number, an address
 * or a token, because people write such things into reasons.
 */
import { counterparty, issuedTokensOf, type HistoryEntry, Msisdn, type Payment, maskMsisdn } from "@cauri/core/model"
import { catalogue, type Language } from "@cauri/catalogue"
import { Schema } from "effect"
import { withoutFolded } from "./folding.ts"

/** How the parts of a payment are shown. */
export interface Masking {
  readonly revealed: boolean
  readonly phone: (text: string) => string
  readonly token: (text: string) => string
  readonly email: (text: string) => string
  readonly name: (text: string) => string
  /** Data that the merchant sent along: its keys are shown, its values are hidden. */
  readonly value: (text: string) => string
  /** A reference of the merchant's or the service's: only what is known to be personal is hidden in it. */
  readonly reference: (text: string) => string
  /** Free text that a person wrote: what only looks personal is hidden too. */
  readonly text: (text: string) => string
}

const dots = "•••"

const phone = (text: string): string => {
  const digits = text.replace(/\D/g, "")
  // A local number is short: the usual mask would show most of it.
  if (digits.length >= 10 && Schema.is(Msisdn)(digits)) return maskMsisdn(digits)
  return digits.length < 6 ? dots : `${digits.slice(0, 2)}${dots}${digits.slice(-2)}`
}
const tokenIn = (language: Language) => (): string => `${catalogue[language].details.token} ${dots}`
const name = (text: string): string => (text === "" ? "" : `${/^./su.exec(text)?.[0] ?? ""}${dots}`)
const email = (text: string): string => `${name(text.split("@")[0] ?? "")}@${dots}`

const emails = /[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+/gu
const tokens = /eyJ[A-Za-z0-9_.+/=-]{8,}|[\x21-\x7E]{65,}/g
/** A date is no phone number, though it has as many digits. A time may follow it. */
const day = String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)`
const time = String.raw`[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?!:?\d)`
/** What people and keyboards put between the groups of a number, visible or not. */
const between = String.raw`[\s\p{Cf}\p{Pd}_.,:;·()/]{0,4}`
/** Digits after a mask are the end of a number that is hidden already. */
const daysOrPhones = new RegExp(
  String.raw`(${day}(?:${time})?)|(?<!•{3}\d?)(?:\+|00)?\d(?:${between}(?!${day})\d){7,}`,
  "gu",
)
const longestPhone = 15

/** Masks a number, or each whole number of a row. */
const phones = (found: string): string => {
  const groups = found.match(/\d+/g) ?? []
  const isRow = groups.join("").length > longestPhone && groups.every(({ length }) => length >= 8)
  return isRow ? found.replaceAll(/\+?\d+/g, phone) : phone(found)
}

/** Every secret of a payment, and its mask. The longest first. */
const secretsOf = (
  payment: Payment,
  entries: ReadonlyArray<HistoryEntry>,
  token: () => string,
): ReadonlyArray<readonly [string, string]> => {
  const { content } = payment
  const party = counterparty(content)
  const seen = entries.flatMap(({ event }) => (event._tag === "completed" ? [event.observation.record] : []))
  const customer = content.kind === "payin" ? content.customer : {}
  const known: ReadonlyArray<readonly [string | null | undefined, (text: string) => string]> = [
    [party, phone],
    ...seen.flatMap(({ payer, payerDetails }) => [
      [payer, phone] as const,
      [payerDetails?.phone, phone] as const,
      [payerDetails?.email, email] as const,
      [payerDetails?.firstName, name] as const,
      [payerDetails?.lastName, name] as const,
    ]),
    ...issuedTokensOf(payment.attempts).map((handle) => [handle.token, token] as const),
    [customer.email, email],
    [customer.firstName, name],
    [customer.lastName, name],
  ]
  return known
    .flatMap(([text, mask]) =>
      text === null || text === undefined || text.trim().length < 2 ? [] : [[text, mask(text)] as const],
    )
    .toSorted(([one], [other]) => other.length - one.length)
}

const withoutSecrets = (text: string, secrets: ReadonlyArray<readonly [string, string]>): string =>
  secrets.reduce(
    (left, [secret, shown]) =>
      withoutFolded(
        left.replaceAll(secret, () => shown),
        secret,
        shown,
      ),
    text,
  )

const withoutPatterns = (text: string, token: () => string): string =>
  text
    .replace(emails, email)
    .replace(tokens, token)
    .replace(daysOrPhones, (found, moment?: string) => moment ?? phones(found))

const same = (text: string): string => text

/** Masks nothing: for a person whose reveal was recorded. */
export const nothingMasked: Masking = {
  revealed: true,
  phone: same,
  token: same,
  email: same,
  name: same,
  value: same,
  reference: same,
  text: same,
}

/** The masks of one payment. Its history has numbers that its content lacks: a hosted page reveals the payer only afterwards. */
export const maskingOf = (
  payment: Payment,
  entries: ReadonlyArray<HistoryEntry> = [],
  language: Language = "en",
): Masking => {
  const token = tokenIn(language)
  const secrets = secretsOf(payment, entries, token)
  const reference = (text: string) => withoutSecrets(text, secrets).replace(emails, email)
  return {
    revealed: false,
    phone,
    token,
    email,
    name,
    value: (text) => (text === "" ? "" : dots),
    reference,
    text: (text) => withoutPatterns(withoutSecrets(text, secrets), token),
  }
}

/** Hides what looks personal in text that belongs to no payment, such as the reason of a pause. */
export const maskedText = (text: string, language: Language = "en"): string => withoutPatterns(text, tokenIn(language))
