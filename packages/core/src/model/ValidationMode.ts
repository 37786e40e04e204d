/**
 * How a customer confirms a payin, operator by operator, and what the merchant's interface must do about it.
 * Spec: endpoint 3 (#149 to #156), wallet (#5, #165, #167), hosted page (#20, #21, #72), fees (#123, #124).
 *
 * The specification shows four modes of direct payment and the wallet's. Two more exist in reality: there the service answers a
 * direct creation with an address that the customer must open. See the decision record on validation modes.
 */
import { Schema } from "effect"
import { Xof } from "./Identifiers.ts"

/**
 * The modes of a direct payin (endpoint 3).
 *
 * ```ts
 * DirectMode.literals.filter((mode) => modeTraits[mode].opensUrl) // => ["operator_redirect", "service_redirect"]
 * ```
 */
export const DirectMode = Schema.Literals([
  "ussd_otp",
  "ussd_push",
  "guided_ussd",
  "sms_otp",
  "operator_redirect",
  "service_redirect",
])
export type DirectMode = typeof DirectMode.Type

/**
 * The way a payment travels; schedules and deadlines are kept per rail.
 *
 * ```ts
 * Rail.literals.filter((rail) => rail.endsWith("payout")) // => ["wallet_payout", "mobile_money_payout"]
 * ```
 */
export const Rail = Schema.Literals([
  "hosted",
  ...DirectMode.literals,
  "wallet",
  "wallet_payout",
  "mobile_money_payout",
])
export type Rail = typeof Rail.Type

/**
 * What one creation call is for: the payment itself, or only the sending of a code.
 *
 * ```ts
 * AttemptKind.literals // => ["pay", "sms_otp_request", "wallet_otp_request"]
 * ```
 */
export const AttemptKind = Schema.Literals(["pay", "sms_otp_request", "wallet_otp_request"])
export type AttemptKind = typeof AttemptKind.Type

export interface ModeTraits {
  /** How many calls a normal payment makes. */
  readonly requests: 1 | 2
  /** The first call. */
  readonly first: AttemptKind
  /** Where the customer gets the code that the paying call carries; `null`: `otp` is the empty string. */
  readonly otpFrom: "dialled_code" | "sms" | "wallet_app_or_sms" | null
  /** The service answers with an address to open. */
  readonly opensUrl: boolean
}

/**
 * The traits of every payin method.
 *
 * ```ts
 * modeTraits.sms_otp // => { requests: 2, first: "sms_otp_request", otpFrom: "sms", opensUrl: false }
 * ```
 */
export const modeTraits: Readonly<Record<"hosted" | DirectMode | "wallet", ModeTraits>> = {
  hosted: { requests: 1, first: "pay", otpFrom: null, opensUrl: true },
  ussd_otp: { requests: 1, first: "pay", otpFrom: "dialled_code", opensUrl: false },
  ussd_push: { requests: 1, first: "pay", otpFrom: null, opensUrl: false },
  guided_ussd: { requests: 1, first: "pay", otpFrom: null, opensUrl: false },
  sms_otp: { requests: 2, first: "sms_otp_request", otpFrom: "sms", opensUrl: false },
  operator_redirect: { requests: 1, first: "pay", otpFrom: null, opensUrl: true },
  service_redirect: { requests: 1, first: "pay", otpFrom: null, opensUrl: true },
  wallet: { requests: 2, first: "wallet_otp_request", otpFrom: "wallet_app_or_sms", opensUrl: false },
}

/**
 * Where a payment page may be shown. A frame is not among them: the service forbids it (#20).
 *
 * ```ts
 * PagePlace.literals // => ["same_tab", "new_tab", "popup", "web_view"]
 * ```
 */
export const PagePlace = Schema.Literals(["same_tab", "new_tab", "popup", "web_view"])
export type PagePlace = typeof PagePlace.Type

const CodeOrigin = Schema.Literals(["dialled_code", "sms", "wallet_app_or_sms"])

/**
 * What the customer must do next.
 *
 * ```ts
 * const hosted = { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example" } as const
 * const { next } = yield* payins.create({ ...payin, method: hosted })
 * next._tag === "open_url" && next.url // => "https://pay.example/1"
 * ```
 */
export const NextStep = Schema.TaggedUnion({
  /** Send the customer to this address, in one of these ways and never in a frame. */
  open_url: { url: Schema.String, places: Schema.Array(PagePlace) },
  /** Before the payment is created: dial the operator's code, enter exactly this amount, and read the code that comes back. */
  dial_this_code_first: { amount: Xof, fees: Xof, total: Xof },
  /** The operator asks on the phone: enter the PIN there (push), or follow the SMS and dial what it says (guided). */
  confirm_on_phone: { how: Schema.Literals(["enter_pin", "follow_sms"]) },
  /** Enter the code that arrived; submit it with `Payins.submitOtp`. */
  enter_code: { from: CodeOrigin },
  /** Wait for the answer to a code, or enter another one: the service says nothing about a wrong one (#119). */
  wait_or_enter_code: { from: CodeOrigin },
  /** Nothing: the answer will come. */
  wait: {},
  /** Nothing: this payin is over. */
  nothing: {},
})
export type NextStep = typeof NextStep.Type

export const openUrl = (url: string): NextStep => NextStep.cases.open_url.make({ url, places: PagePlace.literals })

/**
 * What a USSD OTP customer must do before the payin is created (#149): dial the operator's code and enter exactly the amount,
 * plus the fees where the customer pays them (#123, #124).
 */
export const dialThisCodeFirst = (amount: number, fees: number): NextStep =>
  NextStep.cases.dial_this_code_first.make({
    amount: Xof.make(amount),
    fees: Xof.make(fees),
    total: Xof.make(amount + fees),
  })

/** The customer's next step once the service has taken the payment. `url`: the address that the service answered, or null. */
export const stepAfterAcceptance = (rail: "hosted" | DirectMode | "wallet", url: string | null): NextStep => {
  if (url !== null) return openUrl(url)
  switch (rail) {
    case "ussd_push":
      return NextStep.cases.confirm_on_phone.make({ how: "enter_pin" })
    case "guided_ussd":
      return NextStep.cases.confirm_on_phone.make({ how: "follow_sms" })
    case "hosted":
    case "operator_redirect":
    case "service_redirect":
    case "ussd_otp":
    case "sms_otp":
    case "wallet":
      return NextStep.cases.wait.make({})
  }
}
