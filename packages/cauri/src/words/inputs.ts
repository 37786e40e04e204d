/** What a program passes in. Beside each shape stands a table of its fields, which the compiler compares with the shape. */
import type { CustomDataInput, LineItemInput } from "@cauri/core"
import type { DirectMode, LineItem } from "@cauri/core/model"
import type { Fields } from "./fields.ts"

/** What every call takes. */
export interface CallOptions {
  /** Aborting stops the waiting, not a call that has left: its answer is still saved. Read the payment to know. */
  readonly signal?: AbortSignal
}

/** How to wait for a payment. */
export interface FollowOptions extends CallOptions {
  /** Wait also until all handlers of this store, in any program, have received its events, so that what they wrote can be shown. */
  readonly untilDelivered?: boolean
}

/** A payment by its id, or by its id and project. */
export type PaymentRef =
  | string
  | {
      /** Your reference. */
      readonly id: string
      /** Default: the project of the options. */
      readonly project?: string
    }

/**
 * How a payin is paid. Phone numbers are the country code and the number in digits, `22670XXXXXXX`, or local ones of the option
 * `country`; outside West and Central Africa with a plus.
 */
export type PayinMethod =
  /** The service's own page; a number filters the operators that it shows. */
  | {
      readonly type: "hosted"
      /** Where the page sends the customer afterwards. It proves nothing: read the payment. */
      readonly returnUrl: string
      /** Where the page sends a customer who cancels. */
      readonly cancelUrl: string
      /** Filters the operators that the page shows. */
      readonly phone?: string | null
      /** A further identifier of yours, sent as `external_id`; what the service does with it is unknown. Empty: none. */
      readonly externalId?: string | null
    }
  /** Your own pages; the customer confirms in the operator's way. */
  | {
      readonly type: "direct"
      /** How the operator lets the customer confirm. */
      readonly mode: DirectMode
      /** The customer's number. */
      readonly phone: string
    }
  /** The service's own wallet: a code first, then the payment. */
  | {
      readonly type: "wallet"
      /** The number of the customer's wallet. */
      readonly phone: string
    }

interface Common {
  /** Your reference, and the idempotency key for ever: 1 to 64 letters, digits, hyphens or underscores. */
  readonly id: string
  /** The project; the default one when left out. */
  readonly project?: string
  /** Whole francs (XOF). */
  readonly amount: number
  /** What it is for: the customer or the beneficiary reads it. */
  readonly description: string
  /** Data that travels along, as texts: numbers and booleans become text, and nested data is refused. */
  readonly customData?: CustomDataInput
}

/** A payin to create. */
export interface PayinInput extends Common {
  /** How it is paid: the service's page, your own pages, or its wallet. */
  readonly method: PayinMethod
  /** The lines of the order. */
  readonly items?: ReadonlyArray<LineItem | LineItemInput>
  /** Overrides the shop of the options. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  /** Who pays, as far as you know it. */
  readonly customer?: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
  /** Your order: two payins of one order that are both paid raise a flag and a refund draft. */
  readonly orderRef?: string | null
}

/** How a payout is made. */
export type PayoutMethod =
  /** To a mobile money number; seconds to days. */
  | { readonly type: "mobile_money" }
  /** To the beneficiary's wallet at the service, at once. */
  | {
      readonly type: "wallet"
      /** Whether the money stays there or goes on to the mobile money account. */
      readonly funds: "keep_in_wallet" | "transfer_to_mobile_money"
    }

/** A payout to create. */
export interface PayoutInput extends Common {
  /** To mobile money, or to the wallet at the service. */
  readonly method: PayoutMethod
  /** Who gets it: the country code and the number in digits, or a local number of the option `country`. */
  readonly phone: string
  /** The operator whose balance pays, where you know it: a low balance then pauses that operator, and otherwise all payouts of the project. */
  readonly operator?: string | null
  /** The payin that it refunds, wholly or in part. */
  readonly refundOf?: string | null
}

/** Which payments to list; each must match all that is given. */
export interface ListInput<Status extends string> {
  /** Default: all projects. */
  readonly project?: string
  /** One status, or several of which each will do. */
  readonly status?: Status | ReadonlyArray<Status>
  /** Payins of this order of yours. */
  readonly orderRef?: string
  /** Payouts that refund this payin. */
  readonly refundOf?: string
  /** Only payments with an open flag, or only those without. */
  readonly flagged?: boolean
  /** Created from this time on; ISO 8601. */
  readonly createdFrom?: string
  /** Created before this time; ISO 8601. */
  readonly createdBefore?: string
  /** 50 when left out; at most 1,000. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

/** What a person decides, and why. */
export interface DecisionInput {
  /** Who decides. */
  readonly by: string
  /** Why, in that person's words. */
  readonly reason: string
  /** The `seq` of the payment as that person saw it. */
  readonly asOf: number
}

/** What to refund. */
export interface RefundInput {
  /** The payout's own id. Default: `refund-` and the id of the payin, so that there is only one refund. */
  readonly id?: string
  /** Whole francs. Default: the whole amount. */
  readonly amount?: number
  /** Who gets it. Default: the number that paid. */
  readonly phone?: string
  /** What it is for. Default: the payin's own description. */
  readonly description?: string
  /** Default: mobile money. */
  readonly method?: PayoutMethod
  /** The operator whose balance pays, where you know it. */
  readonly operator?: string
  /** Only stores it; the worker sends it. */
  readonly sendLater?: boolean
}

/** The fields of the options of every call. */
export const callFields: Fields<
  FollowOptions & { readonly otp?: string; readonly sendLater?: boolean; readonly waitFor?: string }
> = {
  signal: true,
  otp: true,
  sendLater: true,
  waitFor: true,
  untilDelivered: true,
}
const commonFields: Fields<Common> = { id: true, project: true, amount: true, description: true, customData: true }
export const payinFields: Fields<PayinInput> = {
  ...commonFields,
  method: true,
  items: true,
  shop: true,
  customer: true,
  orderRef: true,
}
export const payoutFields: Fields<PayoutInput> = {
  ...commonFields,
  method: true,
  phone: true,
  operator: true,
  refundOf: true,
}
export const refundFields: Fields<RefundInput> = {
  id: true,
  amount: true,
  phone: true,
  description: true,
  method: true,
  operator: true,
  sendLater: true,
}
export const shopFields: Fields<NonNullable<PayinInput["shop"]>> = { name: true, siteUrl: true }
export const customerFields: Fields<NonNullable<PayinInput["customer"]>> = {
  firstName: true,
  lastName: true,
  email: true,
}
export const itemFields: Fields<LineItemInput> = { name: true, description: true, quantity: true, unitPrice: true }
type MethodFields<Method extends { readonly type: string }> = {
  readonly [Type in Method["type"]]: Fields<Extract<Method, { readonly type: Type }>>
}
export const payinMethodFields: MethodFields<PayinMethod> = {
  hosted: { type: true, returnUrl: true, cancelUrl: true, phone: true, externalId: true },
  direct: { type: true, mode: true, phone: true },
  wallet: { type: true, phone: true },
}
export const payoutMethodFields: MethodFields<PayoutMethod> = {
  mobile_money: { type: true },
  wallet: { type: true, funds: true },
}
export const listFields: Fields<ListInput<string>> = {
  project: true,
  status: true,
  orderRef: true,
  refundOf: true,
  flagged: true,
  createdFrom: true,
  createdBefore: true,
  limit: true,
  after: true,
}
