/**
 * What a confirm says about a payment. Only an observation, or a person's recorded decision, says what became of a payment; a
 * callback never does (spec: Events, rule 4; #205 to #207).
 *
 * Spec: status records (#79 to #102 and #103 to #110). The gateway reads leniently; here anything unclear reads as pending.
 */
import { Schema } from "effect"
import { CallFailureDetail, longestDetail } from "./CallFailure.ts"
import type { PolicyShape } from "./Policy.ts"
import { type CreationToken, storableText } from "./Identifiers.ts"

/**
 * What the service says became of a payment: one of three (#80, #108, #112 to #114).
 *
 * ```ts
 * Status.literals // => ["pending", "completed", "not_completed"]
 * ```
 */
export const Status = Schema.Literals(["pending", "completed", "not_completed"])
export type Status = typeof Status.Type

const longestText = 200
const text = Schema.String.check(Schema.isMaxLength(longestText))

/**
 * Who paid, as far as the service says (#100). Its texts may be empty.
 *
 * ```ts
 * const payerDetails = PayerDetails.make({ firstName: "", lastName: "", email: "", phone: "22670000001", details: "" })
 * Schema.is(ConfirmRecord)({ ...blankConfirmRecord, payerDetails }) // => true
 * ```
 */
export const PayerDetails = Schema.Struct({ firstName: text, lastName: text, email: text, phone: text, details: text })
export type PayerDetails = typeof PayerDetails.Type

/**
 * A confirm record, reduced to what has a meaning for a payment. `null`: absent or unreadable; texts may be empty.
 *
 * ```ts
 * const completed = ConfirmRecord.make({ ...blankConfirmRecord, status: "completed", amount: 500 })
 * const says = [completed.status, completed.amount, completed.payer] // => ["completed", 500, null]
 * ```
 */
export const ConfirmRecord = Schema.Struct({
  status: Status,
  /** The status as it came, when it was none of the three: a person looks at it (flag `unknown_status`). */
  unknownStatus: Schema.NullOr(text),
  /** The amount of a payin. Null also where the service names several that differ: no money counts then (#88). */
  amount: Schema.NullOr(Schema.Int),
  /** The least of several that differ, for a person who decides what was paid. */
  leastAmount: Schema.optionalKey(Schema.Int),
  /** Does the record name the token that was asked about? Payouts echo it (#104); payins leave theirs empty (#82). */
  tokenIsOurs: Schema.Boolean,
  /** The `transaction_id` entry of custom_data, when there is one. */
  transactionId: Schema.NullOr(text),
  /** The concatenation that the service makes (#90): a hint, never a proof. */
  externalId: text,
  operatorId: text,
  operatorName: text,
  /** The payer's number, for refunds; null while pending (#87). */
  payer: Schema.NullOr(text),
  operatorReference: text,
  requestId: text,
  date: text,
  payerDetails: Schema.optionalKey(PayerDetails),
  /** What the service says of it in words (#83, #84, #107), for operators alone. */
  detail: CallFailureDetail,
})
export type ConfirmRecord = typeof ConfirmRecord.Type

/**
 * A record with the attempt whose token was asked about, and the time at which the confirm *started*.
 *
 * ```ts
 * const seen = Observation.make({ attempt: 1, startedAt: 0, record: blankConfirmRecord })
 * seen.record.status // => "pending"
 * ```
 */
export const Observation = Schema.Struct({ attempt: Schema.Int, startedAt: Schema.Int, record: ConfirmRecord })
export type Observation = typeof Observation.Type

const whole = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) ? value : null
const kept = (value: unknown): string => storableText(value, longestText)
const keptOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : kept(value))

/** The details of a payer, made fit to store; empty where there are none. */
const payerDetailsIn = (given: unknown): Pick<ConfirmRecord, "payerDetails"> => {
  if (typeof given !== "object" || given === null) return {}
  const { firstName, lastName, email, phone, details }: { readonly [Field in keyof PayerDetails]?: unknown } = given
  return {
    payerDetails: {
      firstName: kept(firstName),
      lastName: kept(lastName),
      email: kept(email),
      phone: kept(phone),
      details: kept(details),
    },
  }
}

const leastAmountIn = (given: unknown): Pick<ConfirmRecord, "leastAmount"> => {
  const leastAmount = whole(given)
  return leastAmount === null ? {} : { leastAmount }
}

type Given = { readonly [Field in keyof ConfirmRecord]?: unknown }

const recordOf = (status: Status, given: Given): ConfirmRecord => ({
  status,
  unknownStatus: keptOrNull(given.unknownStatus),
  amount: whole(given.amount),
  ...leastAmountIn(given.leastAmount),
  tokenIsOurs: given.tokenIsOurs === true,
  transactionId: keptOrNull(given.transactionId),
  externalId: kept(given.externalId),
  operatorId: kept(given.operatorId),
  operatorName: kept(given.operatorName),
  payer: keptOrNull(given.payer),
  operatorReference: kept(given.operatorReference),
  requestId: kept(given.requestId),
  date: kept(given.date),
  ...payerDetailsIn(given.payerDetails),
  ...(given.detail === undefined || given.detail === "" ? {} : { detail: storableText(given.detail, longestDetail) }),
})

/**
 * A record with only its status known: the base that gateways start from.
 *
 * ```ts
 * blankConfirmRecord.status // => "pending"
 * blankConfirmRecord.amount // => null
 * ```
 */
export const blankConfirmRecord: ConfirmRecord = recordOf("pending", { tokenIsOurs: true })

/**
 * A gateway's record, made fit to store, or null when it is invalid. Core trusts no gateway with the form of a record: a malformed one must
 * not keep a payment from its final state.
 */
export const asConfirmRecord = (given: Given | null | undefined): ConfirmRecord | null =>
  Schema.is(Status)(given?.status) && given ? recordOf(given.status, given) : null

/** How the specification spells the three. */
const spellings: Readonly<Record<string, Status>> = {
  pending: "pending",
  completed: "completed",
  notcompleted: "not_completed",
}

/**
 * Reads a status. Exactly the specification's three count, and the spellings that a merchant's policy names; everything else is pending,
 * with the text kept for a person.
 *
 * ```ts
 * readStatus("notcompleted", {}) // => { status: "not_completed", unknownStatus: null }
 * readStatus("nocompleted", {}) // => { status: "pending", unknownStatus: "nocompleted" }
 * readStatus("failed", { failed: "not_completed" }) // => { status: "not_completed", unknownStatus: null }
 * ```
 */
export const readStatus = (
  status: string,
  aliases: PolicyShape["merchant"]["statusAliases"],
): Pick<ConfirmRecord, "status" | "unknownStatus"> => {
  const table = Object.hasOwn(spellings, status) ? spellings : aliases
  const read = Object.hasOwn(table, status) ? table[status] : undefined
  return read === undefined
    ? { status: "pending", unknownStatus: status.slice(0, longestText) }
    : { status: read, unknownStatus: null }
}

export type TokenReply =
  | { readonly _tag: "Observed"; readonly observation: Observation }
  /** The service does not know the token. */
  | { readonly _tag: "NotFound"; readonly attempt: number; readonly startedAt: number }
  /** It was asked by our id, and knows this token of the attempt; null: none. */
  | {
      readonly _tag: "LookedUp"
      readonly attempt: number
      readonly startedAt: number
      readonly token: CreationToken | null
    }
  /** No usable answer: changes nothing. */
  | { readonly _tag: "Failed"; readonly attempt: number; readonly startedAt: number }

export const attemptOfReply = (reply: TokenReply): number =>
  reply._tag === "Observed" ? reply.observation.attempt : reply.attempt
