/** What a program passes in. Core reads payments; beside other shapes stands a table of fields, which the compiler compares with them. */
import type { PayinInput } from "@cauri/core"
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
export const shopFields: Fields<NonNullable<PayinInput["shop"]>> = { name: true, siteUrl: true }
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
