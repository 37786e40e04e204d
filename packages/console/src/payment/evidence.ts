/**
 * Everything stored about one payment, as one JSON document for the service's support, an auditor or a court: the request, every call,
 * every event, every flag, and every callback as received. Masked, a callback shows only its time, length and digest; the owner of the
 * original can prove with the digest that it is the same.
 */
import { createHash } from "node:crypto"
import { DateTime, Effect } from "effect"
import type { PaymentKey } from "@cauri/core"
import { SharedState, Evidence, type KeptNote } from "@cauri/core/adapter"
import { amountPaidOf, type HistoryEntry, type PaymentRecord } from "@cauri/core/model"
import { isoOf } from "../words/plain.ts"
import { type Masking, maskingOf, nothingMasked } from "../words/masking.ts"
import { historyOf, recordOf } from "./history.ts"

/** The mask for a field of payments and events; most fields are plain text. */
const maskOf = (name: string, masking: Masking): ((text: string) => string) => {
  switch (name) {
    case "token":
      return masking.token
    case "url":
      // The service's pages name the payment by its token.
      return masking.value
    case "payer":
    case "phone":
      return masking.phone
    case "email":
      return masking.email
    case "firstName":
    case "lastName":
      return masking.name
    case "detail":
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

/** The fields that hold a code: there is nothing to mask in them. */
const named: ReadonlySet<string> = new Set([
  "_tag",
  "because",
  "cause",
  "event",
  "funds",
  "heldBecause",
  "kind",
  "mode",
  "status",
  "to",
  "type",
])

const isTime = (name: string): boolean => name === "at" || name.endsWith("At")

/** The value with the times of all that the console prints, and with every text in it masked. */
const shownTree = (value: unknown, name: string, masking: Masking): unknown => {
  if (typeof value === "string") return named.has(name) ? value : maskOf(name, masking)(value)
  if (typeof value === "number") return isTime(name) ? isoOf(value) : value
  if (Array.isArray(value)) return value.map((each) => shownTree(each, name, masking))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      name === "customData" && typeof each === "string"
        ? [masking.reference(key), masking.value(each)]
        : [key === "_tag" ? "type" : key, shownTree(each, key, masking)],
    ),
  )
}

/** The payment, flat: what it asks for, and how it stands. */
const paymentOf = ({ payment }: PaymentRecord) => {
  const { _tag, content, state, ...common } = payment
  return {
    ...content,
    ...common,
    amountPaid: amountPaidOf(payment),
    status: state._tag,
    heldBecause: "because" in state ? state.because : null,
    closedAt: "at" in state ? state.at : null,
    ...("attempt" in state ? { completedAttempt: state.attempt } : {}),
    ...("late" in state ? { late: state.late } : {}),
  }
}

/** A line of the history, flat. */
const lineOf = ({ at, event: { _tag, ...details }, seq }: HistoryEntry) => ({ seq, at, event: _tag, ...details })

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
  receivedAt: isoOf(receivedAt),
  fingerprint: fingerprintOf(fingerprint, masking),
  bytes: body?.length ?? null,
  sha256: body === null ? null : createHash("sha256").update(body).digest("hex"),
  ...(masking.revealed && body !== null ? { text: textOf(body), base64: Buffer.from(body).toString("base64") } : {}),
})

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
    version: record.version,
    payment: shownTree(paymentOf(record), "", masking),
    history: history.map((entry) => shownTree(lineOf(entry), "", masking)),
    callbacks: notes.map((note) => noteOf(note, masking)),
  }
})
