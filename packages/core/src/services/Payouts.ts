/**
 * What a merchant does with payouts: send one, refund a payin, cancel an unsent one.
 *
 * The id is the idempotency key for ever. A payout whose call got no answer is `in_doubt` and no program sends it again: the service offers
 * no way to ask, so a person decides (`Review`).
 */
import { Context, Effect, Layer, Result, Stream } from "effect"
import { CallbackAddress, isCallbackBase } from "../ports/Gateway.ts"
import type { PayoutContent } from "../model/Content.ts"
import { InvalidInput } from "../model/fields.ts"
import type { FollowOptions } from "./following.ts"
import { type PaymentId, type PaymentKey } from "../model/Identifiers.ts"
import { type ContentConflict, type PayoutInput, readPayout, readRefund, type RefundInput } from "./input.ts"
import type { Prepared } from "../ports/PaymentRow.ts"
import type { DecisionRefused } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { WakeSignal } from "./WakeSignal.ts"
import { type PageEntry, PaymentNotFound, PaymentStore, visitPayments } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import type { Payout } from "../model/Payout.ts"
import { amountPaidOf } from "../model/Payment.ts"
import { Policy, type PolicyShape } from "../model/Policy.ts"
import { numberToRefund, refundDraftIds } from "./DoubleCollections.ts"
import { Submission } from "./Submission.ts"
import { type CreateOptions, merchantStepsOn, type PaymentView, type SentView } from "./merchantSteps.ts"

/** How a payout is created. */
export interface CreatePayoutOptions extends CreateOptions {}

/**
 * What a merchant does with payouts.
 *
 * ```ts
 * const payouts = yield* Payouts
 * const method = { type: "mobile_money" } as const
 * const { payment } = yield* payouts.create({ id: "salary-7", amount: 500, method, phone: "22670000001", description: "Salary" })
 * payment.state._tag // => "pending"
 * ```
 */
export class Payouts extends Context.Service<
  Payouts,
  {
    /**
     * Checks a payout without storing it, for a host that writes it in a transaction of its own. `send` sends it afterwards.
     *
     * ```ts
     * const { key, row } = yield* payouts.prepare(payout)
     * const prepared = [keyText(key), row.state] // => ["payout shop/salary-7", "intended"]
     * ```
     */
    prepare(input: PayoutInput): Effect.Effect<Prepared, InvalidInput | StoreError>
    /**
     * Stores a payout and sends it. The worker sends what could not be sent now, once nothing stops it.
     *
     * ```ts
     * yield* payouts.create(payout)
     * const other = yield* Effect.flip(payouts.create({ ...payout, amount: 600 })) // the same id, another content
     * other._tag // => "ContentConflict"
     * ```
     */
    create(
      input: PayoutInput,
      options?: CreatePayoutOptions,
    ): Effect.Effect<SentView<Payout>, InvalidInput | ContentConflict | StoreError>
    /**
     * Refunds a completed payin, wholly or in part, with a payout that names it. Twice with the same content makes one refund. Fails with
     * `InvalidInput` when the payin is not completed, less is left of it, or it does not tell who paid.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
     * yield* review.recheck(payment.key)
     * const refund = yield* payouts.refund(payment.key, { amount: 200 })
     * const { amount, id } = refund.payment.content
     * const part = `${id}: ${amount} of ${payment.content.amount}` // => "refund-order-17: 200 of 500"
     * ```
     */
    refund(
      payin: PaymentKey,
      input?: RefundInput,
      options?: CreatePayoutOptions,
    ): Effect.Effect<SentView<Payout>, InvalidInput | ContentConflict | StoreError | PaymentNotFound>
    /**
     * Sends a stored payout that is unsent. One that was sent is returned unchanged, and nothing is sent.
     *
     * ```ts
     * const { payment } = yield* payouts.create(payout, { sendLater: true })
     * const sent = yield* payouts.send(payment.key)
     * sent.notNow // => null
     * sent.payment.attempts.length // => 1
     * ```
     */
    send(key: PaymentKey): Effect.Effect<SentView<Payout>, StoreError | PaymentNotFound>
    /**
     * Cancels a payout of which nothing was sent. Refused while a callback for it is unread.
     *
     * ```ts
     * yield* payouts.create(payout, { sendLater: true })
     * const key = PaymentKey.make({ kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make("salary-7") })
     * const { payment } = yield* payouts.cancel(key, "The accountant")
     * payment.state._tag // => "cancelled"
     * ```
     */
    cancel(
      key: PaymentKey,
      by: string,
    ): Effect.Effect<PaymentView<Payout>, InvalidInput | DecisionRefused | StoreError | PaymentNotFound>
    /**
     * The payout as it is stored. It does not ask the service.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
     * const found = yield* payouts.get(payment.key)
     * found.payment.state._tag // => "in_doubt"
     * ```
     */
    get(key: PaymentKey): Effect.Effect<PaymentView<Payout>, StoreError | PaymentNotFound>
    /**
     * Waits until the payout is closed: nothing more is expected of it. It looks again when something is written, and
     * every `worker.sleep`.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, phone: "22660000092" }) // fails
     * const waiting = yield* Effect.forkChild(payouts.waitFor(payment.key))
     * yield* Effect.forkChild(worker.run)
     * yield* TestClock.adjust("1 hour")
     * yield* Effect.map(Fiber.join(waiting), ({ payment: closed }) => closed.state._tag) // => "not_completed"
     * ```
     */
    waitFor(key: PaymentKey, options?: FollowOptions): Effect.Effect<PaymentView<Payout>, StoreError | PaymentNotFound>
    /**
     * The payout now and after each change, until it is closed. A slow reader misses changes, and never the last.
     *
     * ```ts
     * const { payment } = yield* payouts.create(payout, { sendLater: true })
     * const first = yield* Stream.runCollect(Stream.take(payouts.changes(payment.key), 1))
     * first.map(({ payment: now }) => now.state._tag) // => ["intended"]
     * ```
     */
    changes(key: PaymentKey, options?: FollowOptions): Stream.Stream<PaymentView<Payout>, StoreError | PaymentNotFound>
  }
