/**
 * How a customer confirms a payin, operator by operator, and what the merchant's interface must do about it.
 * Spec: endpoint 3 (#149 to #156), wallet (#5, #165, #167), hosted page (#20, #21, #72), fees (#123, #124).
 *
 * The specification shows four modes of direct payment and the wallet's. Two more exist in reality: there the service answers a
 * direct creation with an address that the customer must open. See the decision record on validation modes.
 */
import { Schema } from "effect"
import { Xof } from "./Identifiers.ts"

/** The modes of a direct payin (endpoint 3). */
export const DirectMode = Schema.Literals([
  "UssdOtp",
  "UssdPush",
  "GuidedUssd",
  "SmsOtp",
  "OperatorRedirect",
  "ServiceRedirect",
])
export type DirectMode = typeof DirectMode.Type

/** The way a payment travels; schedules and deadlines are kept per rail. */
export const Rail = Schema.Literals(["Hosted", ...DirectMode.literals, "Wallet", "WalletPayout", "MobileMoneyPayout"])
export type Rail = typeof Rail.Type

/** What one creation call is for: the payment itself, or only the sending of a code. */
export const AttemptKind = Schema.Literals(["Pay", "SmsOtpRequest", "WalletOtpRequest"])
export type AttemptKind = typeof AttemptKind.Type

export interface ModeTraits {
  /** How many calls a normal payment makes. */
  readonly requests: 1 | 2
  /** The first call. */
  readonly first: AttemptKind
  /** Where the customer gets the code that the paying call carries; `null`: `otp` is the empty string. */
  readonly otpFrom: "DialledCode" | "Sms" | "WalletAppOrSms" | null
  /** The service answers with an address to open. */
  readonly opensUrl: boolean
}

/** The traits of every payin method. */
export const modeTraits: Readonly<Record<"Hosted" | DirectMode | "Wallet", ModeTraits>> = {
  Hosted: { requests: 1, first: "Pay", otpFrom: null, opensUrl: true },
  UssdOtp: { requests: 1, first: "Pay", otpFrom: "DialledCode", opensUrl: false },
  UssdPush: { requests: 1, first: "Pay", otpFrom: null, opensUrl: false },
  GuidedUssd: { requests: 1, first: "Pay", otpFrom: null, opensUrl: false },
  SmsOtp: { requests: 2, first: "SmsOtpRequest", otpFrom: "Sms", opensUrl: false },
  OperatorRedirect: { requests: 1, first: "Pay", otpFrom: null, opensUrl: true },
  ServiceRedirect: { requests: 1, first: "Pay", otpFrom: null, opensUrl: true },
  Wallet: { requests: 2, first: "WalletOtpRequest", otpFrom: "WalletAppOrSms", opensUrl: false },
}

/** Where a payment page may be shown. A frame is not among them: the service forbids it (#20). */
export const PagePlace = Schema.Literals(["SameTab", "NewTab", "Popup", "WebView"])
export type PagePlace = typeof PagePlace.Type

const CodeOrigin = Schema.Literals(["DialledCode", "Sms", "WalletAppOrSms"])

/** What the customer must do next. */
export const NextStep = Schema.TaggedUnion({
  /** Send the customer to this address, in one of these ways and never in a frame. */
  OpenUrl: { url: Schema.String, places: Schema.Array(PagePlace) },
  /** Before the payment is created: dial the operator's code, enter exactly this amount, and read the code that comes back. */
  DialThisCodeFirst: { amount: Xof, fees: Xof, total: Xof },
  /** The operator asks on the phone: enter the PIN there (push), or follow the SMS and dial what it says (guided). */
  ConfirmOnPhone: { how: Schema.Literals(["EnterPin", "FollowSms"]) },
  /** Enter the code that arrived; submit it with `Payins.submitOtp`. */
  EnterCode: { from: CodeOrigin },
  /** Wait for the answer to a code, or enter another one: the service says nothing about a wrong one (#119). */
  WaitOrEnterCode: { from: CodeOrigin },
  /** Nothing: the answer will come. */
  Wait: {},
  /** Nothing: this payin is over. */
  Nothing: {},
})
export type NextStep = typeof NextStep.Type

export const openUrl = (url: string): NextStep => NextStep.cases.OpenUrl.make({ url, places: PagePlace.literals })

/**
 * What a USSD OTP customer must do before the payin is created (#149): dial the operator's code and enter exactly the amount,
 * plus the fees where the customer pays them (#123, #124).
 */
export const dialThisCodeFirst = (amount: number, fees: number): NextStep =>
  NextStep.cases.DialThisCodeFirst.make({
    amount: Xof.make(amount),
    fees: Xof.make(fees),
    total: Xof.make(amount + fees),
  })

/** The customer's next step once the service has taken the payment. `url`: the address that the service answered, or null. */
export const stepAfterAcceptance = (rail: "Hosted" | DirectMode | "Wallet", url: string | null): NextStep => {
  if (url !== null) return openUrl(url)
  switch (rail) {
    case "UssdPush":
      return NextStep.cases.ConfirmOnPhone.make({ how: "EnterPin" })
    case "GuidedUssd":
      return NextStep.cases.ConfirmOnPhone.make({ how: "FollowSms" })
    case "Hosted":
    case "OperatorRedirect":
    case "ServiceRedirect":
    case "UssdOtp":
    case "SmsOtp":
    case "Wallet":
      return NextStep.cases.Wait.make({})
  }
}
