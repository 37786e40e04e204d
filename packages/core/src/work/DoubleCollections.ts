/**
 * Money that came twice: two collections of one payin, or two completed payins of one order. The later one gets a flag and a
 * draft of its refund: a held payout, which a person releases after both collections were confirmed afresh. Row P21.
 *
 * Two processes may find the same pair at the same moment; both come to the same flag and the same draft.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { PayoutContent } from "../model/Content.ts"
import { openFlags } from "../model/Flag.ts"
import { keyText, Msisdn, PaymentId } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { PayoutAmount } from "../model/Money.ts"
import type { HandleReply } from "../model/Observation.ts"
import type { Payin } from "../model/Payin.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Policy } from "../model/Policy.ts"
import { readable, tellPassedOver } from "../ports/PaymentRow.ts"
import { writerOn } from "./Writer.ts"

/**
 * The ids under which the refund of a payin is drafted: always the same ones, so it is drafted once. The second one is for a
 * merchant who gave the first to a payout of his own.
 */
export const refundDraftIds = (payin: PaymentId): ReadonlyArray<PaymentId> => {
  const plain = `refund-${payin}`
  let hash = 0xcbf29ce484222325n
  for (const character of payin) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n)
  const hashed = `${hash.toString(16)}-${payin.slice(-32)}`
  return [plain.length <= 64 ? plain : `refund-${hashed}`, `refund2-${hashed}`].map((id) => PaymentId.make(id))
}

/** Finds money that came twice. */
export class DoubleCollections extends Context.Service<
  DoubleCollections,
  {
    /**
     * Looks after a step of a payment was saved, so that of two at the same moment at least one sees the other. Looking again is
     * harmless and repairs what a failing store left undone, so every audit looks too. `replies`: what the service has just said.
     */
    look(record: PaymentRecord, replies: ReadonlyArray<HandleReply>): Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DoubleCollections") {
  static readonly layer = Layer.effect(
    DoubleCollections,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy
      const writer = writerOn(store, policy)

      /** The payer's number: declared, or seen by the confirm that completed a hosted payin. */
      const payerOf = Effect.fnUntraced(function* (payin: Payin) {
        const { method } = payin.content
        if (method._tag !== "Hosted") return Option.some(method.customer)
        const history = yield* store.history(payin.key, 0, 1_000)
        const seen = history.flatMap(({ event }) =>
          event._tag === "Completed" ? [event.observation.record.payer] : [],
        )[0]
        return Schema.is(Msisdn)(seen) ? Option.some(seen) : Option.none<Msisdn>()
      })

      const draft = Effect.fnUntraced(function* (payin: Payin, amount: number) {
        const payer = yield* payerOf(payin)
        if (Option.isNone(payer)) return
        const content = (id: PaymentId): PayoutContent => ({
          kind: "payout",
          project: payin.content.project,
          id,
          amount: PayoutAmount.make(amount),
          method:
            payin.content.method._tag === "Wallet"
              ? { _tag: "Wallet", funds: "KeepInWallet" }
              : { _tag: "MobileMoney" },
          beneficiary: payer.value,
          description: descriptionOf(payin),
          operator: null,
          refundOf: payin.content.id,
          customData: {},
        })
        for (const id of refundDraftIds(payin.content.id)) {
          const { isNew, record } = yield* writer.create(content(id), true)
          if (isNew || isDraftOf(payin, record)) return
        }
        yield* Effect.logError(`The refund of the ${keyText(payin.key)} was not drafted: its ids are taken.`)
      })

      /** Flags the later of two collections of an order, and drafts its refund. */
      const flagLater = Effect.fnUntraced(
        function* (later: Payin, earlier: PaymentId) {
          yield* writer.applyTo(later.key, { _tag: "PaidTwice", earlier })
          yield* draft(later, later.content.amount)
        },
        Effect.catchTag("PaymentNotFound", () => Effect.void),
      )

      const look = Effect.fn("DoubleCollections.look")(function* (
        record: PaymentRecord,
        replies: ReadonlyArray<HandleReply>,
      ) {
        const { payment } = record
        if (payment._tag !== "Payin" || payment.state._tag !== "Completed") return
        const amount = collectedTwice(payment, replies)
        if (amount !== null) yield* draft(payment, amount)
        const { orderRef, project, id } = payment.content
        if (orderRef === null) return
        const page = yield* store.page({
          kind: "payin",
          project,
          orderRef,
          states: ["Completed"],
          limit: policy.store.pageSize,
        })
        yield* tellPassedOver(page, `it was completed, and so was the payin ${project}/${id} of the same order.`)
        // Of an order with more payins than a page holds, the one that was just completed is looked at all the same.
        const others = readable(page).filter((each) => each.payment.content.id !== id)
        const [first, ...later] = [record, ...others].flatMap(collection).toSorted(byCompletion)
        for (const { payin } of later) {
          if (first !== undefined && (payin.content.id === id || first.payin.content.id === id)) {
            yield* flagLater(payin, first.payin.content.id)
          }
        }
      })

      return DoubleCollections.of({ look })
    }),
  )
}

const descriptionOf = (payin: Payin): string => `Refund of payin ${payin.content.id}`

/** Is this payout the draft of that payin's refund, and not one of the merchant's own? */
const isDraftOf = (payin: Payin, { payment: { content } }: PaymentRecord): boolean =>
  content.kind === "payout" && content.refundOf === payin.content.id && content.description === descriptionOf(payin)

/** The name of the payin or attempt that a flag of a double collection is about. */
const subjectsOf = (payin: Payin): ReadonlyArray<string> =>
  openFlags(payin.flags).flatMap(({ kind, subject }) => (kind === "DoubleCollection" ? [subject] : []))

/**
 * What came a second time on a payin, as far as it is to be given back: all of it when the order was paid twice, and what the
 * service says of the second handle, but never more than the payin. Null: nothing, or nobody knows how much, and a person must ask.
 */
const collectedTwice = (payin: Payin, replies: ReadonlyArray<HandleReply>): number | null => {
  const subjects = subjectsOf(payin)
  if (subjects.some((subject) => subject.startsWith("payin "))) return payin.content.amount
  const amounts = replies.flatMap((reply) => {
    if (reply._tag !== "Observed" || !subjects.includes(`attempt ${reply.observation.attempt}`)) return []
    const { status, amount, montant } = reply.observation.record
    return status === "completed" && amount !== null && amount === montant && amount > 0 ? [amount] : []
  })
  return amounts.length === 0 ? null : Math.min(payin.content.amount, ...amounts)
}

interface Collection {
  readonly payin: Payin
  readonly at: number
}

/** A completed payin, with the time at which it was completed. */
const collection = ({ payment }: PaymentRecord): ReadonlyArray<Collection> =>
  payment._tag === "Payin" && payment.state._tag === "Completed" ? [{ payin: payment, at: payment.state.at }] : []

/** The earlier completed first; at the same moment the smaller id, so that everybody agrees. */
const byCompletion = (one: Collection, other: Collection): number =>
  one.at - other.at || (one.payin.content.id < other.payin.content.id ? -1 : 1)
