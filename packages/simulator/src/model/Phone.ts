/**
 * A customer's phone: its operator, what it has received, what it is asked to confirm, and how its owner behaves. It is created at its
 * first use, with the opening balance of the options.
 * Spec: validation modes (#149-#156), wallet (#5 #162), wrong and expired OTPs (#119 #120).
 */
import { Schema } from "effect"
import { Bilingual } from "./Bilingual.ts"

/**
 * What the customer (and for payouts the operator) does by himself.
 *
 * - `waits`: nothing happens until a test acts through `Phones`. The default.
 * - `pays_at_once`, `pays_in_a_minute`, `pays_in_two_days`: approves every prompt, after that time. Payouts arrive after that time.
 * - `refuses`: refuses on the phone. A definite failure of a payin (U12); the operator refuses payouts.
 * - `never_answers`: every request times out and stays pending for ever. Payouts stay pending too.
 * - `cannot_pay`: the operator reports a lack of funds: a definite failure. Payouts are refused by the operator.
 * - `over_daily_limit`: the creation is refused with Code02 (#228).
 */
export const Behaviour = Schema.Literals([
  "waits",
  "pays_at_once",
  "pays_in_a_minute",
  "pays_in_two_days",
  "refuses",
  "never_answers",
  "cannot_pay",
  "over_daily_limit",
])

export type Behaviour = typeof Behaviour.Type

/** A message on a phone. */
export const Sms = Schema.Struct({ at: Schema.Int, text: Bilingual })

export type Sms = typeof Sms.Type

/** A code that an operator or the wallet gave to a customer, for one exact amount. */
export const IssuedCode = Schema.Struct({
  code: Schema.String,
  /** The wallet's codes and an operator's codes are different things (#157, #166). */
  purpose: Schema.Literals(["ussd_otp", "sms_otp", "wallet"]),
  /** What the customer authorised: the base amount plus fees when the customer pays them (#123, #124). */
  amountXof: Schema.Int,
  /** The project that asked for it (SMS OTP, wallet); null for a code that was dialled. */
  projectId: Schema.NullOr(Schema.String),
  createdAt: Schema.Int,
  expiresAt: Schema.Int,
  used: Schema.Boolean,
})

export type IssuedCode = typeof IssuedCode.Type

/** A question on a phone's screen, or on a page: confirm this payment with your PIN. */
export const Prompt = Schema.Struct({
  id: Schema.String,
  /** Creation token of the invoice. */
  invoice: Schema.String,
  operatorId: Schema.String,
  amountXof: Schema.Int,
  /** `Dial`: the customer must dial `dial` first (#153). `Page`: the prompt is on the operator's page. */
  form: Schema.Literals(["Push", "Dial", "Page"]),
  dial: Schema.NullOr(Schema.String),
  shop: Schema.String,
  createdAt: Schema.Int,
  expiresAt: Schema.Int,
  wrongPins: Schema.Int,
})

export type Prompt = typeof Prompt.Type

/** A phone. */
export const Phone = Schema.Struct({
  phone: Schema.String,
  operatorId: Schema.NullOr(Schema.String),
  pin: Schema.String,
  /** Whether its owner has an account at the service (#174, #232). */
  hasWallet: Schema.Boolean,
  behaviour: Behaviour,
  /** The newest first; bounded by `limits.messagesPerPhone`. */
  inbox: Schema.Array(Sms),
  codes: Schema.Array(IssuedCode),
  prompts: Schema.Array(Prompt),
  /** Paid on one day (UTC), by operator, for the daily limit (#228). */
  spent: Schema.Struct({ day: Schema.Int, byOperator: Schema.Record(Schema.String, Schema.Int) }),
})

export type Phone = typeof Phone.Type
