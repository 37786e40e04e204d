/**
 * The random text in every form of a page: a form can only be sent from this page, so a form on another site is refused even when a browser
 * does not send its origin. Nothing is stored: the text is authenticated.
 * Control D5 of the threat model.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** Makes page tokens, and verifies them. */
export interface PageTokens {
  /** A new token, for one rendering of a page: of an invoice's token, or of the name of an app's page. */
  readonly issue: (page: string) => string
  /** Whether the token was made for that page. */
  readonly isOwn: (page: string, pageToken: string | null) => boolean
}

/** Tokens under a random key that never leaves this function; they live as long as the simulator. */
export const makePageTokens = (): PageTokens => {
  const key = randomBytes(32)
  const signed = (page: string, nonce: string): string =>
    `${nonce}.${createHmac("sha256", key).update(`${nonce} ${page}`).digest("base64url")}`
  return {
    issue: (page) => signed(page, randomBytes(16).toString("base64url")),
    isOwn: (page, pageToken) => {
      const given = Buffer.from(pageToken ?? "")
      const wanted = Buffer.from(signed(page, pageToken?.split(".")[0] ?? ""))
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}

/** Whether a browser says that another site's page sent this form (D5). Other programs say nothing. */
export const isFromElsewhere = (baseUrl: string, headers: Readonly<Record<string, string | undefined>>): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site !== "same-origin" && site !== "none"
  const origin = headers["origin"]
  if (origin === undefined) return false
  return !URL.canParse(origin) || ![new URL(baseUrl).host, headers["host"]].includes(new URL(origin).host)
}
