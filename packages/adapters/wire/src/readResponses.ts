/**
 * Reads the answers of the eight endpoints leniently: any parsed body, under any HTTP status (N11 in UNKNOWNS.md). None means that the body
 * is no answer of the service at all, which for a creation is an unknown outcome.
 * Spec: Common response envelope (#22-#29), status records (#79-#110), Errors (#216 #219).
 */
import { Option } from "effect"
import { readCustomData } from "./readCustomData.ts"
import { asObject, ownValue, type PlainObject, readAmount, readStatus, readText, readWord } from "./readFields.ts"
import type {
  CustomerDetailsReading,
  EnvelopeReading,
  OtpReading,
  PayinRecordReading,
  PayoutRecordReading,
  RecordReading,
} from "./Reading.ts"
import { parseSubCode } from "./readFields.ts"

/** The answer of a creation (endpoints 1, 3, 5, 6, 7), or an authentication failure of any endpoint. */
export const readCreationEnvelope = (body: unknown): Option.Option<EnvelopeReading> =>
  Option.flatMap(asObject(body), envelopeOf)

/** The answer of the payin confirm (endpoint 2). */
export const readPayinRecord = (body: unknown): Option.Option<PayinRecordReading> =>
  Option.flatMap(asObject(body), (object) =>
    Option.map(recordOf(object), (record) => ({
      ...record,
      customer: readText(ownValue(object, "customer")),
      amount: readAmount(ownValue(object, "amount")),
      montant: readAmount(ownValue(object, "montant")),
      date: readText(ownValue(object, "date")),
      externalId: readText(ownValue(object, "external_id")),
      transactionId: readText(ownValue(object, "transaction_id")),
      operatorReference: readText(ownValue(object, "oreference")),
      requestId: readText(ownValue(object, "request_id")),
      customerDetails: Option.flatMap(asObject(ownValue(object, "customer_details")), customerDetailsOf),
    })),
  )

/** Details that are all empty may as well be left out (#102). */
const customerDetailsOf = (object: PlainObject): Option.Option<CustomerDetailsReading> => {
  const textIn = (key: string) => Option.getOrElse(readText(ownValue(object, key)), () => "")
  const details = {
    firstName: textIn("firstname"),
    lastName: textIn("lastname"),
    email: textIn("email"),
    phone: textIn("phone"),
    details: textIn("details"),
  }
  return Object.values(details).every((text) => text === "") ? Option.none() : Option.some(details)
}

/** The answer of the payout confirm (endpoint 8). */
export const readPayoutRecord = (body: unknown): Option.Option<PayoutRecordReading> =>
  Option.flatMap(asObject(body), (object) =>
    Option.map(recordOf(object), (record) => ({
      ...record,
      amount: readAmount(ownValue(object, "amount")),
      montant: readAmount(ownValue(object, "montant")),
    })),
  )

/** The answer of the OTP request (endpoint 4): its own envelope, or the common one (U1). */
export const readWalletOtp = (body: unknown): Option.Option<OtpReading> =>
  Option.flatMap(asObject(body), (object) => {
    const error = ownValue(object, "error")
    const envelope = envelopeOf(object)
    return typeof error === "boolean" || Option.isSome(envelope)
      ? Option.some({
          error: typeof error === "boolean" ? Option.some(error) : Option.none(),
          message: readText(ownValue(object, "message")),
          envelope,
        })
      : Option.none()
  })

const envelopeOf = (object: PlainObject): Option.Option<EnvelopeReading> =>
  Option.map(readWord(ownValue(object, "response_code")), (responseCode) => {
    const responseText = readText(ownValue(object, "response_text"))
    return {
      responseCode,
      token: readText(ownValue(object, "token")),
      responseText,
      subCode: Option.flatMap(responseText, parseSubCode),
      description: readText(ownValue(object, "description")),
      responseTextDetails: readText(ownValue(object, "response_text_details")),
      wiki: readText(ownValue(object, "wiki")),
      customData: readCustomData(object),
    }
  })

const recordOf = (object: PlainObject): Option.Option<RecordReading> =>
  Option.map(envelopeOf(object), (envelope) => ({
    ...envelope,
    status: readStatus(ownValue(object, "status")),
    operatorId: readText(ownValue(object, "operator_id")),
    operatorName: readText(ownValue(object, "operator_name")),
  }))
