/**
 * What public pages and client code say about sub-codes that the specification does not state. They are hints for operators only: they
 * decide nothing, end users never see them (#240), and a code that the specification states has no hint.
 * Spec: Errors (#218 #242); N12 in UNKNOWNS.md.
 */
import { Option } from "effect"
import { type EndpointName, endpoints, wikiPaths } from "./Endpoints.ts"

/** Hints by sub-code page, then by code, which is written in lower case. */
export const publicHints: { readonly [wikiPath: string]: { readonly [code: string]: string } } = {
  [wikiPaths.createInvoice]: {
    "04": "An error while processing the request; it may or may not have been executed",
    "05": "An error while sending the request; it may or may not have been executed",
    "06": "An error while sending the request; it may or may not have been executed",
    "07": "No network access is configured",
    "08": "A field of the request is missing or wrong",
    "09": "An error of the service's own interface; it may or may not have been executed",
    "10": "No hash was given",
    "11": "The hash is wrong",
    "12": "The method is wrong",
    "13": "The method is not allowed",
    "14": "The wallet's credentials are wrong",
    "15": "The OTP is wrong",
    "16": "The OTP has expired",
    "17": "The OTP was made for another amount",
    "18": "The customer's balance is too low",
  },
  [wikiPaths.confirmInvoice]: {
    "01": "The payin feature is not enabled",
    "03": "An error while processing",
    "04": "A field of the request is missing or wrong",
  },
  [wikiPaths.createWithdrawal]: {
    "03": "The beneficiary has no account on this network",
    "03a": "A payout within the last 24 hours, or none; sources disagree",
    "03b": "No deposit within the last three months",
    "05": "The amount is out of range",
    "07": "The transaction_id exists already; a first attempt was probably executed",
    "08": "An error while processing; it may or may not have been executed",
    "09": "A field of the request is missing or wrong",
    "10": "An error of the service's own interface; it may or may not have been executed",
    "13": "No hash was given",
    "14": "The hash is wrong",
  },
  [wikiPaths.createStraightWithdrawal]: {
    "02": "The amount is out of range",
    "03": "The beneficiary has no account on this network",
    "04": "A payout within the last 24 hours, or none; sources disagree",
    "05": "The beneficiary's operator was not recognised",
    "07": "The beneficiary has no account",
    "09": "An error while processing, or a currency that may not be converted; sources disagree",
    "10": "An error of the service's own interface, or IP denied; sources disagree",
    "11": "No hash was given, or no deposit within 24 hours; sources disagree",
    "12": "The hash is wrong",
    "13": "A currency that may not be converted",
    "14": "IP denied",
  },
}

/** The hint for a code on an endpoint; none when the specification states the code, or when no source does. */
export const publicHint = (endpoint: EndpointName, code: string): Option.Option<string> => {
  const wikiPath = endpoints[endpoint].wikiPath
  const hints = wikiPath === undefined ? undefined : publicHints[wikiPath]
  const normalised = code.toLowerCase()
  return hints === undefined || !Object.hasOwn(hints, normalised)
    ? Option.none()
    : Option.fromUndefinedOr(hints[normalised])
}
