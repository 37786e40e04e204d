/**
 * Everything stored about one payment, as one JSON document for the service's support, an auditor or a court: the request, every call,
 * every event, every flag, and every callback as received. Masked, a callback shows only its time, length and digest; the owner of the
 * original can prove with the digest that it is the same.
 */
import { createHash } from "node:crypto"
import { DateTime, Effect, Schema } from "effect"
import type { PaymentKey } from "@cauri/core"
import { SharedState, Evidence, type KeptNote } from "@cauri/core/adapter"
import { HistoryEntry, Payment } from "@cauri/core/model"
import { type Masking, maskingOf, nothingMasked } from "./masking.ts"
import { historyOf, recordOf } from "./timeline.ts"

const encodePayment = Schema.encodeSync(Schema.toCodecJson(Payment))
const encodeEntry = Schema.encodeSync(Schema.toCodecJson(HistoryEntry))

/** The mask for a field of payments and events; most fields are plain text. */
const maskOf = (name: string, masking: Masking): ((text: string) => string) => {
  switch (name) {
    case "token":
      return masking.token
    case "url":
      // The service's pages name the payment by its token.
      return masking.value
    case "beneficiary":
    case "customer":
    case "operatorFilter":
    case "payer":
    case "phone":
      return masking.phone
    case "email":
      return masking.email
    case "firstName":
    case "lastName":
      return masking.name
    case "details":
    case "reason":
    case "evidence":
    case "description":
    case "by":
      return masking.text
    default:
      return masking.reference
  }
}

/** The value with every text in it masked. */
const maskedTree = (value: unknown, name: string, masking: Masking): unknown => {
  if (typeof value === "string") return maskOf(name, masking)(value)
  if (Array.isArray(value)) return value.map((each) => maskedTree(each, name, masking))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      name === "customData" ? masking.reference(key) : key,
      name === "customData" && typeof each === "string" ? masking.value(each) : maskedTree(each, key, masking),
    ]),
  )
}

const utf8 = new TextDecoder("utf-8", { fatal: true })
const textOf = (body: Uint8Array): string | null => {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

/** The fingerprint of a replayed callback names the person: see `replay.ts`. */
const fingerprintOf = (fingerprint: string, { text }: Masking): string =>
  fingerprint.replace(/^(replayed \d+ by )(.*)$/su, (_, when: string, by: string) => `${when}${text(by)}`)

const noteOf = ({ attempt, body, fingerprint, number, receivedAt }: KeptNote, masking: Masking) => ({
  number,
  attempt,
  receivedAt: iso(receivedAt),
  fingerprint: fingerprintOf(fingerprint, masking),
  bytes: body?.length ?? null,
  sha256: body === null ? null : createHash("sha256").update(body).digest("hex"),
  ...(masking.revealed && body !== null ? { text: textOf(body), base64: Buffer.from(body).toString("base64") } : {}),
})

const iso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** The evidence of one payment. `reveal`: the record made beforehand; null: everything personal is masked. */
export const evidenceOf = Effect.fn("evidenceOf")(function* (
  key: PaymentKey,
  reveal: { readonly at: string; readonly by: string; readonly reason: string } | null,
) {
  const record = yield* recordOf(key)
  const history = yield* historyOf(key)
  const notes = yield* (yield* Evidence).notes(key)
  const store = yield* (yield* SharedState).identity()
  const masking = reveal === null ? maskingOf(record.payment, history) : nothingMasked
  return {
    document: "cauri evidence",
    form: 1,
    exportedAt: DateTime.formatIso(yield* DateTime.now),
    store,
    revealed: reveal,
    key,
    version: record.version,
    payment: maskedTree(encodePayment(record.payment), "", masking),
    events: history.map((entry) => ({ ...Object(maskedTree(encodeEntry(entry), "", masking)), time: iso(entry.at) })),
    callbacks: notes.map((note) => noteOf(note, masking)),
  }
})
