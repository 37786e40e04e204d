/**
 * What a merchant does with payins: create one, submit the customer's code, request a new code, try again, cancel.
 *
 * The id is the idempotency key for ever: the same id with the same content returns the stored payin and sends nothing; with other content
 * it is an error, and nothing is sent either (the service itself has none; #60, #199).
 */
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { Breaker } from "./Breaker.ts"
import { CallbackAddress, Gateway, isCallbackBase } from "../ports/Gateway.ts"
import { type PayinContent, railOf } from "../model/Content.ts"
import { InvalidInput } from "../model/fields.ts"
import type { FollowOptions } from "./following.ts"
import { isOtp, type Otp, type PaymentKey } from "../model/Identifiers.ts"
import { type ContentConflict, type PayinInput, readPayin } from "./input.ts"
import type { Prepared } from "../ports/PaymentRow.ts"
import type { DecisionRefused } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { firstKind, nextAction } from "../machine/nextAction.ts"
import { WakeSignal } from "./WakeSignal.ts"
import type { Payin } from "../model/Payin.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { feesOn, later, Policy, type PolicyShape } from "../model/Policy.ts"
import { Confirmation, questionsOn } from "./Confirmation.ts"
import { Submission } from "./Submission.ts"
import { checkFurtherCall, NotNow, type NotNowReason, type FurtherCall } from "../machine/furtherCalls.ts"
import { dialThisCodeFirst, modeTraits, type NextStep } from "../model/ValidationMode.ts"
import {
  type CreateOptions,
  merchantStepsOn,
  type MerchantStepsOf,
  type PaymentView,
  type SentView,
} from "./merchantSteps.ts"

/** How a stored payin is sent. */
export interface SendPayinOptions {
  /** The code that a USSD OTP customer got by dialling first. */
  readonly otp?: Otp
}

/** How a payin is created. */
export interface CreatePayinOptions extends SendPayinOptions, CreateOptions {}

type Failure = StoreError | PaymentNotFound

/**
 * What a merchant does with payins.
 *
 * ```ts
 * const payins = yield* Payins
 * const method = { type: "direct", mode: "ussd_push", phone: "22670000001" } as const
 * const { payment } = yield* payins.create({ id: "order-17", amount: 500, method, description: "Two loaves" })
 * payment.state._tag // => "pending"
 * ```
 */
export class Payins extends Context.Service<
  Payins,
  {
    /**
     * What the customer must do before a payin of this mode is created, or null.
     *
     * ```ts
     * const dialled = { type: "direct", mode: "ussd_otp", phone: "22670000001" } as const
     * const step = yield* payins.beforeCreation({ ...payin, method: dialled })
     * step // => { _tag: "dial_this_code_first", amount: 500, fees: 0, total: 500 }
     * ```
     */
    beforeCreation(input: PayinInput): Effect.Effect<NextStep | null, InvalidInput>
    /**
     * Checks a payin without storing it, for a host that writes it in a transaction of its own. `send` sends it afterwards.
     *
     * ```ts
     * const prepared = yield* payins.prepare(payin)
     * prepared.row.state // => "intended"
     * yield* store.find(prepared.key) // => null
     * ```
     */
    prepare(input: PayinInput): Effect.Effect<Prepared, InvalidInput | StoreError>
    /**
     * Stores a payin and sends it. The worker sends what could not be sent now, unless only the caller has the customer's code.
     *
     * ```ts
     * const { next } = yield* payins.create(payin)
     * next // => { _tag: "confirm_on_phone", how: "enter_pin" }
     * const again = yield* payins.create(payin) // the same id and content: nothing is sent
     * again.payment.attempts.length // => 1
     * ```
     */
    create(
      input: PayinInput,
      options?: CreatePayinOptions,
    ): Effect.Effect<SentView<Payin>, InvalidInput | ContentConflict | StoreError>
    /**
     * Sends a stored payin that is unsent. One that was sent is returned unchanged, and nothing is sent.
     *
     * ```ts
     * const { payment } = yield* payins.create(payin, { sendLater: true })
     * const sent = yield* payins.send(payment.key)
     * const states = [payment.state._tag, sent.payment.state._tag] // => ["intended", "pending"]
     * ```
     */
    send(key: PaymentKey, options?: SendPayinOptions): Effect.Effect<SentView<Payin>, InvalidInput | Failure>
    /**
     * Submits the code that the customer received: the second request, or another code after a wrong one.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, mode: "sms_otp" } })
     * const { next } = yield* payins.submitOtp(payment.key, Redacted.make("123456"))
     * next // => { _tag: "wait_or_enter_code", from: "sms" }
     * ```
     */
    submitOtp(key: PaymentKey, otp: Otp): Effect.Effect<PaymentView<Payin>, InvalidInput | NotNow | Failure>
    /**
     * Requests another code for the customer. Fails with `NotNow` a moment after the last one, and after too many.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, mode: "sms_otp" } })
     * const refused = yield* Effect.flip(payins.sendOtpAgain(payment.key))
     * refused._tag === "NotNow" && refused.because // => "too_soon"
     * ```
     */
    sendOtpAgain(key: PaymentKey): Effect.Effect<PaymentView<Payin>, NotNow | Failure>
    /**
     * Makes a new attempt after one without an answer, because the customer asks for it.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000082" } }) // its answer is lost
     * yield* TestClock.adjust("2 minutes")
     * const tried = yield* payins.tryAgain(payment.key)
     * tried.payment.attempts.length // => 2
     * ```
     */
    tryAgain(key: PaymentKey, otp?: Otp): Effect.Effect<PaymentView<Payin>, InvalidInput | NotNow | Failure>
    /**
     * Cancels a payin that was not sent, or whose page no customer saw. Refused while a callback for it is unread.
     *
     * ```ts
     * const { payment } = yield* payins.create(payin, { sendLater: true })
     * const cancelled = yield* payins.cancel(payment.key, "The customer")
     * cancelled.payment.state._tag // => "cancelled"
     * ```
     */
    cancel(key: PaymentKey, by: string): Effect.Effect<PaymentView<Payin>, InvalidInput | DecisionRefused | Failure>
    /**
     * The payin as it is stored, and its customer's next step. It does not ask the service.
     *
     * ```ts
     * const { payment } = yield* payins.create(payin)
     * const { next } = yield* payins.get(payment.key)
     * next._tag // => "confirm_on_phone"
     * ```
     */
    get(key: PaymentKey): Effect.Effect<PaymentView<Payin>, StoreError | PaymentNotFound>
    /**
     * Waits until the payin is closed: nothing more is expected of it. It looks again when something is written, and
     * every `worker.sleep`.
     *
     * ```ts
     * const { payment } = yield* payins.create(payin, { sendLater: true })
     * const waiting = yield* Effect.forkChild(payins.waitFor(payment.key))
     * yield* payins.cancel(payment.key, "The customer")
     * yield* Effect.map(Fiber.join(waiting), ({ payment: closed }) => closed.state._tag) // => "cancelled"
     * ```
     */
    waitFor(key: PaymentKey, options?: FollowOptions): Effect.Effect<PaymentView<Payin>, StoreError | PaymentNotFound>
    /**
     * The payin now and after each change, until it is closed. A slow reader misses changes, and never the last.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
     * yield* review.recheck(payment.key)
     * const seen = yield* Stream.runCollect(payins.changes(payment.key))
     * seen.map(({ next }) => next._tag) // => ["nothing"]
     * ```
     */
    changes(key: PaymentKey, options?: FollowOptions): Stream.Stream<PaymentView<Payin>, StoreError | PaymentNotFound>
  }
