/**
 * The sub-codes whose cause the specification states, per endpoint, and the writing of `Echec (CodeXX)`.
 * The meaning of a code depends on the endpoint (#218). A code that is not stated here stays unrecognised, kept as it was written;
 * what public pages say about it is a hint for operators (wire's `publicHint`) and decides nothing.
 * Spec: Errors (#225-#237 #242), Limits (#243-#245).
 */
import { Option } from "effect"
import { type EndpointName, endpointNames } from "@cauri/wire"

/** What a stated sub-code means. */
export type SubCodeMeaning =
  | "authentication_failed"
  | "payin_not_enabled"
  | "amount_refused"
  | "ip_denied"
  | "not_found"
  | "payout_not_enabled"
  | "beneficiary_without_wallet"
  | "balance_too_low"

/** A sub-code whose cause the specification states. */
export interface StatedSubCode {
  readonly endpoints: ReadonlyArray<EndpointName>
  /** Two digits, as in `Echec (CodeXX)`. */
  readonly code: string
  readonly meaning: SubCodeMeaning
  /** The cause in English, for the sub-code page (#217) and for operators; never for end users (#240). */
  readonly description: string
}

const payinCreations = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const

const stated = (
  code: string,
  endpoints: StatedSubCode["endpoints"],
  meaning: SubCodeMeaning,
  description: string,
): StatedSubCode => ({ endpoints, code, meaning, description })

const credentials = "Authentication failure: bad, expired or missing credentials"
const amount = "Wrong amount: below 9, above 2,000,000, not an integer, or beyond the customer's daily operator limit"
const noWallet = "Customer not registered on the platform"
const noBalance = "Merchant balance low on the relevant operator"

/** Every sub-code with a stated cause. All other lists are not shown (#242): N12 in UNKNOWNS.md. */
export const statedSubCodes: ReadonlyArray<StatedSubCode> = [
  // #225
  stated("00", endpointNames, "authentication_failed", credentials),
  // #226
  stated("01", payinCreations, "payin_not_enabled", "Payin feature not enabled"),
  // #227, #228, #243-#245
  stated("02", payinCreations, "amount_refused", amount),
  // #229
  stated("03", payinCreations, "ip_denied", "IP denied"),
  // #144, #230
  stated("02", ["confirmInvoice"], "not_found", "Invoice not found"),
  // #231
  stated("01", ["createWalletPayout"], "payout_not_enabled", "Payout feature not enabled"),
  // #174, #232
  stated("02", ["createWalletPayout"], "beneficiary_without_wallet", noWallet),
  // #233, #238, #239
  stated("04", ["createWalletPayout"], "balance_too_low", noBalance),
  // #234
  stated("06", ["createWalletPayout"], "ip_denied", "IP denied"),
  // #235
  stated("01", ["createDirectPayout"], "payout_not_enabled", "Payout feature not enabled"),
  // #236
  stated("06", ["createDirectPayout"], "ip_denied", "IP denied"),
  // #237-#239
  stated("08", ["createDirectPayout"], "balance_too_low", "Merchant operator account low balance"),
]

/** The stated sub-code of one endpoint, if the specification states it. */
export const statedSubCode = (endpoint: EndpointName, code: string): Option.Option<StatedSubCode> =>
  Option.fromUndefinedOr(statedSubCodes.find((stated) => stated.code === code && stated.endpoints.includes(endpoint)))

/** The code of a stated meaning on one endpoint, for the simulator. */
export const codeOf = (endpoint: EndpointName, meaning: SubCodeMeaning): Option.Option<string> =>
  Option.fromUndefinedOr(
    statedSubCodes.find((stated) => stated.meaning === meaning && stated.endpoints.includes(endpoint))?.code,
  )

/** `response_text` of a failure: `Echec (CodeXX)` (#26, #216). */
export const formatSubCode = (code: string): string => `Echec (Code${code})`
