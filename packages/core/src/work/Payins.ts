/**
 * What a merchant does with payins: create one, submit the customer's code, have it sent again, try again, cancel.
 *
 * The id is the idempotency key for ever: the same id with the same content gives the stored payin back and sends nothing; with
 * other content it is an error, and nothing is sent either (the service itself has none; #60, #199).
 */
import { Clock, Context, Effect, Layer } from "effect"
import { handlesOf } from "../model/Attempt.ts"
import { Breaker } from "./Breaker.ts"
import { CallbackAddress, isCallbackBase } from "../ports/Gateway.ts"
import { type PayinContent, railOf } from "../model/Content.ts"
import { InvalidInput } from "../model/fields.ts"
import { isOtp, keyText, type Otp, type PaymentKey } from "../model/Identifiers.ts"
import { type ContentConflict, type PayinInput, readPayin } from "./input.ts"
import type { Prepared } from "../ports/PaymentRow.ts"
import type { DecisionRefused } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { firstKind, maySend, nextAction } from "../machine/nextAction.ts"
import { Nudge } from "./lanes.ts"
import type { Payin } from "../model/Payin.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { feesOn, later, Policy, type PolicyShape } from "../model/Policy.ts"
import { Settlement } from "./Settlement.ts"
import { notSendable, type NotSentBecause, type Sending, sent, Submission, type Submitted } from "./Submission.ts"
import { mayTry, nextStep, NotAllowed, type RefusedTry, type Try } from "../machine/tries.ts"
import { dialThisCodeFirst, modeTraits, type NextStep } from "../model/ValidationMode.ts"
import { intentsOn, preparedOf } from "./intending.ts"

/** A payin with what its customer must do next. */
export interface PayinView {
  readonly payin: Payin
  readonly next: NextStep
}

/** A payin that was to be sent, and why it was not where it was not. */
export interface SentPayin extends PayinView, Sending {}

/** How a stored payin is sent. */
export interface SendPayinOptions {
  /** The code that a USSD OTP customer got by dialling first. */
  readonly otp?: Otp
}

/** How a payin is created. */
export interface CreatePayinOptions extends SendPayinOptions {
  /** Only store it; the reconciler sends it. */
  readonly sendLater?: boolean
}

type Failure = StoreError | PaymentNotFound

/** What a merchant does with payins. */
export class Payins extends Context.Service<
  Payins,
  {
    /** What the customer must do before a payin of this mode is created, or null. */
    beforeCreation(input: PayinInput): Effect.Effect<NextStep | null, InvalidInput>
    /** Checks a payin without storing it, for a host that writes it in a transaction of its own. `send` sends it afterwards. */
    prepare(input: PayinInput): Effect.Effect<Prepared, InvalidInput>
    /** Stores a payin and sends it. What could not be sent is sent by the reconciler, unless only the caller has the customer's code. */
    create(
      input: PayinInput,
      options?: CreatePayinOptions,
    ): Effect.Effect<SentPayin, InvalidInput | ContentConflict | StoreError>
    /** Sends a stored payin that was not sent yet. One that was is given back as it is, and nothing is sent. */
    send(key: PaymentKey, options?: SendPayinOptions): Effect.Effect<SentPayin, InvalidInput | Failure>
    /** Submits the code that the customer received: the second request, or another code after a wrong one. */
    submitOtp(key: PaymentKey, otp: Otp): Effect.Effect<PayinView, InvalidInput | NotAllowed | Failure>
    sendOtpAgain(key: PaymentKey): Effect.Effect<PayinView, NotAllowed | Failure>
    /** Makes a new attempt after one without an answer, because the customer asks for it. */
    tryAgain(key: PaymentKey, otp?: Otp): Effect.Effect<PayinView, InvalidInput | NotAllowed | Failure>
    /** Cancels a payin that was not sent. Refused while a callback that came for it was not read. */
    cancel(key: PaymentKey, by: string): Effect.Effect<PayinView, InvalidInput | DecisionRefused | Failure>
    get(key: PaymentKey): Effect.Effect<PayinView, StoreError | PaymentNotFound>
  }
