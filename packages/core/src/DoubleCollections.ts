/**
 * Money that came twice: two collections of one payin, or two completed payins of one order. The later one gets a flag and a
 * draft of its refund: a held payout, which a person releases after both collections were confirmed afresh. Row P21.
 *
 * Two processes may find the same pair at the same moment; both come to the same flag and the same draft.
 */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { flagged } from "./answers.ts"
import type { PayoutContent } from "./Content.ts"
import { PaymentEvent as Events } from "./Event.ts"
import { hasOpenFlag } from "./Flag.ts"
import { PaymentId } from "./Identifiers.ts"
import { advance } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import { PayoutAmount } from "./Money.ts"
import { Msisdn } from "./Msisdn.ts"
import type { PaymentRecord } from "./nextAction.ts"
import type { Payin } from "./Payin.ts"
import { append } from "./Payment.ts"
import { evolvePayout } from "./Payout.ts"
import { keepsChanging, PaymentStore, type StoreError } from "./PaymentStore.ts"
import { Policy } from "./Policy.ts"
import { newWatch } from "./Watch.ts"

/** The id of the refund draft of a payin: always the same one, so it is drafted once. */
export const refundDraftId = (payin: PaymentId): PaymentId => {
  const plain = `refund-${payin}`
  if (plain.length <= 64) return PaymentId.make(plain)
  let hash = 0xcbf29ce484222325n
  for (const character of payin) hash = BigInt.asUintN(64, (hash ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n)
  return PaymentId.make(`refund-${hash.toString(16)}-${payin.slice(-32)}`)
}

/** Finds money that came twice. */
export class DoubleCollections extends Context.Service<
  DoubleCollections,
  {
    /**
     * Looks after a step of a payment was saved, so that of two at the same moment at least one sees the other. Looking again is
     * harmless and repairs what a failing store left undone, so every audit looks too.
     */
    look(record: PaymentRecord): Effect.Effect<void, StoreError | IllegalTransition>
  }
>()("@cauri/core/DoubleCollections") {
  static readonly layer = Layer.effect(
    DoubleCollections,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const policy = yield* Policy

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

      const draft = Effect.fnUntraced(function* (payin: Payin) {
        const payer = yield* payerOf(payin)
        if (Option.isNone(payer)) return
        const at = yield* Clock.currentTimeMillis
        const content: PayoutContent = {
          kind: "payout",
          project: payin.content.project,
          id: refundDraftId(payin.content.id),
          amount: PayoutAmount.make(payin.content.amount),
          method:
            payin.content.method._tag === "Wallet"
              ? { _tag: "Wallet", funds: "KeepInWallet" }
              : { _tag: "MobileMoney" },
          beneficiary: payer.value,
          description: `Refund of payin ${payin.content.id}`,
          operator: null,
          refundOf: payin.content.id,
          customData: {},
        }
        const intent = { seq: 1, at, event: Events.cases.Intended.make({ content }) }
        const payout = yield* Effect.fromResult(evolvePayout(null, intent))
        const held = yield* Effect.fromResult(append(payout, [Events.cases.Held.make({ because: "RefundDraft" })], at))
        const change = { payment: held.payment, entries: [intent, ...held.entries] }
        yield* store.insert(change, { ...newWatch(payout, policy), actAt: null, announceAt: at })
      })

      /** Flags the later of two collections of an order, and drafts its refund. */
      const flagLater = Effect.fnUntraced(function* (later: Payin, earlier: PaymentId) {
        for (let tries = 0; tries < policy.maxSaveTries; tries++) {
          const found = yield* store.find(later.key)
          if (Option.isNone(found)) return
          const record = found.value
          const events = flagged(record.payment, "DoubleCollection", `payin ${earlier}`)
          const now = yield* Clock.currentTimeMillis
          const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
          const terms = { version: record.version, giveBack: null, now }
          if (events.length === 0 || (yield* store.save(step.change, step.watch, terms)) === "Saved") {
            return yield* draft(later)
          }
        }
        return yield* keepsChanging()
      })

      const look = Effect.fn("DoubleCollections.look")(function* ({ payment }: PaymentRecord) {
        if (payment._tag !== "Payin" || payment.state._tag !== "Completed") return
        if (hasOpenFlag(payment.flags, "DoubleCollection")) yield* draft(payment)
        const { orderRef, project, id } = payment.content
        if (orderRef === null) return
        const all = yield* store.list({ kind: "payin", project, orderRef, states: ["Completed"], limit: 100 })
        const [first, ...others] = all.flatMap(collection).toSorted(byCompletion)
        for (const { payin } of others) {
          if (first !== undefined && (payin.content.id === id || first.payin.content.id === id)) {
            yield* flagLater(payin, first.payin.content.id)
          }
        }
      })

      return DoubleCollections.of({ look })
    }),
  )
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
