/**
 * The request line and headers: the path with its parameters filled in, and the four headers. A value that could change the path (dots,
 * slashes, a sign, lone surrogates) yields nothing instead of another address.
 * Spec: Endpoints (#136 #143 #158-#160 #175 #178), Authentication (#131 #132 #180-#183).
 */
import { Option, Schema } from "effect"
import { type Endpoint, endpoints, headerNames, jsonMediaType, payoutTokenParameter } from "./Endpoints.ts"
import { PhoneNumber, PositiveAmount } from "./Fields.ts"

/** Path of the OTP request: digits only, so that nothing can fold or extend it (#136, #158-#160). */
export const sendWalletOtpTarget = (phoneNumber: string, amount: number): Option.Option<string> =>
  isPhoneNumber(phoneNumber) && isPositiveAmount(amount)
    ? Option.some(
        endpoints.sendWalletOtp.path.replace("{phone_number}", phoneNumber).replace("{amount}", amount.toFixed(0)),
      )
    : Option.none()

/** Path and query of the payin confirm. The token is opaque and always percent-encoded (#143). */
export const confirmInvoiceTarget = (token: string): Option.Option<string> =>
  withQuery(endpoints.confirmInvoice, endpoints.confirmInvoice.query, token)

/** Path and query of the payout confirm (#175). The parameter's name is not shown (#178), hence the second argument. */
export const confirmPayoutTarget = (token: string, parameter: string = payoutTokenParameter): Option.Option<string> =>
  withQuery(endpoints.confirmPayout, parameter, token)

/** Printable ASCII without spaces: a credential that could break a header, or end in an error's text, is refused at start. */
export const Credential = Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,4096}$/))

/** The two credentials of a project (#180-#182). */
export interface ProjectCredentials {
  readonly apiKey: string
  readonly apiToken: string
}

/** The headers of a request to one endpoint, exactly those that the specification lists for it (#131, #132, #176). */
export const requestHeaders = (endpoint: Endpoint, credentials: ProjectCredentials): Readonly<Record<string, string>> =>
  Object.fromEntries(endpoint.headers.map((name) => [name, headerValue[name](credentials)]))

const headerValue = {
  [headerNames.apikey]: (credentials: ProjectCredentials) => credentials.apiKey,
  [headerNames.authorization]: (credentials: ProjectCredentials) => `Bearer ${credentials.apiToken}`,
  [headerNames.accept]: () => jsonMediaType,
  [headerNames.contentType]: () => jsonMediaType,
}

const isPhoneNumber = Schema.is(PhoneNumber)
const isPositiveAmount = Schema.is(PositiveAmount)

const withQuery = (endpoint: Endpoint, parameter: string | undefined, token: string): Option.Option<string> =>
  parameter === undefined || token === "" || !token.isWellFormed() || !parameter.isWellFormed()
    ? Option.none()
    : Option.some(`${endpoint.path}?${encodeURIComponent(parameter)}=${encodeURIComponent(token)}`)
