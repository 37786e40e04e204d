/**
 * What a program hands in, and how it becomes core's input. Core checks every field and names the first that is wrong; here only the
 * words are translated, and a wrong word is named in the same way.
 */
import {
  DirectMode,
  type Item,
  type ItemInput,
  type ListQuery,
  PaymentId,
  type PaymentKey,
  PayinState,
  PayoutState,
  type PayinInput as CorePayin,
  type PayoutInput as CorePayout,
  ProjectId,
} from "@cauri/core"
import { Schema } from "effect"
import { invalidInput } from "./PaymentsError.ts"
import type { PayinStatus, PayoutStatus } from "./plain.ts"
import { namesByWord, type Word } from "./words.ts"

/** What every call takes. */
export interface CallOptions {
  /** Aborting stops the waiting, not what has left: an answer that is under way is saved all the same. Read the payment to know. */
  readonly signal?: AbortSignal
}

/** How a payment is followed. */
export interface FollowOptions extends CallOptions {
  /** The end is when the handlers of events have heard of it as well, so that what they wrote can be shown. */
  readonly untilHeard?: boolean
}

/** A payment by its id, or by its id and project. */
export type PaymentRef = string | { readonly id: string; readonly project?: string }

/** How a payin is made. Phone numbers are the country code and the number in digits: `22670XXXXXXX`. */
export type PayinMethod =
  /** The service's own page; a number filters the operators that it shows. */
  | {
      readonly type: "hosted"
      readonly returnUrl: string
      readonly cancelUrl: string
      readonly phone?: string | null
    }
  /** Your own pages; the customer confirms in the operator's way. */
  | { readonly type: "direct"; readonly mode: Word<DirectMode>; readonly phone: string }
  /** The service's own wallet: a code first, then the payment. */
  | { readonly type: "wallet"; readonly phone: string }

interface Common {
  /** Your reference, and the idempotency key for ever: 1 to 64 letters, digits, hyphens or underscores. */
  readonly id: string
  /** The project; the default one when left out. */
  readonly project?: string
  /** Whole francs (XOF). */
  readonly amount: number
  readonly description: string
  /** Texts that travel along. */
  readonly customData?: Readonly<Record<string, string>>
}

/** A payin to create. */
export interface PayinInput extends Common {
  readonly method: PayinMethod
  /** The lines of the order. */
  readonly items?: ReadonlyArray<Item | ItemInput>
  /** Overrides the shop of the options. */
  readonly shop?: { readonly name: string; readonly siteUrl: string }
  readonly customer?: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
  /** Your order: two payins of one order that are both paid raise a flag and a refund draft. */
  readonly orderRef?: string | null
}

/** How a payout is made. */
export type PayoutMethod =
  /** To a mobile money number; seconds to days. */
  | { readonly type: "mobile_money" }
  /** To the beneficiary's wallet at the service, at once. */
  | { readonly type: "wallet"; readonly funds: "keep_in_wallet" | "transfer_to_mobile_money" }

/** A payout to create. */
export interface PayoutInput extends Common {
  readonly method: PayoutMethod
  /** Who gets it: the country code and the number in digits. */
  readonly phone: string
  /** The operator whose balance pays, where you know it: a low balance then holds that operator only. */
  readonly operator?: string | null
  /** The payin that is given back, wholly or in part. */
  readonly refundOf?: string | null
}

