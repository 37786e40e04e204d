/**
 * A scenario: one payment, and what its merchant, the customer, the operator and the network do, step by step. It is data, so that a page
 * can show it, a test can name it, and both play the same. The catalogue says what the merchant must end with, and the program that plays a
 * real merchant asserts it; the simulator knows no merchant's states.
 */
import { scenarios } from "@cauri/catalogue/en"
import { Schema, Struct } from "effect"
import { endpointNames, statuses } from "@cauri/wire"
import { Fault } from "../model/Faults.ts"
import { Behaviour } from "../model/Phone.ts"

/** How the payment of a scenario is created. */
export const ScenarioPaymentKind = Schema.Literals([
  "hosted",
  "ussd_push",
  "guided_ussd",
  "ussd_otp",
  "sms_otp",
  "wallet",
  "wallet_payout",
  "mobile_money_payout",
])

export type ScenarioPaymentKind = typeof ScenarioPaymentKind.Type

/** What a merchant does. */
export const MerchantAct = Schema.Literals([
  /** Creates the payment; a USSD OTP payin carries the code from the customer's menu. */
  "creates",
  /** Creates the same payout under another reference. */
  "creates_twin",
  /** Submits the code that the customer has received last. */
  "submits_right_code",
  /** Submits `000000`, which is never right. */
  "submits_wrong_code",
  /** Tries again at the customer's request. */
  "tries_again",
  /** Repeats its call by itself, which is safe while no page or code was shown: for a hosted page, or for a wallet's code. */
  "calls_again",
  /** Starts to use the newest credentials. */
  "takes_new_keys",
])

export type MerchantAct = typeof MerchantAct.Type

/** Which of a scenario's payments at the service: a merchant that tries twice has two. */
const Which = Schema.Literals(["Newest", "Oldest"])

/** One step. */
export const ScenarioStep = Schema.TaggedUnion({
  Merchant: { does: MerchantAct },
  /** From here on a fault strikes payments of this scenario. */
  FaultBegins: {
    fault: Fault,
    endpoints: Schema.optionalKey(Schema.Array(Schema.Literals(endpointNames))),
    nth: Schema.optionalKey(Schema.Int),
    times: Schema.optionalKey(Schema.Int),
  },
  FaultsEnd: {},
  /** What the customer does by himself. */
  CustomerIs: { behaviour: Behaviour },
  CustomerApproves: {},
  CustomerRefuses: {},
  CustomerEntersWrongPin: {},
  /** Dials the code in the SMS. */
  CustomerDials: {},
  /** Dials the operator's menu for a code, for the amount plus `moreXof`. */
  CustomerGetsCode: { moreXof: Schema.Int },
  /** Chooses the phone's operator on the hosted page. */
  CustomerPaysOnPage: {},
  CustomerCancelsOnPage: {},
  OperatorDecides: { which: Which, completed: Schema.Boolean },
  CallbacksForged: { status: Schema.Literals(statuses) },
  CallbacksLost: {},
  CallbacksDelayed: { millis: Schema.Int },
  CallbacksRepeated: {},
  CredentialsReissued: {},
  /** The whitelist is emptied: payouts are refused. */
  WhitelistEmptied: {},
  WhitelistRestored: {},
  /** The merchant's balance on the phone's operator. */
  BalanceSet: { balanceXof: Schema.Int },
  /** Time passes on the merchant's clock too. */
  TimePasses: { millis: Schema.Int },
})

export type ScenarioStep = typeof ScenarioStep.Type

/** A scenario. */
export const Scenario = Schema.Struct({
  name: Schema.Literals(Struct.keys(scenarios)),
  payment: Schema.Struct({ kind: ScenarioPaymentKind, phone: Schema.String, amountXof: Schema.Int }),
  steps: Schema.Array(ScenarioStep),
})

export type Scenario = typeof Scenario.Type
