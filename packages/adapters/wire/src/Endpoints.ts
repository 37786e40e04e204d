/**
 * The eight endpoints of the service as data: number, method, path, query parameter, headers, sub-code page, version.
 * Spec: Endpoints (#133-#140), Authentication (#131 #132 #141 #145 #161 #176 #180-#183), Errors (#220-#224), Versioning (#252 #253).
 */

/** The names of the eight endpoints in this repository, in the specification's order. */
export const endpointNames = [
  "createHostedInvoice",
  "confirmInvoice",
  "createDirectInvoice",
  "sendWalletOtp",
  "submitWalletInvoice",
  "createWalletPayout",
  "createDirectPayout",
  "confirmPayout",
] as const

/** The name of one endpoint. */
export type EndpointName = (typeof endpointNames)[number]

/** The header names, spelled as the specification spells them (#181-#183). */
export const headerNames = {
  apikey: "Apikey",
  authorization: "Authorization",
  accept: "Accept",
  contentType: "Content-Type",
} as const

/** One of the four header names. */
export type HeaderName = (typeof headerNames)[keyof typeof headerNames]

/** The value of `Accept` and of `Content-Type` (#183, #17). */
export const jsonMediaType = "application/json"

/** Media type of the form POST (#196). */
export const formMediaType = "application/x-www-form-urlencoded"

/** Query parameter of the payin confirm (#143). */
export const invoiceTokenParameter = "invoiceToken"

/** Query parameter of the payout confirm. Not shown (#178): see N5 in UNKNOWNS.md. The gateway lets a merchant override it. */
export const payoutTokenParameter = "withdrawalToken"

/** One endpoint, as the specification describes it. */
export interface Endpoint {
  /** Its number in the specification's table. */
  readonly number: number
  readonly name: EndpointName
  readonly method: "GET" | "POST"
  readonly version: "v01" | "v02"
  /** Path relative to `{base_url}`, exactly as spelled; endpoint 4 has two placeholders in braces. */
  readonly path: string
  /** The only query parameter, if it has one. */
  readonly query: string | undefined
  /** Every header that a request must carry. */
  readonly headers: ReadonlyArray<HeaderName>
  /** Path of its sub-code page below `{wiki_base}`; endpoint 4 has none, for its envelope has no `wiki` (#29). */
  readonly wikiPath: string | undefined
  /** Whether the operation leads to callbacks (#214, #215). */
  readonly causesCallbacks: boolean
}

const { accept, apikey, authorization, contentType } = headerNames
// #180: both credentials on every request. #132: Content-Type on POSTs only. #176: the payout confirm lists only the credentials.
const postHeaders: ReadonlyArray<HeaderName> = [apikey, authorization, accept, contentType]
const getHeaders: ReadonlyArray<HeaderName> = [apikey, authorization, accept]
const credentialsOnly: ReadonlyArray<HeaderName> = [apikey, authorization]

/** The paths of the sub-code pages (#220-#224). */
export const wikiPaths = {
  createInvoice: "/wiki/createInvoice",
  confirmInvoice: "/wiki/confirmInvoice",
  createWithdrawal: "/wiki/createWithdrawal",
  createStraightWithdrawal: "/wiki/createStraightWithdrawal",
} as const

const { createInvoice, confirmInvoice, createWithdrawal, createStraightWithdrawal } = wikiPaths

const endpoint = <Name extends EndpointName>(
  number: number,
  name: Name,
  version: Endpoint["version"],
  path: string,
  wikiPath: string | undefined,
  asks?: Pick<Endpoint, "query" | "headers">,
): Endpoint & { readonly name: Name } => ({
  number,
  name,
  method: asks === undefined ? "POST" : "GET",
  version,
  path: `/pay/${version}/${path}`,
  headers: postHeaders,
  query: undefined,
  ...asks,
  wikiPath,
  causesCallbacks: asks === undefined,
})

/** The eight endpoints by name: five creations, which are POSTs, and three GETs that ask or send a code. */
export const endpoints: { readonly [Name in EndpointName]: Endpoint & { readonly name: Name } } = {
  // #133, #141, #220, #252
  createHostedInvoice: endpoint(1, "createHostedInvoice", "v01", "redirect/checkout-invoice/create", createInvoice),
  // #134 (no trailing slash), #143, #145, #221, #252
  confirmInvoice: endpoint(2, "confirmInvoice", "v01", "redirect/checkout-invoice/confirm", confirmInvoice, {
    query: invoiceTokenParameter,
    headers: getHeaders,
  }),
  // #135, #141, #220, #252
  createDirectInvoice: endpoint(3, "createDirectInvoice", "v01", "straight/checkout-invoice/create", createInvoice),
  // #136, #158, #161, #253
  sendWalletOtp: endpoint(4, "sendWalletOtp", "v02", "debitotp/{phone_number}/{amount}", undefined, {
    query: undefined,
    headers: getHeaders,
  }),
  // #137, #141, #220, #253
  submitWalletInvoice: endpoint(5, "submitWalletInvoice", "v02", "debitwallet/withotp", createInvoice),
  // #138, #141, #222, #252
  createWalletPayout: endpoint(6, "createWalletPayout", "v01", "withdrawal/create", createWithdrawal),
  // #139, #141, #223, #252
  createDirectPayout: endpoint(7, "createDirectPayout", "v01", "straight/payout", createStraightWithdrawal),
  // #140 (with trailing slash), #175, #176, #178, #224, #252
  confirmPayout: endpoint(8, "confirmPayout", "v01", "withdrawal/confirm/", createStraightWithdrawal, {
    query: payoutTokenParameter,
    headers: credentialsOnly,
  }),
}
