/**
 * What a merchant does with payins: create one, submit the customer's code, have it sent again, try again, cancel.
 *
 * The id is the idempotency key for ever: the same id with the same content gives the stored payin back and sends nothing; with
 * other content it is an error, and nothing is sent either (the service itself has none; #60, #199).
 */
import { Clock, Context, Effect, Equal, Layer, Option } from "effect"
import { handlesOf } from "./Attempt.ts"
import { Breaker } from "./Breaker.ts"
import { CallbackAddress, isCallbackBase } from "./CallbackAddress.ts"
import { railOf } from "./Content.ts"
import { PaymentEvent as Events } from "./Event.ts"
import { isOtp, keyText, type Otp, type PaymentKey } from "./Identifiers.ts"
import { ContentConflict, InvalidInput, type PayinInput, readBy, readPayin } from "./input.ts"
import { advance, saved } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import { firstKind, nextAction, type PaymentRecord } from "./nextAction.ts"
import { Nudge } from "./Nudge.ts"
import { evolvePayin, nextStep, type Payin } from "./Payin.ts"
import { keepsChanging, PaymentStore, type StoreError } from "./PaymentStore.ts"
import { feesOn, Policy } from "./Policy.ts"
import { Settlement } from "./Settlement.ts"
import { PaymentNotFound, Submission, type Submitted } from "./Submission.ts"
import { mayTry, NotAllowed, type RefusedTry, type Try } from "./tries.ts"
import { dialThisCodeFirst, modeTraits, type NextStep } from "./ValidationMode.ts"
import { newWatch } from "./Watch.ts"

/** A payin with what its customer must do next. */
export interface PayinView {
  readonly payin: Payin
  readonly next: NextStep
}

/** How a payin is created. */
export interface CreatePayinOptions {
  /** The code that a USSD OTP customer got by dialling first. */
  readonly otp?: Otp
  /** Only store it; the reconciler sends it. */
  readonly sendLater?: boolean
}

type Failure = StoreError | IllegalTransition | PaymentNotFound

