/**
 * The words of payments as plain programs write them, the same as in the facade's objects. They are separate, so that a page which only
 * shows sentences loads nothing else; tests compare them with core's.
 */

export type { Language } from "@cauri/catalogue/format"

/** How the customer of a direct payin confirms. */
export type DirectMode = "ussd_otp" | "ussd_push" | "guided_ussd" | "sms_otp" | "operator_redirect" | "service_redirect"

/** The states of a payin. */
export type PayinStatus =
  | "intended"
  | "submitting"
  | "awaiting_otp"
  | "pending"
  | "completed"
  | "underpaid"
  | "not_completed"
  | "refused"
  | "in_doubt"
  | "expired"
  | "cancelled"

/** Where a customer finds the code to enter. */
export type CodeOrigin = "dialled_code" | "sms" | "wallet_app_or_sms"

/** What the customer must do next: `next` of a payin. */
export type CustomerStep =
  | { readonly type: "open_url"; readonly url: string }
  | { readonly type: "dial_this_code_first"; readonly amount: number; readonly fees: number; readonly total: number }
  | { readonly type: "confirm_on_phone"; readonly how: "enter_pin" | "follow_sms" }
  | { readonly type: "enter_code"; readonly from: CodeOrigin }
  | { readonly type: "wait_or_enter_code"; readonly from: CodeOrigin }
  | { readonly type: "wait" }
  | { readonly type: "nothing" }