>()("@cauri/core/Payouts") {
  static readonly layer = Layer.effect(
    Payouts,
    Effect.gen(function* () {
      const policy = yield* Policy
      const store = yield* PaymentStore
      const submission = yield* Submission
      const payouts = merchantStepsOn(store, yield* WakeSignal, "Payout", policy)
      const readInput = inputFor(store, yield* CallbackAddress, policy)
      const sendNow = (record: PaymentRecord) => submission.submit(record, { kind: "pay", otp: null })
      const create = Effect.fnUntraced(function* (input: PayoutInput, options: CreatePayoutOptions = {}) {
        return yield* payouts.create(yield* readInput(input), input, options, sendNow)
      })
      return Payouts.of({
        prepare: Effect.fn("Payouts.prepare")(function* (input: PayoutInput) {
          return yield* payouts.prepare(yield* readInput(input), input)
        }),
        create: Effect.fn("Payouts.create")(create),
        refund: Effect.fn("Payouts.refund")(function* (payin: PaymentKey, input: RefundInput = {}, options) {
          return yield* create(yield* refundOf(store, payin, input), options)
        }),
        send: Effect.fn("Payouts.send")(function* (key: PaymentKey) {
          return yield* payouts.send(yield* payouts.find(key), sendNow)
        }),
        cancel: Effect.fn("Payouts.cancel")(payouts.cancel),
        get: Effect.fn("Payouts.get")(payouts.get),
        waitFor: Effect.fn("Payouts.waitFor")(payouts.waitFor),
        changes: (key, options) => Stream.withSpan(payouts.changes(key, options), "Payouts.changes"),
      })
    }),
  )
}

/** Reads what a payout asks for; an existing one is not checked against its payin again. */
const inputFor = (store: PaymentStore["Service"], address: CallbackAddress["Service"], policy: PolicyShape) =>
  Effect.fnUntraced(function* (input: PayoutInput) {
    const content = yield* Effect.fromResult(readPayout(input, policy))
    if (!isCallbackBase("payout", address.base)) {
      const expected = "an https address for payouts (http only on this machine's loopback)"
      return yield* new InvalidInput({ field: "callbackBase", expected })
    }
    const { id, project, refundOf } = content
    if (refundOf !== null && (yield* store.find({ kind: "payout", project, id })) === null) {
      yield* checkRefund(store, policy, content, refundOf)
    }
    return content
  })

/** The payout that refunds this payin. */
const refundOf = Effect.fnUntraced(function* (store: PaymentStore["Service"], key: PaymentKey, input: RefundInput) {
  yield* Effect.fromResult(readRefund(input))
  const payment = key.kind === "payin" ? (yield* store.find(key))?.payment : undefined
  if (payment?._tag !== "Payin") return yield* new PaymentNotFound({ key })
  const { content } = payment
  const phone = input.phone ?? (yield* numberToRefund(store, payment))
  if (phone === null) {
    const expected = "the number that gets the refund: this payin does not tell who paid"
    return yield* new InvalidInput({ field: "phone", expected })
  }
  return {
    ...input,
    project: key.project,
    id: input.id ?? refundDraftIds(key.id)[0],
    amount: input.amount ?? content.amount,
    method: input.method ?? { type: "mobile_money" as const },
    phone,
    description: input.description ?? content.description,
    operator: input.operator ?? null,
    refundOf: key.id,
  }
})

/** The refunds of a payin may not exceed what was paid. The claim checks it again, in the step that sends one. */
const checkRefund = Effect.fnUntraced(function* (
  store: PaymentStore["Service"],
  policy: PolicyShape,
  content: PayoutContent,
  refundOf: PaymentId,
) {
  const { project } = content
  const payin = yield* store.find({ kind: "payin", project, id: refundOf })
  const paid = payin === null ? null : amountPaidOf(payin.payment)
  if (paid === null) {
    return yield* new InvalidInput({ field: "refundOf", expected: "the id of a completed payin of this project" })
  }
  let given = 0
  yield* visitPayments(store, policy, { kind: "payout", project, refundOf }, (refund) =>
    Effect.sync(() => {
      const { amount, id, state } = shareOf(refund)
      if (id !== content.id && !deadStates.includes(state)) given += amount
    }),
  )
  const left = paid - given
  if (content.amount <= left) return
  return yield* new InvalidInput({ field: "amount", expected: `at most ${left} XOF, which is left to give back` })
})

/** The states of a payout that moved no money and will move none. */
const deadStates: ReadonlyArray<string> = ["refused", "cancelled", "not_completed"]

/** What a refund takes of its payin. An unreadable one takes what its row says, so that nothing is refunded twice. */
const shareOf = (refund: PageEntry): { readonly id: string; readonly state: string; readonly amount: number } =>
  Result.match(refund, {
    onSuccess: ({ payment: { content, state } }) => ({ id: content.id, state: state._tag, amount: content.amount }),
    onFailure: ({ amount, key: { id }, state }) => ({ id, state, amount }),
  })
