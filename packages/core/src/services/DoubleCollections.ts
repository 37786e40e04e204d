/**
 * Money that came twice: two collections of one payin, or two completed payins of one order. The later one gets a flag and a draft of its
 * refund: a held payout, which a person releases after both collections were confirmed again. Row P21.
 *
 * Two processes may find the same pair at the same moment; both reach the same flag and the same draft.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { counterparty, draftDescription, payinRailOf, type PayoutContent } from "../model/Content.ts"
import { openFlags } from "../model/Event.ts"
import { keyText, Msisdn, PaymentId, PayoutAmount } from "../model/Identifiers.ts"
import { amountPaidOf } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { TokenReply } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import type { Payment } from "../model/Payment.ts"
import { payerOf, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Policy } from "../model/Policy.ts"
import { modeTraits } from "../model/ValidationMode.ts"
import { readable, logSkipped } from "../ports/PaymentRow.ts"
import { type Writer, writerOn } from "./Writer.ts"

/**
 * The ids under which a payin's refund is drafted: always the same, so it is drafted once. The second is for a merchant who used the first
 * for a payout of their own.
 */
export const refundDraftIds = (payin: PaymentId): readonly [first: PaymentId, second: PaymentId] => {
  const plain = `refund-${payin}`
  let hash = 0xcbf29ce484222325n
  for (const character of payin) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n)
  const hashed = `${hash.toString(16)}-${payin.slice(-32)}`
  return [PaymentId.make(plain.length <= 64 ? plain : `refund-${hashed}`), PaymentId.make(`refund2-${hashed}`)]
}

/** Finds money that came twice. */
export class DoubleCollections extends Context.Service<
  DoubleCollections,
  {
    /**
     * Checks a payment after a step was saved, so that of two at the same moment at least one sees the other. Repeating it is harmless and
     * repairs what a failing store left undone, so every confirm round calls it. `replies`: what the service has just said.
     */
    look(record: PaymentRecord, replies: ReadonlyArray<TokenReply>): Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DoubleCollections") {
  static readonly layer = Layer.effect(
    DoubleCollections,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy
      const writer = writerOn(store, policy)
      const look = Effect.fn("DoubleCollections.look")(function* (
        record: PaymentRecord,
        replies: ReadonlyArray<TokenReply>,
      ) {
        const { payment } = record
        if (payment._tag !== "Payin" || payment.state._tag !== "completed") return
        const amount = collectedTwice(payment, replies)
        if (amount !== null) yield* draft(store, writer, payment, amount)
        const { orderRef, project, id } = payment.content
        if (orderRef === null) return
        const query = { kind: "payin", project, orderRef, states: ["completed"], limit: policy.store.pageSize } as const
        const page = yield* store.page(query)
        yield* logSkipped(
          page,
          `its order, which the payin ${project}/${id} completed too, may be paid twice without a flag. Look at both, and pay one back if so.`,
        )
        // In an order with more payins than one page, the one that was just completed is checked too.
        const others = readable(page).filter((each) => each.payment.content.id !== id)
        const [first, ...later] = [record, ...others].flatMap(collection).toSorted(byCompletion)
        for (const { payin } of later) {
          if (first !== undefined && (payin.content.id === id || first.payin.content.id === id)) {
            yield* flagLater(store, writer, payin, first.payin.content.id)
          }
        }
      })

      return DoubleCollections.of({ look })
    }),
  )
}

type Store = PaymentStore["Service"]

/**
 * The number that gets a refund: the one that paid, as the service says, or else the one that was asked to. A page is paid by anyone who
 * opens it, so of what was paid there only the service knows; null: it does not say.
 */
export const numberToRefund = Effect.fnUntraced(function* (store: Store, { content, key }: Payin) {
  const seen = yield* payerOf(store, key)
  if (Schema.is(Msisdn)(seen)) return seen
  return modeTraits[payinRailOf(content)].opensUrl ? null : counterparty(content)
})

const refundOf = (payin: Payin, id: PaymentId, phone: Msisdn, amount: number): PayoutContent => ({
  kind: "payout",
  project: payin.content.project,
  id,
  amount: PayoutAmount.make(amount),
  method:
    payin.content.method.type === "wallet" ? { type: "wallet", funds: "keep_in_wallet" } : { type: "mobile_money" },
  phone,
  description: draftDescription(payin.content.id),
  operator: null,
  refundOf: payin.content.id,
  customData: {},
})

const draft = Effect.fnUntraced(function* (store: Store, writer: Writer, payin: Payin, amount: number) {
  const payer = yield* numberToRefund(store, payin)
  if (payer === null) return
  for (const id of refundDraftIds(payin.content.id)) {
    const { isNew, record } = yield* writer.create(refundOf(payin, id, payer, amount), true)
    if (isNew || isDraftOf(payin, record)) return
  }
  yield* Effect.logError(
    `The refund of the ${keyText(payin.key)} was not drafted, because its ids are taken: pay back with a payout of your own what came twice.`,
  )
})

/** Flags the later of two collections of an order, and drafts its refund. */
const flagLater = Effect.fnUntraced(
  function* (store: Store, writer: Writer, later: Payin, earlier: PaymentId) {
    yield* writer.readAndApply(later.key, { _tag: "PaidTwice", earlier })
    yield* draft(store, writer, later, mostToRefund(later))
  },
  Effect.catchTag("PaymentNotFound", () => Effect.void),
)

/** What a draft pays back at most: neither more than was asked nor more than was paid. */
const mostToRefund = (payin: Payin): number => Math.min(payin.content.amount, amountPaidOf(payin) ?? 0)

/** Is this payout the draft of that payin's refund, and not one of the merchant's own? */
export const isDraftOf = (payin: Payment, { payment: { content } }: PaymentRecord): boolean =>
  content.kind === "payout" &&
  content.refundOf === payin.content.id &&
  content.description === draftDescription(payin.content.id)

/** The name of the payin or attempt that a flag of a double collection is about. */
const subjectsOf = (payin: Payin): ReadonlyArray<string> =>
  openFlags(payin.flags).flatMap(({ kind, subject }) => (kind === "double_collection" ? [subject] : []))

/**
 * The second collection of a payin, as far as it is to be refunded: all of it when the order was paid twice, and what the service says of
 * the second token, but never more than the payin. Null: nothing, or an unknown amount that a person must ask about.
 */
const collectedTwice = (payin: Payin, replies: ReadonlyArray<TokenReply>): number | null => {
  const subjects = subjectsOf(payin)
  if (subjects.some((subject) => subject.startsWith("payin "))) return mostToRefund(payin)
  const amounts = replies.flatMap((reply) => {
    if (reply._tag !== "Observed" || !subjects.includes(`attempt ${reply.observation.attempt}`)) return []
    const { status, amount } = reply.observation.record
    return status === "completed" && amount !== null && amount > 0 ? [amount] : []
  })
  return amounts.length === 0 ? null : Math.min(mostToRefund(payin), ...amounts)
}

interface Collection {
  readonly payin: Payin
  readonly at: number
}

const collection = ({ payment }: PaymentRecord): ReadonlyArray<Collection> =>
  payment._tag === "Payin" && payment.state._tag === "completed" ? [{ payin: payment, at: payment.state.at }] : []

/** The earlier completed first; at the same moment the smaller id, so that all processes agree. */
const byCompletion = (one: Collection, other: Collection): number =>
  one.at - other.at || (one.payin.content.id < other.payin.content.id ? -1 : 1)
