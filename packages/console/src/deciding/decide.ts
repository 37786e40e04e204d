/**
 * What a person may decide about a payment now, and the deciding. The console adds two things to core's review: the amount is typed again
 * where money depends on it, and a decision that asks the service is refused where no access is configured. Everything else is core's: the
 * tables, the reason, the evidence, and the check that nothing has happened since the person looked.
 */
import { Clock, Effect, Schema } from "effect"
import {
  type DecisionRefusal,
  DecisionRefused,
  Review,
  type ConfirmAnswers,
  type InvalidInput,
  keyText,
  PaymentKey,
  type PaymentNotFound,
  type PaymentStore,
  Policy,
  type PolicyShape,
  type StoreError,
  type NotNow,
} from "@cauri/core"
import {
  amountPaidOf,
  amountSeenOf,
  approvalOf,
  approvalRefusal,
  type FlagKind,
  type PaymentRecord,
  requestRefusal,
} from "@cauri/core/model"
import { digestText } from "../words/digestText.ts"
import { Act, type AllowedAct, allowedOn, ServiceLine } from "../payment/allowed.ts"
import { recordOf } from "../payment/history.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { keyData } from "../words/plain.ts"

/** What a person decided. */
export interface Decided {
  readonly act: Act
  readonly by: string
  /** From where the person decides, as far as it is known. */
  readonly from: string
  readonly reason: string
  readonly evidence: string
  /** The number of the newest event that the person saw. */
  readonly asOf: number
  /** What the person typed as the amount, where it is asked for. */
  readonly amount: string
  /** Less was paid, and the person accepts it as full. */
  readonly acceptedAsFull?: boolean
  /** The flag to close. */
  readonly flag: { readonly kind: FlagKind; readonly subject: string } | null
  /** For `approve`: the digest of the request that the person saw. */
  readonly digest?: string
}

/** The amount that was typed differs. */
export class AmountDiffers extends Schema.TaggedError<AmountDiffers>()("AmountDiffers", { key: PaymentKey }) {
  override get message() {
    return `Nothing was decided about the ${keyText(this.key)}: the amount that you typed is not the amount of this payment, or not what the service says was paid.`
  }
}

/** This payment does not allow the decision now. */
export class NotOffered extends Schema.TaggedError<NotOffered>()("NotOffered", {
  key: PaymentKey,
  act: Act,
  state: Schema.String,
  allowed: Schema.Array(Act),
}) {
  override get message() {
    const allowed = this.allowed.length === 0 ? "nothing" : this.allowed.join(", ")
    return `Nothing was decided about the ${keyText(this.key)}: its status ${this.state} does not allow ${this.act}. It allows ${allowed}.`
  }
}

/** The decision asks the service, and this console has no access to it. */
export class NeedsService extends Schema.TaggedError<NeedsService>()("NeedsService", { key: PaymentKey, act: Act }) {
  override get message() {
    return `Nothing was decided about the ${keyText(this.key)}: ${this.act} asks the service. Set SERVICE_URL, the credentials, CALLBACK_BASE and CALLBACK_KEYS.`
  }
}

/** Why no decision was made. */
export type Undecided =
  | AmountDiffers
  | NotOffered
  | NeedsService
  | DecisionRefused
  | InvalidInput
  | PaymentNotFound
  | StoreError

/** A decision that was made. */
export interface Done {
  /** The payment as it is then. */
  readonly record: PaymentRecord
  /** Why the service was not asked although it should have been; null: it was asked, or asking was not wanted. */
  readonly notNow: NotNow | null
  /** The answers of the service; null: it was not asked. */
  readonly answered: ConfirmAnswers | null
}

