/**
 * The random text in every form of the payment page: only who was shown this page of this invoice can send its forms, so a form on
 * another site goes nowhere even where a browser says nothing about its origin. Nothing is remembered: the text proves itself.
 * Control D5 of the threat model.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** Makes page tokens, and knows its own. */
export interface PageTokens {
  /** A new one, for one showing of an invoice's page. */
  readonly issue: (invoiceToken: string) => string
  /** Whether this is one of an invoice's. */
  readonly isOwn: (invoiceToken: string, pageToken: string | null) => boolean
}

/** Tokens under a key that nobody has; they live as long as the simulator. */
export const makePageTokens = (): PageTokens => {
  const key = randomBytes(32)
  const signed = (invoiceToken: string, nonce: string): string =>
    `${nonce}.${createHmac("sha256", key).update(`${nonce} ${invoiceToken}`).digest("base64url")}`
  return {
    issue: (invoiceToken) => signed(invoiceToken, randomBytes(16).toString("base64url")),
    isOwn: (invoiceToken, pageToken) => {
      const given = Buffer.from(pageToken ?? "")
      const wanted = Buffer.from(signed(invoiceToken, pageToken?.split(".")[0] ?? ""))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}
