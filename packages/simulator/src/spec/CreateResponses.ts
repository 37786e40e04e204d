/**
 * What the five creations answer, exactly: one shape per endpoint family for a success, one for a failure, and the authentication
 * failure that every endpoint shares.
 * Spec: Common response envelope (#22-#28), Creation response fields (#71-#77), Endpoints (#142 #148 #169 #172 #173),
 * Authentication (#188), Errors (#216 #225).
 */
import { Schema } from "effect"
import { wikiPaths } from "@cauri/wire"
import { EmptyList, ErrorCode, FailureText, PayoutErrorCode, SuccessCode, Token, wikiAddress } from "./Fields.ts"
import { EmptyText, WebAddress } from "@cauri/wire"
import { pagePath, processingText } from "./Texts.ts"

/** Endpoint 1 succeeded: `response_text` is the page's address, which ends in the token (#71). */
export const HostedInvoiceCreated = Schema.Struct({
  response_code: SuccessCode,
  token: Token,
  response_text: WebAddress,
  wiki: wikiAddress(wikiPaths.createInvoice),
}).check(
  Schema.makeFilter((created) =>
    created.response_text.endsWith(`${pagePath}${created.token}`)
      ? undefined
      : { path: ["response_text"], issue: "the page's address ends in /pay/invoice/ and the token" },
  ),
)

export type HostedInvoiceCreated = typeof HostedInvoiceCreated.Type

/** Endpoint 3 or 5 succeeded: `response_text` is the fixed text (#73, #148, #169). */
export const DirectInvoiceCreated = Schema.Struct({
  response_code: SuccessCode,
  token: Token,
  response_text: Schema.Literal(processingText),
  wiki: wikiAddress(wikiPaths.createInvoice),
})

/** Endpoint 1, 3 or 5 failed (#142, #216). */
export const InvoiceRefused = Schema.Struct({
  response_code: ErrorCode,
  /** #25 */
  token: EmptyText,
  response_text: FailureText,
  wiki: wikiAddress(wikiPaths.createInvoice),
})

const payoutFields = {
  token: Token,
  /** #74: may be empty. */
  response_text: Schema.String,
  /** #75: may be empty. */
  description: Schema.String,
}

const refusedPayout = {
  response_code: PayoutErrorCode,
  ...payoutFields,
  token: EmptyText,
  response_text: FailureText,
}

/** #76: `custom_data` of a wallet payout is always an empty array. */
const walletPayout = { custom_data: EmptyList, wiki: wikiAddress(wikiPaths.createWithdrawal) }

/** #77: that of a direct payout is always an empty string. */
const directPayout = { custom_data: EmptyText, wiki: wikiAddress(wikiPaths.createStraightWithdrawal) }

/** Endpoint 6 succeeded: the payout is initiated (#74-#76, #172). */
export const WalletPayoutCreated = Schema.Struct({ response_code: SuccessCode, ...payoutFields, ...walletPayout })

/** Endpoint 6 failed (#23, #75, #76, #173). */
export const WalletPayoutRefused = Schema.Struct({ ...refusedPayout, ...walletPayout })

/** Endpoint 7 succeeded (#77). */
export const DirectPayoutCreated = Schema.Struct({ response_code: SuccessCode, ...payoutFields, ...directPayout })

/** Endpoint 7 failed (#23, #75, #77, #216). */
export const DirectPayoutRefused = Schema.Struct({ ...refusedPayout, ...directPayout })

/** The answer of any endpoint but the OTP request to bad, expired or missing credentials (#188, #225). U1: endpoint 4. */
export const authenticationFailure = (wikiPath: string) =>
  Schema.Struct({
    response_code: ErrorCode,
    response_text: Schema.Literal("Echec (Code00)"),
    token: EmptyText,
    description: EmptyText,
    wiki: wikiAddress(wikiPath),
  })

/** Every answer of endpoint 1. */
export const HostedInvoiceResponse = Schema.Union([
  HostedInvoiceCreated,
  authenticationFailure(wikiPaths.createInvoice),
  InvoiceRefused,
])

/** Every answer of endpoints 3 and 5. */
export const DirectInvoiceResponse = Schema.Union([
  DirectInvoiceCreated,
  authenticationFailure(wikiPaths.createInvoice),
  InvoiceRefused,
])

/** Every answer of endpoint 6. */
export const WalletPayoutResponse = Schema.Union([
  WalletPayoutCreated,
  WalletPayoutRefused,
  authenticationFailure(wikiPaths.createWithdrawal),
])

/** Every answer of endpoint 7. */
export const DirectPayoutResponse = Schema.Union([
  DirectPayoutCreated,
  DirectPayoutRefused,
  authenticationFailure(wikiPaths.createStraightWithdrawal),
])
