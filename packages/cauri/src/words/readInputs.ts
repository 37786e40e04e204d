/** Turns what a program passes in into core's input. Core checks every field and names the first wrong one. */
import {
  type ListQuery,
  PaymentId,
  type PaymentKey,
  type PayinInput as CorePayin,
  type PayoutInput as CorePayout,
  ProjectId,
  type RefundInput as CoreRefund,
} from "@cauri/core"
import { DirectMode, PayinState, PayoutMethod, PayoutState } from "@cauri/core/model"
import { completePhone } from "@cauri/phone"
import { Schema, Struct } from "effect"
import { onlyFields } from "./fields.ts"
import {
  type PaymentRef,
  type PayinMethod,
  type PayinInput,
  type PayoutInput,
  type RefundInput,
  type ListInput,
  payinFields,
  payoutFields,
  shopFields,
  customerFields,
  itemFields,
  payinMethodFields,
  payoutMethodFields,
  listFields,
  refundFields,
} from "./inputs.ts"
import { invalidInput } from "./PaymentsError.ts"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** One of these words, or the error that names the field. */
export const wordIn = <Word extends string>(words: ReadonlyArray<Word>, given: unknown, field: string): Word => {
  const word = words.find((each) => each === given)
  if (word === undefined) throw invalidInput(field, `one of ${words.join(", ")}`)
  return word
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

export interface Defaults {
  /** The project of payments that name none; null: each must name its own. */
  readonly project: string | null
  /** The country of local numbers; null: they are refused. */
  readonly country: string | null
}

/** The number as it is sent: a local one gets the configured country, and never a guess (#13). */
const phoneOf = (phone: unknown, { country }: Defaults, field: string): string => {
  const read = typeof phone === "string" ? completePhone(phone, country ?? undefined) : null
  if (read?.ok === true) return read.phone
  const local = country === null ? "for local numbers set the option `country`" : `or a local number of ${country}`
  throw invalidInput(
    field,
    `the country code and the number in digits, such as 22670XXXXXXX; ${local}. \`normalisePhone\` of @cauri/phone reads what a person typed`,
  )
}

const methodOf = (method: PayinMethod | undefined, defaults: Defaults): CorePayin["method"] => {
  switch (method?.type) {
    case "hosted":
      onlyFields(method, payinMethodFields.hosted, "method.")
      return {
        _tag: "hosted",
        returnUrl: method.returnUrl,
        cancelUrl: method.cancelUrl,
        operatorFilter: (method.phone ?? null) === null ? null : phoneOf(method.phone, defaults, "method.phone"),
        externalId: method.externalId ?? null,
      }
    case "direct":
      onlyFields(method, payinMethodFields.direct, "method.")
      return {
        _tag: "direct",
        mode: wordIn(DirectMode.literals, method.mode, "method.mode"),
        customer: phoneOf(method.phone, defaults, "method.phone"),
      }
    case "wallet":
      onlyFields(method, payinMethodFields.wallet, "method.")
      return { _tag: "wallet", customer: phoneOf(method.phone, defaults, "method.phone") }
    case undefined:
      throw invalidInput("method", 'of type "hosted", "direct" or "wallet"')
  }
  throw invalidInput("method", 'of type "hosted", "direct" or "wallet"')
}

export const corePayin = (input: PayinInput, defaults: Defaults): CorePayin => {
  if (!isObject(input)) throw invalidInput("input", "an object with the fields of a payin")
  onlyFields(input, payinFields)
  onlyFields(input.shop, shopFields, "shop.")
  onlyFields(input.customer, customerFields, "customer.")
  if (Array.isArray(input.items)) {
    input.items.forEach((item, index) => onlyFields(item, itemFields, `items[${index}].`))
  }
  const { method, project: named, ...rest } = input
  return { ...rest, project: named ?? defaults.project ?? "", method: methodOf(method, defaults) }
}

export const corePayout = (input: PayoutInput, defaults: Defaults): CorePayout => {
  if (!isObject(input)) throw invalidInput("input", "an object with the fields of a payout")
  onlyFields(input, payoutFields)
  const { method, phone, project: named, ...rest } = input
  const project = named ?? defaults.project ?? ""
  return { ...rest, project, beneficiary: phoneOf(phone, defaults, "phone"), method: payoutMethodOf(method) }
}

/** A refund as core takes it. Core fills in what is left out. */
export const coreRefund = (input: RefundInput, defaults: Defaults): CoreRefund => {
  onlyFields(input, refundFields)
  const { method, phone, sendLater: _, ...rest } = input
  return {
    ...rest,
    ...((phone ?? null) === null ? {} : { beneficiary: phoneOf(phone, defaults, "phone") }),
    ...((method ?? null) === null ? {} : { method: payoutMethodOf(method) }),
  }
}

const payoutMethodOf = (method: PayoutInput["method"] | undefined): CorePayout["method"] => {
  if (method?.type !== "mobile_money" && method?.type !== "wallet") {
    throw invalidInput("method", 'of type "mobile_money" or "wallet"')
  }
  onlyFields(method, payoutMethodFields[method.type], "method.")
  if (method.type === "mobile_money") return { _tag: "mobile_money" }
  return {
    _tag: "wallet",
    funds: wordIn(PayoutMethod.cases.wallet.fields.funds.literals, method.funds, "method.funds"),
  }
}

const statuses = { payin: Struct.keys(PayinState.cases), payout: Struct.keys(PayoutState.cases) }

/** A time from an input, in milliseconds. */
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
export const coreQuery = (
  kind: PaymentKey["kind"],
  input: ListInput<PayinState["_tag"] | PayoutState["_tag"]> = {},
): ListQuery => {
  onlyFields(input, listFields)
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
    states: states?.map((status) => wordIn(statuses[kind], status, "status")),
    createdFrom: millisOf(input.createdFrom, "createdFrom"),
    createdBefore: millisOf(input.createdBefore, "createdBefore"),
    after: afterOf(kind, input.after),
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  return { ...given, kind, limit }
}
