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

/** The eight endpoints by name. */
export const endpoints: { readonly [Name in EndpointName]: Endpoint & { readonly name: Name } } = {
  // #133, #141, #220, #252
  createHostedInvoice: {
    number: 1,
    name: "createHostedInvoice",
    method: "POST",
    version: "v01",
    path: "/pay/v01/redirect/checkout-invoice/create",
    query: undefined,
    headers: postHeaders,
    wikiPath: wikiPaths.createInvoice,
    causesCallbacks: true,
  },
  // #134 (no trailing slash), #143, #145, #221, #252
  confirmInvoice: {
    number: 2,
    name: "confirmInvoice",
    method: "GET",
    version: "v01",
    path: "/pay/v01/redirect/checkout-invoice/confirm",
    query: invoiceTokenParameter,
    headers: getHeaders,
    wikiPath: wikiPaths.confirmInvoice,
    causesCallbacks: false,
  },
  // #135, #141, #220, #252
  createDirectInvoice: {
    number: 3,
    name: "createDirectInvoice",
    method: "POST",
    version: "v01",
    path: "/pay/v01/straight/checkout-invoice/create",
    query: undefined,
    headers: postHeaders,
    wikiPath: wikiPaths.createInvoice,
    causesCallbacks: true,
  },
  // #136, #158, #161, #253
  sendWalletOtp: {
    number: 4,
    name: "sendWalletOtp",
    method: "GET",
    version: "v02",
    path: "/pay/v02/debitotp/{phone_number}/{amount}",
    query: undefined,
    headers: getHeaders,
    wikiPath: undefined,
    causesCallbacks: false,
  },
  // #137, #141, #220, #253
  submitWalletInvoice: {
    number: 5,
    name: "submitWalletInvoice",
    method: "POST",
    version: "v02",
    path: "/pay/v02/debitwallet/withotp",
    query: undefined,
    headers: postHeaders,
    wikiPath: wikiPaths.createInvoice,
    causesCallbacks: true,
  },
  // #138, #141, #222, #252
  createWalletPayout: {
    number: 6,
    name: "createWalletPayout",
    method: "POST",
    version: "v01",
    path: "/pay/v01/withdrawal/create",
    query: undefined,
    headers: postHeaders,
    wikiPath: wikiPaths.createWithdrawal,
    causesCallbacks: true,
  },
  // #139, #141, #223, #252
  createDirectPayout: {
    number: 7,
    name: "createDirectPayout",
    method: "POST",
    version: "v01",
    path: "/pay/v01/straight/payout",
    query: undefined,
    headers: postHeaders,
    wikiPath: wikiPaths.createStraightWithdrawal,
    causesCallbacks: true,
  },
  // #140 (with trailing slash), #175, #176, #178, #224, #252
  confirmPayout: {
    number: 8,
    name: "confirmPayout",
    method: "GET",
    version: "v01",
    path: "/pay/v01/withdrawal/confirm/",
    query: payoutTokenParameter,
    headers: credentialsOnly,
    wikiPath: wikiPaths.createStraightWithdrawal,
    causesCallbacks: false,
  },
}
