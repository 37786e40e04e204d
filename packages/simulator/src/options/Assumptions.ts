/**
 * What the specification leaves open and the simulator has to decide, one constant each. packages/simulator/UNKNOWNS.md names them, and says why
 * a wrong one costs no money. `Options.assumptions` replaces any of them, and the merchant's side must be right for every value: it never
 * imports this file.
 */
import type { Assumptions, RequestProblem } from "../model/AssumptionKinds.ts"
import type { Operator } from "../model/Operator.ts"

const second = 1_000
const day = 24 * 60 * 60 * second
const none = { basisPoints: 0, fixedXof: 0 }
const shared = {
  bounds: { minimumXof: null, maximumXof: null },
  dailyLimitXof: 2_000_000,
  payinFee: none,
  payoutFee: none,
  payoutDelay: { fromMillis: 5 * second, toMillis: 2 * day },
}

/** Id of the operator that stands for the service's own wallet. */
export const walletOperatorId = "1"

/**
 * N1 (#111): invented operators, one per validation mode. A number of the wallet's prefix is a wallet and nothing else; any other
 * number may hold a wallet beside its mobile money account.
 */
export const operators: Assumptions["operators"] = [
  { ...shared, id: walletOperatorId, name: "SAHEL WALLET", country: "BF", mode: "wallet", prefixes: ["22699"] },
  { ...shared, id: "11", name: "ALIZE BURKINA", country: "BF", mode: "ussd_otp", prefixes: ["22670", "22607"] },
  { ...shared, id: "12", name: "BAOBAB BURKINA", country: "BF", mode: "ussd_push", prefixes: ["22660", "22601"] },
  { ...shared, id: "13", name: "CALAO BURKINA", country: "BF", mode: "guided_ussd", prefixes: ["22650"] },
  { ...shared, id: "14", name: "DJEMBE BURKINA", country: "BF", mode: "sms_otp", prefixes: ["22640"] },
  { ...shared, id: "21", name: "BAOBAB BENIN", country: "BJ", mode: "ussd_push", prefixes: ["229"] },
  { ...shared, id: "31", name: "ALIZE TOGO", country: "TG", mode: "guided_ussd", prefixes: ["228"] },
]

/** The operators whose direct payins answer with a page; the as-observed profile adds them. */
export const redirectOperators: ReadonlyArray<Operator> = [
  { ...shared, id: "16", name: "ALIZE IVOIRE", country: "CI", mode: "operator_redirect", prefixes: ["22507"] },
  { ...shared, id: "39", name: "VAGUE SENEGAL", country: "SN", mode: "service_redirect", prefixes: ["22177"] },
]

/** N2 (#128): the status of a new payment. */
export const initialStatus: Assumptions["initialStatus"] = "pending"

/** N3 (#129): where a payout may go from each status. */
export const payoutTransitions: Assumptions["payoutTransitions"] = {
  pending: ["completed", "notcompleted"],
  completed: [],
  notcompleted: [],
}

/** N4 (#130): whether an operator's dispute may move a final status. Fault rules may, whatever this says. */
export const finalStatusesMove: Assumptions["finalStatusesMove"] = false

/** N6 (#194): how long credentials work after they were issued, in milliseconds; `null`: until they are issued again. */
export const credentialLifetime: Assumptions["credentialLifetime"] = null

/** N8 (#212): what a callback carries as proof of its origin. Nothing: the `hash` entry is random text. */
export const callbackProof: Assumptions["callbackProof"] = "None"

/** N9 (#213): the waits before each repeat of a POST that was not received, in milliseconds; empty: it is sent once. At most nine. */
export const callbackRetries: Assumptions["callbackRetries"] = []

/** N10 (#213): the statuses that count as received. */
export const callbackAcceptedStatuses: Assumptions["callbackAcceptedStatuses"] = [200, 201, 202, 204]

/** N11 (#241): the HTTP status of the service's errors: 200 always, or the 4xx that fits. */
export const errorHttpStatus: Assumptions["errorHttpStatus"] = "Ok"