/** Which payments to list; everything that is given must fit. */
export interface ListInput<Status extends string> {
  readonly project?: string
  readonly status?: Status | ReadonlyArray<Status>
  readonly orderRef?: string
  readonly refundOf?: string
  /** Only payments with an open flag, or only those without. */
  readonly flagged?: boolean
  /** Created from this time on, and before that one; ISO 8601. */
  readonly createdFrom?: string
  readonly createdBefore?: string
  /** 50 when left out; at most 1,000. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly after?: string
}

/** What a person decides, and on what: `asOf` is the `seq` of the payment as that person saw it. */
export interface DecisionInput {
  readonly by: string
  readonly reason: string
  readonly asOf: number
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** The name behind a word, or the error that names the field. */
export const nameIn = <Name extends string>(names: ReadonlyMap<string, Name>, word: unknown, field: string): Name => {
  const name = typeof word === "string" ? names.get(word) : undefined
  if (name === undefined) throw invalidInput(field, `one of ${[...names.keys()].join(", ")}`)
  return name
}

const idExpected = "1 to 64 letters, digits, hyphens or underscores"

/** The key of a payment. `project` is the default one. */
export const keyOf = (kind: PaymentKey["kind"], ref: PaymentRef, project: string | null): PaymentKey => {
  const given: { readonly id?: unknown; readonly project?: unknown } = isObject(ref) ? ref : { id: ref }
  const named = given.project ?? project
  if (!Schema.is(PaymentId)(given.id)) throw invalidInput("id", idExpected)
  if (!Schema.is(ProjectId)(named)) throw invalidInput("project", `${idExpected}; there is no default one`)
  return { kind, project: named, id: given.id }
}

const directModes = namesByWord(DirectMode.literals)

const methodOf = (method: PayinMethod | undefined): CorePayin["method"] => {
  switch (method?.type) {
    case "hosted":
      return {
        _tag: "Hosted",
        returnUrl: method.returnUrl,
        cancelUrl: method.cancelUrl,
        operatorFilter: method.phone ?? null,
      }
    case "direct":
      return { _tag: "Direct", mode: nameIn(directModes, method.mode, "method.mode"), customer: method.phone }
    case "wallet":
      return { _tag: "Wallet", customer: method.phone }
    case undefined:
      throw invalidInput("method", 'of type "hosted", "direct" or "wallet"')
  }
  throw invalidInput("method", 'of type "hosted", "direct" or "wallet"')
}

/** A payin as core takes it. */
export const corePayin = (input: PayinInput, project: string | null): CorePayin => {
  if (!isObject(input)) throw invalidInput("input", "an object with the fields of a payin")
  const { method, project: named, ...rest } = input
  return { ...rest, project: named ?? project ?? "", method: methodOf(method) }
}

const funds = namesByWord(["KeepInWallet", "TransferToMobileMoney"])

/** A payout as core takes it. */
export const corePayout = (input: PayoutInput, project: string | null): CorePayout => {
  if (!isObject(input)) throw invalidInput("input", "an object with the fields of a payout")
  const { method, phone, project: named, ...rest } = input
  const common = { ...rest, project: named ?? project ?? "", beneficiary: phone }
  if (method?.type === "mobile_money") return { ...common, method: { _tag: "MobileMoney" } }
  if (method?.type !== "wallet") throw invalidInput("method", 'of type "mobile_money" or "wallet"')
  return { ...common, method: { _tag: "Wallet", funds: nameIn(funds, method.funds, "method.funds") } }
}

const statusNames = {
  payin: namesByWord(Object.keys(PayinState.cases)),
  payout: namesByWord(Object.keys(PayoutState.cases)),
}

/** A time that was handed in, in milliseconds. */
export const millisOf = (time: string | undefined, field: string): number | undefined => {
  if (time === undefined) return undefined
  const millis = Date.parse(time)
  if (Number.isNaN(millis)) throw invalidInput(field, "a time in ISO 8601")
  return millis
}

const cursorPattern = /^([0-9]{1,16})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})$/

/** The `after` of the page behind this payment. */
export const cursorOf = (createdAt: number, { project, id }: PaymentKey): string => `${createdAt}.${project}.${id}`

const afterOf = (kind: PaymentKey["kind"], cursor: string | undefined): ListQuery["after"] => {
  if (cursor === undefined) return undefined
  const [, createdAt, project, id] = cursorPattern.exec(cursor) ?? []
  if (project === undefined || id === undefined) throw invalidInput("after", "the `next` of a page")
  return { createdAt: Number(createdAt), key: keyOf(kind, { id, project }, null) }
}

/** A list as core's stores take it. */
export const coreQuery = (kind: PaymentKey["kind"], input: ListInput<PayinStatus | PayoutStatus> = {}): ListQuery => {
  const limit = input.limit ?? 50
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000) {
    throw invalidInput("limit", "a whole number from 1 to 1,000")
  }
  const states = input.status === undefined ? undefined : [input.status].flat()
  const query = {
    project: input.project,
    orderRef: input.orderRef,
    refundOf: input.refundOf,
    withOpenFlags: input.flagged,
    states: states?.map((status) => nameIn(statusNames[kind], status, "status")),
    createdFrom: millisOf(input.createdFrom, "createdFrom"),
    createdBefore: millisOf(input.createdBefore, "createdBefore"),
    after: afterOf(kind, input.after),
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  return { ...given, kind, limit }
}
