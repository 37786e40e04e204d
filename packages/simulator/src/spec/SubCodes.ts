/**
 * The sub-codes whose cause the specification states, per endpoint, and the writing of `Echec (CodeXX)`.
 * The meaning of a code depends on the endpoint (#218). A code that is not stated here stays unrecognised, kept as it was written;
 * what public pages say about it is a hint for operators (wire's `publicHint`) and decides nothing.
 * Spec: Errors (#225-#237 #242), Limits (#243-#245).
 */
import { Option } from "effect"
import { type EndpointName, endpointNames, endpoints } from "@cauri/wire"
import { errorCode } from "./Texts.ts"

/** What a stated sub-code means. */
export type SubCodeMeaning =
  | "AuthenticationFailed"
  | "PayinNotEnabled"
  | "WrongAmount"
  | "IpDenied"
  | "InvoiceNotFound"
  | "PayoutNotEnabled"
  | "BeneficiaryWithoutWallet"
  | "BalanceLow"

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

/** Every sub-code with a stated cause. All other lists are not shown (#242): N12 in UNKNOWNS.md. */
export const statedSubCodes: ReadonlyArray<StatedSubCode> = [
  // #225
  {
    endpoints: endpointNames,
    code: "00",
    meaning: "AuthenticationFailed",
    description: "Authentication failure: bad, expired or missing credentials",
  },
  // #226
  { endpoints: payinCreations, code: "01", meaning: "PayinNotEnabled", description: "Payin feature not enabled" },
  // #227, #228, #243-#245
  {
    endpoints: payinCreations,
    code: "02",
    meaning: "WrongAmount",
    description:
      "Wrong amount: below 9, above 2,000,000, not an integer, or beyond the customer's daily operator limit",
  },
  // #229
  { endpoints: payinCreations, code: "03", meaning: "IpDenied", description: "IP denied" },
  // #144, #230
  { endpoints: ["confirmInvoice"], code: "02", meaning: "InvoiceNotFound", description: "Invoice not found" },
  // #231
  {
    endpoints: ["createWalletPayout"],
    code: "01",
    meaning: "PayoutNotEnabled",
    description: "Payout feature not enabled",
  },
  // #174, #232
  {
    endpoints: ["createWalletPayout"],
    code: "02",
    meaning: "BeneficiaryWithoutWallet",
    description: "Customer not registered on the platform",
  },
  // #233, #238, #239
  {
    endpoints: ["createWalletPayout"],
    code: "04",
    meaning: "BalanceLow",
    description: "Merchant balance low on the relevant operator",
  },
  // #234
  { endpoints: ["createWalletPayout"], code: "06", meaning: "IpDenied", description: "IP denied" },
  // #235
  {
    endpoints: ["createDirectPayout"],
    code: "01",
    meaning: "PayoutNotEnabled",
    description: "Payout feature not enabled",
  },
  // #236
  { endpoints: ["createDirectPayout"], code: "06", meaning: "IpDenied", description: "IP denied" },
  // #237-#239
  {
    endpoints: ["createDirectPayout"],
    code: "08",
    meaning: "BalanceLow",
    description: "Merchant operator account low balance",
  },
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

/** One entry of a sub-code page. */
interface SubCodePageEntry {
  readonly code: string
  readonly description: string
}

/** A sub-code page: its entries, a code and an English description each, grouped under `01` (#217). */
export interface SubCodePage {
  readonly code: typeof errorCode
  readonly subcodes: ReadonlyArray<SubCodePageEntry>
}

/** The page behind a `wiki` address, as far as its content is stated: one entry per code (#217, #242). */
export const subCodePage = (wikiPath: string): SubCodePage => {
  const entries = new Map<string, string>()
  for (const stated of statedSubCodes) {
    if (stated.endpoints.some((name) => endpoints[name].wikiPath === wikiPath)) {
      entries.set(formatSubCode(stated.code), stated.description)
    }
  }
  return { code: errorCode, subcodes: [...entries].map(([code, description]) => ({ code, description })) }
}