>()("@cauri/core/Payins") {
  static readonly layer = Layer.effect(
    Payins,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const submission = yield* Submission
      const settlement = yield* Settlement
      const address = yield* CallbackAddress
      const breaker = yield* Breaker
      const nudge = yield* Nudge
      const policy = yield* Policy
      const view = viewUnder(policy)
      const sentView = ({ record, notSentBecause, retryAt }: Submitted) =>
        Effect.map(view(record), (seen): SentPayin => ({ ...seen, notSentBecause, retryAt }))

      const { begin, find, create: insert, cancel } = intentsOn(store, nudge, "payin", policy)

      const readInput = Effect.fnUntraced(function* (input: PayinInput) {
        const content = yield* Effect.fromResult(readPayin(input, policy))
        if (!isCallbackBase("payin", address.base)) {
          return yield* new InvalidInput({ field: "callbackBase", expected: "an absolute http or https address" })
        }
        return content
      })

      /** Sends, and sends a hosted payin again that got no answer: nobody was shown the lost page. */
      const sendNow = Effect.fnUntraced(function* (first: PaymentRecord, otp: Otp | null) {
        let submitted = yield* submission.submit(first, { kind: firstKind(first.payment), otp })
        while (submitted.notSentBecause === null && submitted.record.payment.state._tag === "InDoubt") {
          const action = nextAction(submitted.record, policy, yield* Clock.currentTimeMillis)
          if (action._tag !== "Submit") break
          submitted = yield* submission.submit(submitted.record, { kind: action.kind, otp: null })
        }
        yield* nudge.wake
        return yield* sentView(submitted)
      })

      const create = Effect.fn("Payins.create")(function* (input: PayinInput, options: CreatePayinOptions = {}) {
        const content = yield* readInput(input)
        const otp = yield* otpFor(content, options)
        if (otp !== null && options.sendLater === true) {
          return yield* new InvalidInput({ field: "sendLater", expected: "left out: only this call can send the code" })
        }
        const { record, isNew } = yield* insert(content)
        if (isNew && options.sendLater !== true) return yield* sendNow(record, otp)
        if (isNew) yield* nudge.wake
        return yield* sentView({ ...sent, record })
      })

      const send = Effect.fn("Payins.send")(function* (key: PaymentKey, options: SendPayinOptions = {}) {
        const record = yield* find(key)
        const payin = yield* payinOf(record)
        yield* checkOtp(options.otp)
        if (!maySend(record, policy, yield* Clock.currentTimeMillis)) return yield* sentView(notSendable(record))
        return yield* sendNow(record, yield* otpFor(payin.content, options))
      })

      /** A further call: every handle is confirmed afresh first, and it is made only while none has paid and one still waits. */
      const furtherCall = Effect.fnUntraced(function* (key: PaymentKey, wanted: Try, otp: Otp | null) {
        const refuse = (because: RefusedTry, retryAt: number | null = null) => new NotAllowed({ key, because, retryAt })
        const read = yield* find(key)
        const now = yield* Clock.currentTimeMillis
        yield* Effect.fromResult(mayTry(yield* payinOf(read), wanted, otp !== null, now, policy))
        if (yield* breaker.isOpen(now)) return yield* refuse("BreakerOpen", later(now, policy.calls.breaker.openFor))
        let record = read
        if (handlesOf(read.payment.attempts).length > 0) {
          const round = yield* settlement.ask(read)
          if (round === null) return yield* refuse("CannotAsk")
          if (!round.kept) return yield* refuse("ChangedMeanwhile")
          record = round.record
          const statuses = round.replies.map((reply) =>
            reply._tag === "Observed" ? reply.observation.record.status : "failed",
          )
          if (statuses.includes("completed")) return yield* refuse("AlreadyPaid")
          if (statuses.includes("failed")) return yield* refuse("CannotAsk")
          if (!statuses.includes("pending")) return yield* refuse("AlreadyFailed")
        }
        const kind = yield* Effect.fromResult(mayTry(yield* payinOf(record), wanted, otp !== null, now, policy))
        const { notSentBecause, record: after, retryAt } = yield* submission.submit(record, { kind, otp })
        yield* nudge.wake
        if (notSentBecause === null) return yield* view(after)
        return yield* refuse(refusedBecause[notSentBecause], retryAt)
      })

      return Payins.of({
        beforeCreation: Effect.fn("Payins.beforeCreation")(function* (input: PayinInput) {
          const content = yield* readInput(input)
          const { method, project, amount } = content
          if (method._tag !== "Direct" || modeTraits[method.mode].otpFrom !== "DialledCode") return null
          return dialThisCodeFirst(amount, feesOn(policy, project, railOf(content), amount))
        }),
        prepare: Effect.fn("Payins.prepare")(function* (input: PayinInput) {
          return preparedOf(yield* begin(yield* readInput(input)))
        }),
        create,
        send,
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
        cancel: Effect.fn("Payins.cancel")(function* (key: PaymentKey, by: string) {
          return yield* view(yield* cancel(key, by))
        }),
        get: Effect.fn("Payins.get")(function* (key: PaymentKey) {
          return yield* view(yield* find(key))
        }),
      })
    }),
  )
}

const payinOf = ({ payment }: PaymentRecord): Effect.Effect<Payin> =>
  payment._tag === "Payin"
    ? Effect.succeed(payment)
    : Effect.die(new Error(`The store gave the ${keyText(payment.key)} where a payin was asked for.`))

const viewUnder =
  (policy: PolicyShape) =>
  (record: PaymentRecord): Effect.Effect<PayinView> =>
    Effect.map(payinOf(record), (payin) => ({ payin, next: nextStep(payin, policy) }))

const checkOtp = (otp: Otp | undefined) =>
  otp === undefined || isOtp(otp)
    ? Effect.void
    : Effect.fail(new InvalidInput({ field: "otp", expected: "1 to 32 printable characters without spaces" }))

/** The code that the first call of a payin carries, or null when its mode sends none with it. */
const otpFor = Effect.fnUntraced(function* (content: PayinContent, { otp }: SendPayinOptions) {
  yield* checkOtp(otp)
  if (content.method._tag !== "Direct" || modeTraits[content.method.mode].otpFrom !== "DialledCode") return null
  if (otp === undefined) {
    return yield* new InvalidInput({ field: "otp", expected: "the code that the customer got by dialling first" })
  }
  return otp
})

/** Why a further call was not made. Only payouts are held. */
const refusedBecause: Readonly<Record<NotSentBecause, RefusedTry>> = {
  OnHold: "OnHold",
  BreakerOpen: "BreakerOpen",
  Throttled: "Throttled",
  ChangedMeanwhile: "ChangedMeanwhile",
  Held: "ChangedMeanwhile",
}