/** N13 (#249): bounds by operator id, on top of the operator's own, and by country as `Operator.country` writes it. */
export const amountBounds: Assumptions["amountBounds"] = { operators: {}, countries: {} }

/** N15 (#251): calls of one project in one window, and how long it is; beyond it an HTML page with 429. `null`: no limit. */
export const rateLimit: Assumptions["rateLimit"] = null

/** U1 (#188 #219): what endpoint 4 answers to bad credentials. */
export const otpAuthenticationFailure: Assumptions["otpAuthenticationFailure"] = "CommonEnvelope"

/** U2 (#179): sub-code of an unknown token on endpoint 8. */
export const unknownPayoutTokenCode: Assumptions["unknownPayoutTokenCode"] = "02"

/** U3 (#146): whether endpoint 2 answers for endpoint 5's tokens. */
export const confirmAnswersForWalletInvoices: Assumptions["confirmAnswersForWalletInvoices"] = true

/** U4 (#154-#156): whether the second SMS OTP request answers with a token of its own or with the first one's. */
export const smsOtpTokens: Assumptions["smsOtpTokens"] = "OneEach"

/** U5 (#119 #156): whether a further POST for the same customer, amount and `transaction_id` resumes a pending payin. */
export const freshOtpResumes: Assumptions["freshOtpResumes"] = false

/** U6 (#124): whether `montant` holds the fees that the customer pays. */
export const montantHoldsFees: Assumptions["montantHoldsFees"] = false

/** U7 (#170): whether endpoint 5 is refused without a request of endpoint 4 for the same phone and amount. */
export const walletSubmitNeedsMatchingOtp: Assumptions["walletSubmitNeedsMatchingOtp"] = true

type PayinCreation = "createHostedInvoice" | "createDirectInvoice" | "submitWalletInvoice"
const payinCodes: Readonly<Record<RequestProblem, string>> = {
  field: "08",
  phone: "08",
  operator: "07",
  payout_amount: "08",
  wallet_number: "14",
  no_wallet: "14",
  no_otp_request: "08",
  wrong_otp: "15",
  no_token: "08",
}

/** U9 (#216 #245): the sub-codes of such problems. None of them is a stated one; public pages suggest most of them. */
export const faultSubCodes: Assumptions["faultSubCodes"] = {
  ...({
    createHostedInvoice: payinCodes,
    createDirectInvoice: payinCodes,
    submitWalletInvoice: payinCodes,
  } satisfies Record<PayinCreation, Readonly<Record<RequestProblem, string>>>),
  confirmInvoice: { ...payinCodes, no_token: "04" },
  createWalletPayout: { ...payinCodes, field: "09", phone: "09", operator: "03", payout_amount: "05" },
  createDirectPayout: { ...payinCodes, field: "15", phone: "15", operator: "05", payout_amount: "02" },
  confirmPayout: { ...payinCodes, no_token: "04" },
}

/** U10 (#188 #229 #234): their order. Checks that need the request's meaning (wallet, daily limit, balance) come after all of them. */
export const checkOrder: Assumptions["checkOrder"] = [
  "headers",
  "credentials",
  "project",
  "ip",
  "feature",
  "fields",
  "amount",
]

/** The order as observed: a wrong amount hides a wrong field. */
export const amountFirst: Assumptions["checkOrder"] = [
  "headers",
  "credentials",
  "project",
  "ip",
  "feature",
  "amount",
  "fields",
]

/** U11 (#54): the status after the customer cancels on the hosted page. */
export const statusAfterCancel: Assumptions["statusAfterCancel"] = "pending"

/** U12 (#115 #151): what counts as the operator's definite failure. A time-out, a wrong PIN and a wrong OTP do not. */
export const definitiveFailures: Assumptions["definitiveFailures"] = ["refused", "no_funds", "failed"]

/** U13 (#196 #209): the order of the two POSTs, how long after the event each is sent, and for which statuses. */
export const callbackSequence: Assumptions["callbackSequence"] = {
  order: ["Form", "Json"],
  delayMillis: [0, 0],
  statuses: ["completed", "notcompleted"],
}

