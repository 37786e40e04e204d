/** What a reply means, by the readers of wire and core. */
import { Option, Result } from "effect"
import {
  blankConfirmRecord,
  type ConfirmRecord,
  type CreationAnswer,
  noAnswer,
  notSent,
  readCreationReply,
  readOtpReply,
  callFailureOfSubCode,
  readStatus,
} from "@cauri/core/adapter"
import { type Operation, CallFailure } from "@cauri/core/model"
import {
  type AmountReading,
  readCreationEnvelope,
  readPayinRecord,
  readPayoutRecord,
  readWalletOtp,
  valuesOf,
} from "@cauri/wire"
import type { Habits, Raw } from "./habits.ts"

const subCodeOf = (code: Option.Option<string>): string =>
  Option.match(code, { onNone: () => "", onSome: (each) => `Code${each}` })

const bodyOf = (habits: Habits, raw: Raw): { readonly value: unknown } | null => {
  if (raw._tag !== "Replied") return null
  try {
    return { value: habits.parses(raw.text) }
  } catch {
    return null
  }
}

const unreadable = noAnswer("Unreadable")

export const readCreation = (habits: Habits, operation: Operation, raw: Raw): CreationAnswer => {
  const judged = habits.judges(operation, raw)
  if (judged !== null) return judged
  if (raw._tag === "NotSent") return notSent(raw.cause)
  if (raw._tag === "Lost") return noAnswer(raw.cause)
  if (habits.redirected(raw.status)) return noAnswer("Redirected")
  const body = bodyOf(habits, raw)
  if (body === null) return habits.answers(operation, unreadable, null)
  const answer =
    operation === "sendWalletOtp"
      ? Option.match(readWalletOtp(body.value), {
          onNone: () => unreadable,
          onSome: ({ envelope, error }) => {
            const subCode = subCodeOf(Option.flatMap(envelope, (each) => each.subCode))
            return readOtpReply(subCode === "Code00" ? true : Option.getOrNull(error), subCode)
          },
        })
      : Option.match(readCreationEnvelope(body.value), {
          onNone: () => unreadable,
          onSome: (envelope) =>
            readCreationReply(operation, {
              code: envelope.responseCode,
              token: Option.getOrElse(envelope.token, () => ""),
              text: Option.getOrElse(envelope.responseText, () => ""),
              subCode: subCodeOf(envelope.subCode),
            }),
        })
  return habits.answers(operation, answer, body.value)
}

const amountOf = (reading: AmountReading): number | null => (reading._tag === "Read" ? reading.xof : null)
const text = (option: Option.Option<string>): string => Option.getOrElse(option, () => "")

const lost = (cause: "Redirected" | "Unreadable") => Result.fail(CallFailure.cases.NoAnswer.make({ cause, code: "" }))

export const readConfirm = (
  habits: Habits,
  operation: "confirmInvoice" | "confirmPayout",
  token: string,
  raw: Raw,
): Result.Result<ConfirmRecord, CallFailure> => {
  if (raw._tag === "NotSent") return Result.fail(CallFailure.cases.NotSent.make({ cause: raw.cause }))
  if (raw._tag === "Lost") return Result.fail(CallFailure.cases.NoAnswer.make({ cause: raw.cause, code: "" }))
  if (habits.redirected(raw.status)) return lost("Redirected")
  const body = bodyOf(habits, raw)
  const payin = operation === "confirmInvoice" ? readPayinRecord(body?.value) : Option.none()
  const record = operation === "confirmInvoice" ? payin : readPayoutRecord(body?.value)
  if (Option.isNone(record)) return lost("Unreadable")
  const { status, responseCode, subCode, responseText } = record.value
  if (responseCode !== "00") {
    return Result.fail(callFailureOfSubCode(operation, subCodeOf(subCode) || text(responseText)))
  }
  if (status._tag === "Unreadable" || status._tag === "Empty") return lost("Unreadable")
  const echoed = Option.getOrNull(record.value.token)
  const read = readStatus(status._tag === "Stated" ? status.status : status.text, {})
  const words = [responseText, record.value.description].map(text).filter((each) => each !== "")
  const known: ConfirmRecord = {
    ...blankConfirmRecord,
    ...read,
    ...(read.status === "notcompleted" ? { detail: words.join(" · ") } : {}),
    montant: amountOf(record.value.montant),
    amount: amountOf(record.value.amount),
    tokenIsOurs: operation === "confirmInvoice" ? echoed === null || echoed === token : echoed === token,
    transactionId: valuesOf(record.value.customData, "transaction_id")[0] ?? null,
    operatorId: text(record.value.operatorId),
    operatorName: text(record.value.operatorName),
  }
  const whole = Option.match(payin, {
    onNone: () => known,
    onSome: (more) => ({
      ...known,
      externalId: text(more.externalId),
      payer: Option.getOrNull(more.customer),
      oreference: text(more.operatorReference),
      requestId: text(more.requestId),
      date: text(more.date),
      ...(Option.isSome(more.customerDetails) ? { payerDetails: more.customerDetails.value } : {}),
    }),
  })
  return Result.succeed(habits.records(whole, body?.value))
}
