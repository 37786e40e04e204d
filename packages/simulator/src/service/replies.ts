/**
 * The service's answers, envelope by envelope.
 * Spec: Common response envelope (#22-#29), Creation response fields (#71-#77), Errors (#188 #216 #219).
 */
import { endpoints, type EndpointName, successCode, wikiPaths } from "@cauri/wire"
import { errorCode, pageUrl, processingText } from "../spec/Texts.ts"
import { formatSubCode } from "../spec/SubCodes.ts"
import type { Payin } from "../model/Payin.ts"
import type { Options } from "../options/Options.ts"
import type { Payout } from "../model/Payout.ts"
import { objectOf, wikiOf } from "../life/records.ts"
import { type Body, json, type Reply } from "../model/Reply.ts"

/** The `wiki` address of an endpoint. Endpoint 4 has none; an authentication failure there names the payins' page (U1). */
const wikiOfEndpoint = (options: Options, endpoint: EndpointName): string =>
  wikiOf(options, endpoints[endpoint].wikiPath ?? wikiPaths.createInvoice)

/** Kinds of refusal, as far as an HTTP status can distinguish them (N11). */
export type RefusalKind = "Authentication" | "Forbidden" | "NotFound" | "Invalid"

const clientErrors: Readonly<Record<RefusalKind, number>> = {
  Authentication: 401,
  Forbidden: 403,
  NotFound: 404,
  Invalid: 422,
}

/** A failure of any endpoint: `01`, an empty token, `Echec (CodeXX)`, `wiki` (#216), and what the endpoint adds. */
export const refusal = (
  options: Options,
  endpoint: EndpointName,
  code: string,
  kind: RefusalKind,
): ReturnType<typeof json> => {
  const status = options.assumptions.errorHttpStatus === "Ok" ? 200 : clientErrors[kind]
  if (
    endpoint === "sendWalletOtp" &&
    (code !== "00" || options.assumptions.otpAuthenticationFailure === "OtpEnvelope")
  ) {
    const { otpFailureMessage } = options.assumptions
    const message = otpFailureMessage === "SubCode" ? formatSubCode(code) : "The OTP could not be sent."
    return json(status, { error: true, message })
  }
  const common = {
    response_code: errorCode,
    token: "",
    response_text: formatSubCode(code),
    wiki: wikiOfEndpoint(options, endpoint),
  }
  // #188: an authentication failure carries an empty description, on every endpoint.
  if (kind === "Authentication") {
    return json(status, { ...common, description: "", ...(endpoint === "confirmInvoice" ? { status: "" } : {}) })
  }
  return json(status, {
    ...common,
    ...extras(options, endpoint),
    ...(endpoint === "confirmInvoice" ? { status: "" } : {}),
  })
}

/** Endpoint 1 succeeded (#71), or endpoint 3 or 5 (#73), which answer with a page's address in redirect modes. */
export const payinCreated = (options: Options, invoice: Payin): Reply => {
  const redirected = invoice.mode === "service_redirect" || invoice.mode === "operator_redirect"
  return json(200, {
    response_code: successCode,
    token: invoice.token,
    response_text:
      invoice.origin === "createHostedInvoice" || redirected ? pageUrl(options.baseUrl, invoice.token) : processingText,
    ...extras(options, invoice.origin, objectOf(invoice.entries)),
    wiki: wikiOfEndpoint(options, invoice.origin),
  })
}

/** Endpoint 6 or 7 succeeded (#74-#77). */
export const payoutCreated = (options: Options, payout: Payout): Reply =>
  json(200, {
    response_code: successCode,
    token: payout.token,
    response_text: "",
    ...extras(options, payout.origin),
    wiki: wikiOfEndpoint(options, payout.origin),
  })

/** Endpoint 4 (#163, #164). */
export const otpSent = (): Reply => json(200, { error: false, message: "OTP sent. Please check your phone." })

// #75-#77: payouts carry a description and an empty `custom_data`, a list on endpoint 6 and a text on endpoint 7.
const extras = (options: Options, endpoint: EndpointName, customData: Body | ReadonlyArray<never> = []): Body => {
  switch (endpoint) {
    case "createWalletPayout":
      return { description: "", custom_data: [] }
    case "createDirectPayout":
      return { description: "", custom_data: "" }
    case "createHostedInvoice":
    case "createDirectInvoice":
    case "submitWalletInvoice":
      return options.profile.describesEveryCreation ? { description: "", custom_data: customData } : {}
    case "confirmInvoice":
    case "sendWalletOtp":
    case "confirmPayout":
      return {}
  }
}