/** U14 (#202): whether a payout's callback brings the merchant's entries back, or names the identifier at its top level only. */
export const payoutCallbackIdentifiers: Assumptions["payoutCallbackIdentifiers"] = "Entries"

/** U15 (#216 #218): whether a refusal proves that nothing was executed. A fault rule may execute and refuse. */
export const refusalsExecuteNothing: Assumptions["refusalsExecuteNothing"] = true

/** U17 (#109): whether the operator of a payout is named before it is final. */
export const payoutOperatorBeforeFinal: Assumptions["payoutOperatorBeforeFinal"] = false

/** U18 (#193): the endpoints that check the caller's address. Payin creations do so only where a whitelist is set. */
export const ipCheckedEndpoints: Assumptions["ipCheckedEndpoints"] = [
  "createHostedInvoice",
  "createDirectInvoice",
  "submitWalletInvoice",
  "createWalletPayout",
  "createDirectPayout",
]

/** U19 (#184): sub-code for a project that is not enabled. */
export const projectNotEnabledCode: Assumptions["projectNotEnabledCode"] = "00"

/** U20 (#37 #52 #62): whether required texts may be empty. */
export const requiredTextMayBeEmpty: Assumptions["requiredTextMayBeEmpty"] = true

/** U22 (#33 #51): which differences of the items are refused. */
export const itemArithmetic: Assumptions["itemArithmetic"] = { product: true, sum: false }

/** U23 (#28): `{wiki_base}`; `null`: the simulator's own base address. */
export const wikiBase: Assumptions["wikiBase"] = null

/** U24 (#69): the status of a wallet payout whose onward transfer fails. */
export const failedOnwardTransferStatus: Assumptions["failedOnwardTransferStatus"] = "completed"

/**
 * U25 (#216 #218): sub-code for a path or a method that the service does not have. It has no stated meaning on any endpoint: above all it
 * is not `00`, which would look like bad credentials.
 */
export const unknownAddressCode: Assumptions["unknownAddressCode"] = "99"

/** U26 (#43 #90): whether a hosted payin's own `external_id`, where it is not empty, stands in the record instead of the joined values. */
export const hostedExternalId: Assumptions["hostedExternalId"] = "Ignored"

/** U27 (#164 #219): what `message` holds when the wallet's OTP was not sent: a sub-code, or a sentence. */
export const otpFailureMessage: Assumptions["otpFailureMessage"] = "SubCode"

/** U28 (#219 #226): whether endpoint 4 refuses a project without payins. */
export const otpNeedsPayins: Assumptions["otpNeedsPayins"] = true

/** U29 (#67): whether endpoint 7 ignores a `top_up_wallet`. */
export const directPayoutTakesTopUp: Assumptions["directPayoutTakesTopUp"] = false

/** All of them, for `Options`. */
export const assumptions: Assumptions = {
  operators,
  initialStatus,
  payoutTransitions,
  finalStatusesMove,
  credentialLifetime,
  callbackProof,
  callbackRetries,
  callbackAcceptedStatuses,
  errorHttpStatus,
  amountBounds,
  rateLimit,
  otpAuthenticationFailure,
  unknownPayoutTokenCode,
  confirmAnswersForWalletInvoices,
  smsOtpTokens,
  freshOtpResumes,
  montantHoldsFees,
  walletSubmitNeedsMatchingOtp,
  faultSubCodes,
  checkOrder,
  statusAfterCancel,
  definitiveFailures,
  callbackSequence,
  payoutCallbackIdentifiers,
  refusalsExecuteNothing,
  payoutOperatorBeforeFinal,
  ipCheckedEndpoints,
  projectNotEnabledCode,
  requiredTextMayBeEmpty,
  itemArithmetic,
  wikiBase,
  failedOnwardTransferStatus,
  unknownAddressCode,
  hostedExternalId,
  otpFailureMessage,
  otpNeedsPayins,
  directPayoutTakesTopUp,
}
