/** What a reply means, by the readers of wire. */
import { Option, Result, Schema } from "effect"
import {
  asSubCode,
  asWebAddress,
  blankConfirmRecord,
  type ConfirmRecord,
  CreationAnswer,
  noAnswer,
  notSent,
  readStatus,
} from "@cauri/core/adapter"
import { CallFailure, callFailureTraits, CreationToken } from "@cauri/core/model"
import {
  type AmountReading,
  type EndpointName,
  type EnvelopeReading,
  meaningOfSubCode,
  readCreationEnvelope,
  readPayinRecord,
  readPayoutRecord,
  readWalletOtp,
  valuesOf,
} from "@cauri/wire"
import type { Raw } from "./line.ts"

const subCodeOf = (code: Option.Option<string>): string =>
  Option.match(code, { onNone: () => "", onSome: (each) => `Code${each}` })

const text = (option: Option.Option<string>): string => Option.getOrElse(option, () => "")

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a redirect leads to is never asked, and never believed. */
const isRedirect = ({ status }: { readonly status: number }): boolean => status >= 300 && status < 400

const unreadable = noAnswer("unreadable")

const failureOf = (endpoint: EndpointName, code: string): CallFailure =>
  CallFailure.cases[meaningOfSubCode(endpoint, code) ?? "unrecognised"].make({ code: asSubCode(code) })

const refused = (reason: CallFailure): CreationAnswer =>
  CreationAnswer.cases[callFailureTraits[reason._tag].retry === "whenFixed" ? "turned_away" : "refused"].make({
    reason,
  })

const answerIn = (endpoint: EndpointName, envelope: EnvelopeReading): CreationAnswer => {
  const { responseCode } = envelope
  const code = subCodeOf(envelope.subCode)
  const given = text(envelope.token)
  const token = Schema.is(CreationToken)(given) ? given : null
  if (responseCode === "00") {
    const url = asWebAddress(text(envelope.responseText))
    return token === null ? noAnswer("token_missing") : CreationAnswer.cases.accepted.make({ token, url })
  }
  if (given !== "") return noAnswer(token === null ? "unreadable" : "contradictory", code, token)
  const reason = failureOf(endpoint, code)
  const isError = responseCode === "01" || endpoint.endsWith("Payout")
  return reason._tag !== "unrecognised" && isError ? refused(reason) : noAnswer("unrecognised_code", code)
}

const otpAnswerIn = (error: boolean | null, code: string): CreationAnswer => {
  if (code === "Code00") return refused(failureOf("sendWalletOtp", code))
  if (error === null) return unreadable
  return error ? refused(CallFailure.cases.otp_not_sent.make({ code })) : CreationAnswer.cases.otp_sent.make({})
}

export const readCreation = (endpoint: EndpointName, raw: Raw): CreationAnswer => {
  if (raw._tag === "not_sent") return notSent(raw.cause)
  if (raw._tag === "Lost") return noAnswer(raw.cause)
  if (isRedirect(raw)) return noAnswer("redirected")
  const body = parsed(raw.text)
  return endpoint === "sendWalletOtp"
    ? Option.match(readWalletOtp(body), {
        onNone: () => unreadable,
        onSome: ({ envelope, error }) =>
          otpAnswerIn(Option.getOrNull(error), subCodeOf(Option.flatMap(envelope, (each) => each.subCode))),
      })
    : Option.match(readCreationEnvelope(body), {
        onNone: () => unreadable,
        onSome: (envelope) => answerIn(endpoint, envelope),
      })
}

const amountOf = (reading: AmountReading): number | null => (reading._tag === "Read" ? reading.xof : null)

/** One amount, or the least of two that differ. */
const amounts = (one: number | null, other: number | null): Pick<ConfirmRecord, "amount" | "leastAmount"> =>
  one === other ? { amount: one } : { amount: null, leastAmount: Math.min(one ?? Infinity, other ?? Infinity) }

const lost = (cause: "redirected" | "unreadable") => Result.fail(CallFailure.cases.no_answer.make({ cause, code: "" }))

export const readConfirm = (
  endpoint: "confirmInvoice" | "confirmPayout",
  token: string,
  raw: Raw,
): Result.Result<ConfirmRecord, CallFailure> => {
  if (raw._tag === "not_sent") return Result.fail(CallFailure.cases.not_sent.make({ cause: raw.cause }))
  if (raw._tag === "Lost") return Result.fail(CallFailure.cases.no_answer.make({ cause: raw.cause, code: "" }))
  if (isRedirect(raw)) return lost("redirected")
  const body = parsed(raw.text)
  const payin = endpoint === "confirmInvoice" ? readPayinRecord(body) : Option.none()
  const record = endpoint === "confirmInvoice" ? payin : readPayoutRecord(body)
  if (Option.isNone(record)) return lost("unreadable")
  const { status, responseCode, subCode, responseText } = record.value
  if (responseCode !== "00") {
    return Result.fail(failureOf(endpoint, subCodeOf(subCode)))
  }
  if (status._tag === "Unreadable" || status._tag === "Empty") return lost("unreadable")
  const echoed = Option.getOrNull(record.value.token)
  const read = readStatus(status._tag === "Stated" ? status.status : status.text, {})
  const words = [responseText, record.value.description].map(text).filter((each) => each !== "")
  const known: ConfirmRecord = {
    ...blankConfirmRecord,
    ...read,
    ...(read.status === "not_completed" ? { detail: words.join(" · ") } : {}),
    ...amounts(amountOf(record.value.montant), amountOf(record.value.amount)),
    tokenIsOurs: endpoint === "confirmInvoice" ? echoed === null || echoed === token : echoed === token,
    transactionId: valuesOf(record.value.customData, "transaction_id")[0] ?? null,
    operatorId: text(record.value.operatorId),
    operatorName: text(record.value.operatorName),
  }
  return Option.match(payin, {
    onNone: () => Result.succeed(known),
    onSome: (more) =>
      Result.succeed({
        ...known,
        externalId: text(more.externalId),
        payer: Option.getOrNull(more.customer),
        operatorReference: text(more.operatorReference),
        requestId: text(more.requestId),
        date: text(more.date),
        ...(Option.isSome(more.customerDetails) ? { payerDetails: more.customerDetails.value } : {}),
      }),
  })
}
