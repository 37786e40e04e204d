/**
 * The words and addresses that only the service writes: its failure code, the fixed success text, the keys of its own entries, the addresses
 * of its payment page and of its sub-code pages.
 * Spec: Common response envelope (#22 #26), Creation response fields (#71 #73), Errors (#216 #220-#224).
 */

/** `response_code` of a call that failed (#22). On payouts every value but `00` is an error too (#23, #103). */
export const errorCode = "01"

/** `response_text` of a successful direct payin or wallet submit (#73). Written by the simulator, never matched on by us. */
export const processingText = "Votre requête est en cours de traitement"

/** The keys of the entries that the service adds itself: `logfile` everywhere, `hash` in callbacks (#97, #98, #203). */
export const serviceKeys = { logfile: "logfile", hash: "hash" } as const

/** The address of the hosted payment page: `{base_url}/pay/invoice/<token>` (#3, #71). The merchant never matches on it. */
export const pageUrl = (baseUrl: string, token: string): string => `${withoutEndSlash(baseUrl)}${pagePath}${token}`

/** The path that precedes the token in the payment page's address (#71). */
export const pagePath = "/pay/invoice/"

/** The address of an endpoint's sub-code page: `{wiki_base}` and the specification's path (#28). U23: the base is not shown. */
export const wikiUrl = (wikiBase: string, wikiPath: string): string => `${withoutEndSlash(wikiBase)}${wikiPath}`

const withoutEndSlash = (base: string): string => (base.endsWith("/") ? base.slice(0, -1) : base)