>()("@cauri/core/Payins") {
  static readonly layer = Layer.effect(
    Payins,
    Effect.gen(function* () {
      const policy = yield* Policy
      const submission = yield* Submission
      const payins = merchantStepsOn(yield* PaymentStore, yield* WakeSignal, "Payin", policy)
      const readInput = inputFor(yield* CallbackAddress, policy)
      const sendNow = senderOf(submission, policy)
      const furtherCall = furtherCalls(
        payins,
        submission,
        yield* Confirmation,
        yield* Gateway,
        yield* Breaker,
        yield* WakeSignal,
        policy,
      )
      return Payins.of({
        beforeCreation: Effect.fn("Payins.beforeCreation")(function* (input: PayinInput) {
          const content = yield* readInput(input)
          if (!needsDialledCode(content)) return null
          const { project, amount } = content
          return dialThisCodeFirst(amount, feesOn(policy, project, railOf(content), amount))
        }),
        prepare: Effect.fn("Payins.prepare")(function* (input: PayinInput) {
          return yield* payins.prepare(yield* readInput(input), input)
        }),
        create: Effect.fn("Payins.create")(function* (input: PayinInput, options: CreatePayinOptions = {}) {
          const content = yield* readInput(input)
          const otp = yield* otpFor(content, options)
          if (otp !== null && options.sendLater === true) {
            const expected = "left out: only this call can send the code"
            return yield* new InvalidInput({ field: "sendLater", expected })
          }
          return yield* payins.create(content, input, options, (record) => sendNow(record, otp))
        }),
        send: Effect.fn("Payins.send")(function* (key: PaymentKey, options: SendPayinOptions = {}) {
          const record = yield* payins.find(key)
          const { content } = yield* payins.paymentOf(record)
          yield* checkOtp(options.otp)
          return yield* payins.send(record, () =>
            Effect.flatMap(otpFor(content, options), (otp) => sendNow(record, otp)),
          )
        }),
        submitOtp: Effect.fn("Payins.submitOtp")(function* (key: PaymentKey, otp: Otp) {
          yield* checkOtp(otp)
          return yield* furtherCall(key, "SubmitOtp", otp)
        }),
        sendOtpAgain: Effect.fn("Payins.sendOtpAgain")(function* (key: PaymentKey) {
          return yield* furtherCall(key, "SendOtpAgain", null)
        }),
        tryAgain: Effect.fn("Payins.tryAgain")(function* (key: PaymentKey, otp?: Otp) {
          yield* checkOtp(otp)
          return yield* furtherCall(key, "TryAgain", otp ?? null)
        }),
        cancel: Effect.fn("Payins.cancel")(payins.cancel),
        get: Effect.fn("Payins.get")(payins.get),
        waitFor: Effect.fn("Payins.waitFor")(payins.waitFor),
        changes: (key, options) => Stream.withSpan(payins.changes(key, options), "Payins.changes"),
      })
    }),
  )
}

