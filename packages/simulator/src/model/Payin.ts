/**
 * A payin as the service keeps it. `token` is the creation token; the callback's token is another one, and no request can use it (#144,
 * #200).
 * Spec: Resources (#30-#60 #79-#102), States (#112-#125).
 */
import { CustomDataEntry } from "../spec/CustomData.ts"
import { Schema } from "effect"
import { ValidationMode } from "./Operator.ts"
import { Bilingual } from "./Bilingual.ts"

/** The three statuses; other words appear only through faults and are never stored. */
export const KeptStatus = Schema.Literals(["pending", "completed", "notcompleted"])

export type KeptStatus = typeof KeptStatus.Type

/** One line of an invoice, as the hosted page shows it. */
const Line = Schema.Struct({ name: Schema.String, quantity: Schema.Finite, totalXof: Schema.Finite })

/** What happened to a payment, for people who inspect the simulator. */
export const HistoryLine = Schema.Struct({ at: Schema.Int, status: KeptStatus, cause: Bilingual })

/** A payin. */
export const Payin = Schema.Struct({
  token: Schema.String,
  callbackToken: Schema.String,
  number: Schema.Int,
  requestId: Schema.String,
  projectId: Schema.String,
  /** The endpoint that created it: 1, 3 or 5. */
  origin: Schema.Literals(["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"]),
  status: KeptStatus,
  /** `total_amount`, which counts whatever the items add up to (#33, #34). */
  amountXof: Schema.Int,
  /** What the customer pays on top (#124); known once the operator is. */
  customerFeeXof: Schema.Int,
  description: Schema.String,
  lines: Schema.Array(Line),
  shop: Schema.Struct({ name: Schema.String, website: Schema.String }),
  cancelUrl: Schema.String,
  returnUrl: Schema.String,
  callbackUrl: Schema.String,
  /** A hosted payin's own `external_id` (#43), or the empty text. */
  externalId: Schema.String,
  /** The merchant's entries, then the service's `logfile` (#97, #99). */
  entries: Schema.Array(CustomDataEntry),
  customer: Schema.Struct({
    phone: Schema.String,
    firstname: Schema.String,
    lastname: Schema.String,
    email: Schema.String,
  }),
  /** The operator of the last attempt to pay, and how it validates; `null` until the customer of a page has chosen. */
  operatorId: Schema.NullOr(Schema.String),
  mode: Schema.NullOr(ValidationMode),
  payer: Schema.NullOr(Schema.String),
  operatorReference: Schema.String,
  createdAt: Schema.Int,
  finalAt: Schema.NullOr(Schema.Int),
  /** The token is unknown after this time; `null`: never. A fault. */
  tokenExpiresAt: Schema.NullOr(Schema.Int),
  history: Schema.Array(HistoryLine),
})

export type Payin = typeof Payin.Type
