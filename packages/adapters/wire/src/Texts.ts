/**
 * The words that the service writes and expects: response codes, statuses, the currency, the fixed success text, the form of the payment
 * page's address and of the sub-code pages' addresses.
 * Spec: Common response envelope (#22 #26), Creation response fields (#71 #73), States (#80), Errors (#216 #220-#224).
 */

/** `response_code` of a call that succeeded. It says nothing about the payment: only `status` does (#22, #24). */
export const successCode = "00"

/** `response_code` of a call that failed (#22). On payouts every value but `00` is an error too (#23, #103). */
export const errorCode = "01"

/** The three values of `status`, for payins and payouts alike (#80, #108). */
export const statuses = ["completed", "pending", "notcompleted"] as const

/** One of the three values of `status`. */
export type Status = (typeof statuses)[number]

/** `devise` of every invoice: the currency is always the CFA franc, whatever the customer's own (#11, #36). */
export const currency = "XOF"

/** `response_text` of a successful direct payin or wallet submit (#73). Written by the simulator, never matched on by us. */
export const processingText = "Votre requête est en cours de traitement"

/** The key under which a merchant's own identifier travels in `custom_data` (#60, #204). */
export const transactionIdKey = "transaction_id"

/** The keys of the entries that the service adds itself: `logfile` everywhere, `hash` in callbacks (#97, #98, #203). */
export const serviceKeys = { logfile: "logfile", hash: "hash" } as const

/** The address of the hosted payment page: `{base_url}/pay/invoice/<token>` (#3, #71). The merchant never matches on it. */
export const pageUrl = (baseUrl: string, token: string): string => `${withoutEndSlash(baseUrl)}${pagePath}${token}`

/** The path that precedes the token in the payment page's address (#71). */
export const pagePath = "/pay/invoice/"

/** The address of an endpoint's sub-code page: `{wiki_base}` and the specification's path (#28). U23: the base is not shown. */
export const wikiUrl = (wikiBase: string, wikiPath: string): string => `${withoutEndSlash(wikiBase)}${wikiPath}`

/** The absolute address of a path of the service: every address is relative to `{base_url}` (#1), whose own path is kept. */
export const serviceUrl = (baseUrl: string, target: string): string => `${withoutEndSlash(baseUrl)}${target}`

const withoutEndSlash = (base: string): string => (base.endsWith("/") ? base.slice(0, -1) : base)