/** What a merchant does with payins. */
export class Payins extends Context.Service<
  Payins,
  {
    /** What the customer must do before a payin of this mode is created, or null. */
    beforeCreation(input: PayinInput): Effect.Effect<NextStep | null, InvalidInput>
    create(
      input: PayinInput,
      options?: CreatePayinOptions,
    ): Effect.Effect<PayinView, InvalidInput | ContentConflict | StoreError | IllegalTransition>
    /** Submits the code that the customer received: the second request, or another code after a wrong one. */
    submitOtp(key: PaymentKey, otp: Otp): Effect.Effect<PayinView, InvalidInput | NotAllowed | Failure>
    sendOtpAgain(key: PaymentKey): Effect.Effect<PayinView, NotAllowed | Failure>
    /** Makes a new attempt after one without an answer, because the customer asks for it. */
    tryAgain(key: PaymentKey, otp?: Otp): Effect.Effect<PayinView, InvalidInput | NotAllowed | Failure>
    /** Cancels a payin that was not sent. */
    cancel(key: PaymentKey, by: string): Effect.Effect<PayinView, InvalidInput | Failure>
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

      const find = Effect.fnUntraced(function* (key: PaymentKey) {
        const found = yield* store.find(key)
        if (Option.isNone(found) || key.kind !== "payin") return yield* new PaymentNotFound({ key })
        return found.value
      })

      const readInput = Effect.fnUntraced(function* (input: PayinInput) {
        const content = yield* Effect.fromResult(readPayin(input, policy))
        if (!isCallbackBase("payin", address.base)) {
          return yield* new InvalidInput({ field: "callbackBase", expected: "an absolute http or https address" })
        }
        return content
      })

      /** Sends, and sends a hosted payin again that got no answer: nobody was shown the lost page. */
      const send = Effect.fnUntraced(function* (first: PaymentRecord, otp: Otp | null) {
        let { record, notSentBecause }: Submitted = yield* submission.submit(first, {
          kind: firstKind(first.payment),
          otp,
        })
        while (notSentBecause === null && record.payment.state._tag === "InDoubt") {
          const action = nextAction(record, policy, yield* Clock.currentTimeMillis)
          if (action._tag !== "Submit") break
          ;({ record, notSentBecause } = yield* submission.submit(record, { kind: action.kind, otp: null }))
        }
        yield* nudge.wake
        return record
      })

      const create = Effect.fn("Payins.create")(function* (input: PayinInput, options: CreatePayinOptions = {}) {
        const content = yield* readInput(input)
        yield* checkOtp(options.otp)
        const needsCode = content.method._tag === "Direct" && modeTraits[content.method.mode].otpFrom === "DialledCode"
        const otp = needsCode ? options.otp : null
        if (otp === undefined) {
          return yield* new InvalidInput({ field: "otp", expected: "the code that the customer got by dialling first" })
        }
        if (needsCode && options.sendLater === true) {
          return yield* new InvalidInput({ field: "sendLater", expected: "left out: only this call can send the code" })
        }
        const at = yield* Clock.currentTimeMillis
        const intent = { seq: 1, at, event: Events.cases.Intended.make({ content }) }
        const payin = yield* Effect.fromResult(evolvePayin(null, intent))
        const watch = newWatch(payin, policy)
        const inserted = yield* store.insert({ payment: payin, entries: [intent] }, watch)
        if (inserted._tag === "AlreadyThere") {
          return Equal.equals(inserted.found.payment.content, payin.content)
            ? yield* view(inserted.found)
            : yield* new ContentConflict({ key: payin.key })
        }
        const record = { payment: payin, watch, version: 1, lease: { number: 0, until: 0 }, notes: [], newestNote: 0 }
        if (options.sendLater === true) {
          yield* nudge.wake
          return yield* view(record)
        }
        return yield* view(yield* send(record, otp))
      })

      /** A further call: every handle is confirmed afresh first, and it is made only while none has paid and one still waits. */
      const furtherCall = Effect.fnUntraced(function* (key: PaymentKey, wanted: Try, otp: Otp | null) {
        const refuse = (because: RefusedTry) => new NotAllowed({ key, because, retryAt: null })
        const read = yield* find(key)
        const now = yield* Clock.currentTimeMillis
        yield* Effect.fromResult(mayTry(yield* payinOf(read), wanted, otp !== null, now, policy))
        if (yield* breaker.isOpen(now)) return yield* refuse("BreakerOpen")
        let record = read
        if (handlesOf(read.payment.attempts).length > 0) {
          const round = yield* settlement.round(read, now + policy.lease, null)
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
        const submitted = yield* submission.submit(record, { kind, otp })
        yield* nudge.wake
        return submitted.notSentBecause === null
          ? yield* view(submitted.record)
          : yield* refuse(refusedBecause[submitted.notSentBecause])
      })

      return Payins.of({
        beforeCreation: Effect.fn("Payins.beforeCreation")(function* (input: PayinInput) {
          const content = yield* readInput(input)
          const { method, project, amount } = content
          if (method._tag !== "Direct" || modeTraits[method.mode].otpFrom !== "DialledCode") return null
          return dialThisCodeFirst(amount, feesOn(policy, project, railOf(content), amount))
        }),
        create,
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
          yield* Effect.fromResult(readBy(by))
          for (let tries = 0; tries < policy.maxSaveTries; tries++) {
            const record = yield* find(key)
            const now = yield* Clock.currentTimeMillis
            const events = [Events.cases.Cancelled.make({ because: "Asked", by })]
            const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
            const terms = { version: record.version, giveBack: null, now }
            if ((yield* store.save(step.change, step.watch, terms)) === "Saved") return yield* view(saved(record, step))
          }
          return yield* keepsChanging()
        }),
        get: Effect.fn("Payins.get")(function* (key: PaymentKey) {
          return yield* view(yield* find(key))
        }),
      })
    }),
  )
}

/** What a call that was not made means to the one who wanted it. */
const refusedBecause: Readonly<Record<NonNullable<Submitted["notSentBecause"]>, RefusedTry>> = {
  OnHold: "OnHold",
  BreakerOpen: "BreakerOpen",
  Throttled: "BreakerOpen",
  ChangedMeanwhile: "ChangedMeanwhile",
  Held: "ChangedMeanwhile",
}

const payinOf = ({ payment }: PaymentRecord): Effect.Effect<Payin> =>
  payment._tag === "Payin"
    ? Effect.succeed(payment)
    : Effect.die(new Error(`The store gave the ${keyText(payment.key)} where a payin was asked for.`))

const view = (record: PaymentRecord): Effect.Effect<PayinView> =>
  Effect.map(payinOf(record), (payin) => ({ payin, next: nextStep(payin) }))

const checkOtp = (otp: Otp | undefined) =>
  otp === undefined || isOtp(otp)
    ? Effect.void
    : Effect.fail(new InvalidInput({ field: "otp", expected: "1 to 32 printable characters without spaces" }))
