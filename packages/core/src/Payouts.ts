/**
 * What a merchant does with payouts: send one, give a payin back, cancel one that was not sent.
 *
 * The id is the idempotency key for ever. A payout whose call got no answer is `InDoubt` and is never sent again by a program: the
 * service offers no way to ask, so a person decides (`Desk`).
 */
import { Clock, Context, Effect, Equal, Layer, Option } from "effect"
import { CallbackAddress, isCallbackBase } from "./CallbackAddress.ts"
import type { PayoutContent } from "./Content.ts"
import { PaymentEvent as Events } from "./Event.ts"
import { keyText, type PaymentKey } from "./Identifiers.ts"
import { ContentConflict, InvalidInput, type PayoutInput, readBy, readPayout } from "./input.ts"
import { advance, saved } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { Nudge } from "./Nudge.ts"
import { keepsChanging, PaymentStore, type StoreError } from "./PaymentStore.ts"
import { evolvePayout, type Payout } from "./Payout.ts"
import { Policy } from "./Policy.ts"
import { PaymentNotFound, Submission } from "./Submission.ts"
import { newWatch } from "./Watch.ts"

/** How a payout is sent. */
export interface SendPayoutOptions {
  /** Only store it; a reconciler on a whitelisted host sends it (#193, #246). */
  readonly sendLater?: boolean
}

/** What a merchant does with payouts. */
export class Payouts extends Context.Service<
  Payouts,
  {
    send(
      input: PayoutInput,
      options?: SendPayoutOptions,
    ): Effect.Effect<Payout, InvalidInput | ContentConflict | StoreError | IllegalTransition>
    /** Cancels a payout of which nothing has left. */
    cancel(
      key: PaymentKey,
      by: string,
    ): Effect.Effect<Payout, InvalidInput | StoreError | IllegalTransition | PaymentNotFound>
    get(key: PaymentKey): Effect.Effect<Payout, StoreError | PaymentNotFound>
  }
>()("@cauri/core/Payouts") {
  static readonly layer = Layer.effect(
    Payouts,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const submission = yield* Submission
      const address = yield* CallbackAddress
      const nudge = yield* Nudge
      const policy = yield* Policy

      const find = Effect.fnUntraced(function* (key: PaymentKey) {
        const found = yield* store.find(key)
        if (Option.isNone(found) || key.kind !== "payout") return yield* new PaymentNotFound({ key })
        return found.value
      })

      /** The refunds of a payin may not exceed it. The claim checks it again, in the step that lets one go. */
      const checkRefund = Effect.fnUntraced(function* (content: PayoutContent) {
        const { project, refundOf } = content
        if (refundOf === null) return
        const payin = yield* store.find({ kind: "payin", project, id: refundOf })
        if (Option.isNone(payin) || payin.value.payment.state._tag !== "Completed") {
          return yield* new InvalidInput({ field: "refundOf", expected: "the id of a completed payin of this project" })
        }
        const refunds = yield* store.list({ kind: "payout", project, refundOf, limit: 1_000 })
        const given = refunds
          .map(({ payment }) => payment)
          .filter(({ state, content: each }) => each.id !== content.id && !deadStates.includes(state._tag))
          .reduce((sum, payment) => sum + payment.content.amount, 0)
        const left = payin.value.payment.content.amount - given
        if (content.amount > left) {
          return yield* new InvalidInput({
            field: "amount",
            expected: `at most ${left} XOF, which is left to give back`,
          })
        }
      })

      const send = Effect.fn("Payouts.send")(function* (input: PayoutInput, options: SendPayoutOptions = {}) {
        const content = yield* Effect.fromResult(readPayout(input, policy))
        if (!isCallbackBase("payout", address.base)) {
          return yield* new InvalidInput({
            field: "callbackBase",
            expected: "an https address for payouts (http only on this machine's loopback)",
          })
        }
        const at = yield* Clock.currentTimeMillis
        const intent = { seq: 1, at, event: Events.cases.Intended.make({ content }) }
        const payout = yield* Effect.fromResult(evolvePayout(null, intent))
        const before = yield* store.find(payout.key)
        if (Option.isNone(before)) yield* checkRefund(content)
        const watch = newWatch(payout, policy)
        const inserted = yield* store.insert({ payment: payout, entries: [intent] }, watch)
        if (inserted._tag === "AlreadyThere") {
          return Equal.equals(inserted.found.payment.content, payout.content)
            ? yield* payoutOf(inserted.found)
            : yield* new ContentConflict({ key: payout.key })
        }
        const record = { payment: payout, watch, version: 1, lease: { number: 0, until: 0 }, notes: [], newestNote: 0 }
        const sent =
          options.sendLater === true ? record : (yield* submission.submit(record, { kind: "Pay", otp: null })).record
        yield* nudge.wake
        return yield* payoutOf(sent)
      })

      return Payouts.of({
        send,
        cancel: Effect.fn("Payouts.cancel")(function* (key: PaymentKey, by: string) {
          yield* Effect.fromResult(readBy(by))
          for (let tries = 0; tries < policy.maxSaveTries; tries++) {
            const record = yield* find(key)
            const now = yield* Clock.currentTimeMillis
            const events = [Events.cases.Cancelled.make({ because: "Asked", by })]
            const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
            const terms = { version: record.version, giveBack: null, now }
            if ((yield* store.save(step.change, step.watch, terms)) === "Saved") {
              return yield* payoutOf(saved(record, step))
            }
          }
          return yield* keepsChanging()
        }),
        get: Effect.fn("Payouts.get")(function* (key: PaymentKey) {
          return yield* payoutOf(yield* find(key))
        }),
      })
    }),
  )
}

/** The states of a payout that gave nothing and will give nothing. */
const deadStates: ReadonlyArray<string> = ["Refused", "Cancelled", "NotCompleted"]

const payoutOf = ({ payment }: PaymentRecord): Effect.Effect<Payout> =>
  payment._tag === "Payout"
    ? Effect.succeed(payment)
    : Effect.die(new Error(`The store gave the ${keyText(payment.key)} where a payout was asked for.`))