/** Reads what a payin asks for. Fails where the service may not receive the callback address. */
const inputFor = (address: CallbackAddress["Service"], policy: PolicyShape) =>
  Effect.fnUntraced(function* (input: PayinInput) {
    const content = yield* Effect.fromResult(readPayin(input, policy))
    if (!isCallbackBase("payin", address.base)) {
      return yield* new InvalidInput({ field: "callbackBase", expected: "an absolute http or https address" })
    }
    return content
  })

/** Sends a payin, and repeats a hosted one that got no answer: no customer saw the lost page. */
const senderOf = (submission: Submission["Service"], policy: PolicyShape) =>
  Effect.fnUntraced(function* (first: PaymentRecord, otp: Otp | null) {
    let submitted = yield* submission.submit(first, { kind: firstKind(first.payment), otp })
    while (submitted.notNow === null && submitted.record.payment.state._tag === "in_doubt") {
      const action = nextAction(submitted.record, policy, yield* Clock.currentTimeMillis)
      if (action._tag !== "Submit") break
      submitted = yield* submission.submit(submitted.record, { kind: action.kind, otp: null })
    }
    return submitted
  })

/** Asks what became of a payin before a further call: no token may have paid, and one must still wait. */
const stillWaits = Effect.fnUntraced(function* (
  confirmation: Confirmation["Service"],
  gateway: Gateway["Service"],
  policy: PolicyShape,
  record: PaymentRecord,
) {
  const { key } = record.payment
  const refuse = (because: NotNowReason, retryAt: number | null = null) => new NotNow({ key, because, retryAt })
  if (questionsOn(gateway, record).length === 0) return record
  const round = yield* confirmation.confirmRecord(record)
  const now = yield* Clock.currentTimeMillis
  if (round === null) return yield* refuse("throttled", later(now, policy.calls.confirmPatience))
  if (!round.kept) return yield* refuse("changed_meanwhile")
  const statuses = round.replies.flatMap((reply) =>
    reply._tag === "LookedUp" ? [] : [reply._tag === "Observed" ? reply.observation.record.status : "failed"],
  )
  if (statuses.includes("completed")) return yield* refuse("already_paid")
  if (statuses.includes("failed")) return yield* refuse("cannot_ask", later(now, policy.confirms.spacing))
  if (statuses.length > 0 && !statuses.includes("pending")) return yield* refuse("already_failed")
  return round.record
})

/** Further calls on a payin that was sent (rows P9, P10, P11, P16). */
const furtherCalls = (
  payins: MerchantStepsOf<"Payin">,
  submission: Submission["Service"],
  confirmation: Confirmation["Service"],
  gateway: Gateway["Service"],
  breaker: Breaker["Service"],
  wakeSignal: WakeSignal["Service"],
  policy: PolicyShape,
) =>
  Effect.fnUntraced(function* (key: PaymentKey, wanted: FurtherCall, otp: Otp | null) {
    const now = yield* Clock.currentTimeMillis
    const may = (record: PaymentRecord) =>
      Effect.flatMap(payins.paymentOf(record), (payin) =>
        Effect.fromResult(checkFurtherCall(payin, record.notes, wanted, otp !== null, now, policy)),
      )
    const read = yield* payins.find(key)
    yield* may(read)
    if (yield* breaker.isOpen(now)) {
      return yield* new NotNow({ key, because: "breaker_open", retryAt: later(now, policy.calls.breaker.openFor) })
    }
    const record = yield* stillWaits(confirmation, gateway, policy, read)
    const { notNow, record: after } = yield* submission.submit(record, { kind: yield* may(record), otp })
    yield* wakeSignal.signal
    return notNow === null ? yield* payins.view(after) : yield* notNow
  })

const checkOtp = (otp: Otp | undefined) =>
  otp === undefined || isOtp(otp)
    ? Effect.void
    : Effect.fail(new InvalidInput({ field: "otp", expected: "1 to 32 printable characters without spaces" }))

const needsDialledCode = ({ method }: PayinContent): boolean =>
  method.type === "direct" && modeTraits[method.mode].otpFrom === "dialled_code"

/** The code that the first call of a payin carries, or null when its mode sends none with it. */
const otpFor = Effect.fnUntraced(function* (content: PayinContent, { otp }: SendPayinOptions) {
  yield* checkOtp(otp)
  if (!needsDialledCode(content)) return null
  if (otp === undefined) {
    return yield* new InvalidInput({ field: "otp", expected: "the code that the customer got by dialling first" })
  }
  return otp
})