/** People write separators between thousands; nothing else may differ. */
const sameAmount = (typed: string, amount: number): boolean =>
  typed.trim().replace(/(?<=\d)[\u0020\u00A0\u202F,.'](?=\d{3}(?!\d))/g, "") === String(amount)

/** Why core would refuse it: a refused decision must not be on record as taken. */
const refusalOf = (
  { act, needsSecondPerson: byTwo, obstacle }: AllowedAct,
  { by, digest }: Decided,
  record: PaymentRecord,
  policy: PolicyShape,
): DecisionRefusal | null => {
  if (obstacle !== null) return obstacle
  if (byTwo) return requestRefusal(by, policy)
  const request = act === "approve" ? approvalOf(record, policy) : null
  if (request === null) return null
  return digestText(request.digest) === digest ? approvalRefusal(by, request.by, policy) : "changed"
}

/** Approves what the person saw: core compares the whole of what it keeps, so the shown digest only names it. */
const approved = Effect.fnUntraced(function* (key: PaymentKey, { asOf, by, digest }: Decided) {
  const request = approvalOf(yield* recordOf(key), yield* Policy)
  if (request === null || digestText(request.digest) !== digest) {
    return yield* new DecisionRefused({ key, because: "changed" })
  }
  return yield* (yield* Review).approve(key, { by, asOf, digest: request.digest })
})

const recorded = Effect.fnUntraced(function* (
  key: PaymentKey,
  act: Exclude<Act, "recheck">,
  decided: Decided,
  byTwo: boolean,
) {
  const { acceptedAsFull = false, asOf, by, evidence, flag, reason } = decided
  const review = yield* Review
  if (byTwo && (act === "release" || act === "send_again")) {
    return yield* review.request(key, { decision: act, by, reason, evidence, asOf })
  }
  switch (act) {
    case "approve":
      return yield* approved(key, decided)
    case "withdraw":
      return yield* review.withdraw(key, { by, asOf })
    case "completed":
    case "not_completed":
    case "send_again":
      return yield* review.resolve(key, { to: act, by, reason, evidence, asOf, acceptedAsFull })
    case "release":
      return yield* review.release(key, { by, reason, asOf })
    case "cancel":
      return yield* review.cancel(key, { by, asOf })
    case "close_flag":
      return flag === null
        ? yield* new DecisionRefused({ key, because: "no_such_flag" })
        : yield* review.closeFlag(key, flag, { by, reason, asOf })
  }
})

const carriedOut = Effect.fnUntraced(function* (
  key: PaymentKey,
  decided: Decided,
  byTwo: boolean,
): Effect.fn.Return<Done, Undecided, Review | PaymentStore> {
  if (decided.act !== "recheck") {
    const { by, from, reason } = decided
    const act = byTwo ? "request" : decided.act
    yield* recordDeed("decision", { payment: keyText(key), act, by, from, reason })
    return { record: yield* recorded(key, decided.act, decided, byTwo), notNow: null, answered: null }
  }
  const record = yield* (yield* Review).recheck(key)
  return { record, notNow: record.notNow, answered: record.answered }
})

/** Decides, and returns the result. A refusal leaves everything as it was. */
export const decide = Effect.fn("decide")(function* (key: PaymentKey, decided: Decided) {
  const record = yield* recordOf(key)
  const policy = yield* Policy
  const allowed = allowedOn(record, policy, yield* Clock.currentTimeMillis)
  const offer = allowed.find(({ act }) => act === decided.act)
  // Report a change since then first: the rest of what the person saw may be out of date.
  if (record.payment.seq !== decided.asOf && decided.act !== "recheck") {
    return yield* new DecisionRefused({ key, because: "changed" })
  }
  if (offer === undefined) {
    const state = record.payment.state._tag
    return yield* new NotOffered({ key, act: decided.act, state, allowed: allowed.map(({ act }) => act) })
  }
  if (offer.needsService && !(yield* ServiceLine).open) return yield* new NeedsService({ key, act: decided.act })
  const { payment } = record
  const paid = decided.act === "completed" ? amountSeenOf(payment) : null
  if (offer.needsAmount && !sameAmount(decided.amount, paid ?? payment.content.amount)) {
    return yield* new AmountDiffers({ key })
  }
  const because = refusalOf(offer, decided, record, policy)
  if (because !== null) return yield* new DecisionRefused({ key, because })
  return yield* carriedOut(key, decided, offer.needsSecondPerson)
})

/** A payment after a decision. */
export const decidedData = ({ answered, notNow, record: { payment } }: Done) => ({
  ...keyData(payment.key),
  status: payment.state._tag,
  amount: payment.content.amount,
  amountPaid: amountPaidOf(payment),
  seq: payment.seq,
  unasked: notNow === null ? null : notNow.because,
  answered,
})
