/**
 * What a merchant does with payouts: send one, give a payin back, cancel one that was not sent.
 *
 * The id is the idempotency key for ever. A payout whose call got no answer is `InDoubt` and is never sent again by a program: the
 * service offers no way to ask, so a person decides (`Desk`).
 */
import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { CallbackAddress, isCallbackBase } from "../ports/Gateway.ts"
import type { PayoutContent } from "../model/Content.ts"
import { InvalidInput } from "../model/fields.ts"
import { keyText, type PaymentId, type PaymentKey } from "../model/Identifiers.ts"
import { type ContentConflict, type PayoutInput, readPayout } from "./input.ts"
import type { Prepared } from "../ports/PaymentRow.ts"
import type { DecisionRefused } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { maySend } from "../machine/nextAction.ts"
import { Nudge } from "./lanes.ts"
import { type Listed, type PaymentNotFound, PaymentStore, walk } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import type { Payout } from "../model/Payout.ts"
import { Policy } from "../model/Policy.ts"
import { notSendable, type Sending, sent, Submission, type Submitted } from "./Submission.ts"
import { intentsOn, preparedOf } from "./intending.ts"

/** How a payout is created. */
export interface CreatePayoutOptions {
  /** Only store it; a reconciler on a whitelisted host sends it (#193, #246). */
  readonly sendLater?: boolean
}

/** A payout that was to be sent, and why it was not where it was not. */
export interface SentPayout extends Sending {
  readonly payout: Payout
}

/** What a merchant does with payouts. */
export class Payouts extends Context.Service<
  Payouts,
  {
    /** Checks a payout without storing it, for a host that writes it in a transaction of its own. `send` sends it afterwards. */
    prepare(input: PayoutInput): Effect.Effect<Prepared, InvalidInput | StoreError>
    /** Stores a payout and sends it. What could not be sent is sent by the reconciler, once nothing stands in its way. */
    create(
      input: PayoutInput,
      options?: CreatePayoutOptions,
    ): Effect.Effect<SentPayout, InvalidInput | ContentConflict | StoreError>
    /** Sends a stored payout that was not sent yet. One that was is given back as it is, and nothing is sent. */
    send(key: PaymentKey): Effect.Effect<SentPayout, StoreError | PaymentNotFound>
    /** Cancels a payout of which nothing has left. Refused while a callback that came for it was not read. */
    cancel(
      key: PaymentKey,
      by: string,
    ): Effect.Effect<Payout, InvalidInput | DecisionRefused | StoreError | PaymentNotFound>
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

      const { begin, find, create: insert, cancel } = intentsOn(store, nudge, "payout", policy)

      /** The refunds of a payin may not exceed it. The claim checks it again, in the step that lets one go. */
      const checkRefund = Effect.fnUntraced(function* (content: PayoutContent, refundOf: PaymentId) {
        const { project } = content
        const payin = yield* store.find({ kind: "payin", project, id: refundOf })
        if (Option.isNone(payin) || payin.value.payment.state._tag !== "Completed") {
          return yield* new InvalidInput({ field: "refundOf", expected: "the id of a completed payin of this project" })
        }
        let given = 0
        yield* walk(store, policy, { kind: "payout", project, refundOf }, (refund) =>
          Effect.sync(() => {
            const { amount, id, state } = shareOf(refund)
            if (id !== content.id && !deadStates.includes(state)) given += amount
          }),
        )
        const left = payin.value.payment.content.amount - given
        if (content.amount > left) {
          return yield* new InvalidInput({
            field: "amount",
            expected: `at most ${left} XOF, which is left to give back`,
          })
        }
      })

      /** What a payout asks for; one that is there already is not checked against its payin again. */
      const readInput = Effect.fnUntraced(function* (input: PayoutInput) {
        const content = yield* Effect.fromResult(readPayout(input, policy))
        if (!isCallbackBase("payout", address.base)) {
          return yield* new InvalidInput({
            field: "callbackBase",
            expected: "an https address for payouts (http only on this machine's loopback)",
          })
        }
        const { id, project, refundOf } = content
        if (refundOf !== null && Option.isNone(yield* store.find({ kind: "payout", project, id }))) {
          yield* checkRefund(content, refundOf)
        }
        return content
      })

      const sendNow = Effect.fnUntraced(function* (record: PaymentRecord) {
        const submitted = yield* submission.submit(record, { kind: "Pay", otp: null })
        yield* nudge.wake
        return yield* sentPayout(submitted)
      })

      return Payouts.of({
        prepare: Effect.fn("Payouts.prepare")(function* (input: PayoutInput) {
          return preparedOf(yield* begin(yield* readInput(input)))
        }),
        create: Effect.fn("Payouts.create")(function* (input: PayoutInput, options: CreatePayoutOptions = {}) {
          const { record, isNew } = yield* insert(yield* readInput(input))
          if (isNew && options.sendLater !== true) return yield* sendNow(record)
          if (isNew) yield* nudge.wake
          return yield* sentPayout({ ...sent, record })
        }),
        send: Effect.fn("Payouts.send")(function* (key: PaymentKey) {
          const record = yield* find(key)
          const may = maySend(record, policy, yield* Clock.currentTimeMillis)
          return may ? yield* sendNow(record) : yield* sentPayout(notSendable(record))
        }),
        cancel: Effect.fn("Payouts.cancel")(function* (key: PaymentKey, by: string) {
          return yield* payoutOf(yield* cancel(key, by))
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

/** What a refund takes of its payin. One that cannot be read takes what its row says, so that nothing is given back twice. */
const shareOf = (refund: Listed): { readonly id: string; readonly state: string; readonly amount: number } =>
  Result.match(refund, {
    onSuccess: ({ payment: { content, state } }) => ({ id: content.id, state: state._tag, amount: content.amount }),
    onFailure: ({ amount, key: { id }, state }) => ({ id, state, amount }),
  })

const payoutOf = ({ payment }: PaymentRecord): Effect.Effect<Payout> =>
  payment._tag === "Payout"
    ? Effect.succeed(payment)
    : Effect.die(new Error(`The store gave the ${keyText(payment.key)} where a payout was asked for.`))

const sentPayout = ({ record, notSentBecause, retryAt }: Submitted): Effect.Effect<SentPayout> =>
  Effect.map(payoutOf(record), (payout) => ({ payout, notSentBecause, retryAt }))
