/**
 * Reads the already parsed body of a callback leniently, payin or payout, form or JSON. The bytes, their limits and the parsing of
 * bracket keys belong to the package that receives callbacks; here a plain value goes in.
 * None means that the body is not an object. Everything in a reading is untrusted (#205).
 * Spec: Events (#196-#206), N7 and U14 in UNKNOWNS.md.
 */
import { Option } from "effect"
import { readCustomData } from "./readCustomData.ts"
import { asObject, ownValue, type PlainObject, readAmount, readStatus, readText, readWord } from "./readFields.ts"
import type { CallbackReading } from "./Reading.ts"

/** What names the payment that a callback claims to be about. */
export type CallbackNames = Pick<CallbackReading, "customData" | "transactionId">

/** Reads only what names the payment: enough to save a note, and a small part of the work. */
export const readCallbackNames = (body: PlainObject): CallbackNames => ({
  customData: readCustomData(body),
  transactionId: readText(ownValue(body, "transaction_id")),
})

/** The reading of a callback's body, in every known form. */
export const readCallback = (body: unknown): Option.Option<CallbackReading> =>
  Option.map(asObject(body), (object) => ({
    responseCode: readWord(ownValue(object, "response_code")),
    status: readStatus(ownValue(object, "status")),
    ...readCallbackNames(object),
    externalId: readText(ownValue(object, "external_id")),
    amount: readAmount(ownValue(object, "amount")),
    montant: readAmount(ownValue(object, "montant")),
    operatorId: readText(ownValue(object, "operator_id")),
    operatorName: readText(ownValue(object, "operator_name")),
    customer: readText(ownValue(object, "customer")),
    date: readText(ownValue(object, "date")),
    requestId: readText(ownValue(object, "request_id")),
    untrustedToken: readText(ownValue(object, "token")),
  }))
