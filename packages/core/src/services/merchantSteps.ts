/** What payins and payouts share for the merchant: how they are shown, and how they are checked, stored, found, followed and cancelled. */
import { Clock, Effect, Option, Stream } from "effect"
import type { Step } from "../machine/decide.ts"
import { maySend } from "../machine/nextAction.ts"
import { nextStep, type NotNow } from "../machine/furtherCalls.ts"
import { differences, type PayinContent, type PayoutContent } from "../model/Content.ts"
import { readBy } from "../model/fields.ts"
import { keyText, type PaymentKey } from "../model/Identifiers.ts"
import type { Payment } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { DecisionRefused } from "../model/stimulus.ts"
import type { NextStep } from "../model/ValidationMode.ts"
import { type Prepared, toEventRow, toPaymentWrite } from "../ports/PaymentRow.ts"
import { PaymentNotFound, type PaymentStore } from "../ports/PaymentStore.ts"
import { type FollowOptions, nextChange } from "./following.ts"
import { ContentConflict, givenIn } from "./input.ts"
import type { WakeSignal } from "./WakeSignal.ts"
import { heldBack, notSendable, type Submitted } from "./Submission.ts"
import { writerOn } from "./Writer.ts"

/** A payment as it is stored, and the customer's next step. */
export interface PaymentView<P extends Payment> {
  readonly payment: P
  readonly next: NextStep
}

/** A payment that was to be sent. */
export interface SentView<P extends Payment> extends PaymentView<P> {
  /** Why no call was made; null when one was made, or when none was asked for. */
  readonly notNow: NotNow | null
}

export interface CreateOptions {
  /** Only store it; a worker, such as one on a whitelisted host (#193, #246), sends it. */
  readonly sendLater?: boolean
  /** Runs as soon as it is stored, before it is sent. `isNew`: this call stored it. */
  readonly onStored?: (key: PaymentKey, isNew: boolean) => Effect.Effect<unknown>
}

/** The merchant's steps over a store, for the payments of one kind. */
export const merchantStepsOn = <Tag extends Payment["_tag"]>(
  store: PaymentStore["Service"],
  wakeSignal: WakeSignal["Service"],
  tag: Tag,
  policy: PolicyShape,
) => {
  const writer = writerOn(store, policy)
  const kind: PaymentKey["kind"] = tag === "Payin" ? "payin" : "payout"
  const isOurs = (payment: Payment): payment is Extract<Payment, { readonly _tag: Tag }> => payment._tag === tag

  /** The payment of a record. A store that returns one of the other kind is broken. */
  const paymentOf = ({ payment }: PaymentRecord) =>
    isOurs(payment)
      ? Effect.succeed(payment)
      : Effect.die(new Error(`The store gave the ${keyText(payment.key)} where a ${kind} was asked for.`))

  const view = (record: PaymentRecord) =>
    Effect.map(paymentOf(record), (payment) => ({ payment, next: nextStep(record, policy) }))

  const sentView = ({ notNow, record }: Submitted) => Effect.map(view(record), (seen) => ({ ...seen, notNow }))

  const find = Effect.fnUntraced(function* (key: PaymentKey) {
    if (key.kind !== kind) return yield* new PaymentNotFound({ key })
    return yield* writer.read(key)
  })

  /** The rows of a payment that is not stored yet. */
  const prepare = (content: PayinContent | PayoutContent, input: object) =>
    Effect.map(writer.begin(content), ({ step }) => ({ ...preparedOf(step), given: givenIn(input) }))

  /** Stores a payment, unless it exists with the same content, tells so, and sends a new one unless `sendLater`. */
  const create = Effect.fnUntraced(function* <E>(
    content: PayinContent | PayoutContent,
    input: object,
    { onStored, sendLater }: CreateOptions,
    sendNow: (record: PaymentRecord) => Effect.Effect<Submitted, E>,
  ) {
    const { record, isNew } = yield* writer.create(content)
    const { payment } = record
    const fields = differences(content, payment.content, givenIn(input))
    if (fields.length > 0) return yield* new ContentConflict({ key: payment.key, fields })
    if (onStored !== undefined) yield* onStored(payment.key, isNew)
    const send = payment.state._tag === "held" ? Effect.succeed(heldBack(record)) : sendNow(record)
    const submitted = isNew && sendLater !== true ? yield* send : { record, notNow: null }
    if (isNew) yield* wakeSignal.signal
    return yield* sentView(submitted)
  })

  /** Sends a stored payment that may be sent. */
  const send = Effect.fnUntraced(function* <E>(
    record: PaymentRecord,
    sendNow: (record: PaymentRecord) => Effect.Effect<Submitted, E>,
  ) {
    if (!maySend(record, policy, yield* Clock.currentTimeMillis)) return yield* sentView(notSendable(record))
    const submitted = yield* sendNow(record)
    yield* wakeSignal.signal
    return yield* sentView(submitted)
  })

  /** Cancels a payment of which nothing was sent (rows P3, O15). */
  const cancel = Effect.fnUntraced(function* (key: PaymentKey, by: string) {
    yield* Effect.fromResult(readBy(by))
    if (key.kind !== kind) return yield* new PaymentNotFound({ key })
    const cancelled = yield* writer.readAndApply(key, { _tag: "Cancelled", by, asOf: null })
    if (cancelled._tag === "Refused") return yield* new DecisionRefused({ key, because: cancelled.because })
    yield* wakeSignal.signal
    return yield* view(cancelled.record)
  })

  const get = (key: PaymentKey) => Effect.flatMap(find(key), view)

  const next = (key: PaymentKey, since: number, options?: FollowOptions) =>
    key.kind === kind ? nextChange(store, wakeSignal, key, since, options) : Effect.fail(new PaymentNotFound({ key }))

  const waitFor = (key: PaymentKey, options?: FollowOptions) =>
    Effect.flatMap(next(key, Infinity, options), ({ record }) => view(record))

  const changes = (key: PaymentKey, options?: FollowOptions) => {
    const after = Effect.fnUntraced(function* (since: number) {
      const { ended, record } = yield* next(key, since, options)
      return [[yield* view(record)], ended ? Option.none() : Option.some(record.payment.seq)] as const
    })
    return Stream.unwrap(Effect.as(wakeSignal.listen, Stream.paginate(0, after)))
  }

  return { cancel, changes, create, find, get, paymentOf, prepare, send, view, waitFor }
}

export type MerchantStepsOf<Tag extends Payment["_tag"]> = ReturnType<typeof merchantStepsOn<Tag>>

/** The rows of a payment that was just made. */
const preparedOf = ({ change: { payment, entries }, tracking }: Step): Prepared => ({
  key: payment.key,
  row: toPaymentWrite(payment, tracking),
  events: entries.map(toEventRow),
})
