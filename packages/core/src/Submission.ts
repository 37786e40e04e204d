/**
 * Sends a payment: claim, one call, save what came of it. Used by the merchant's own call and by the reconciler alike.
 *
 * The row is durable, as `Submitting`, before the first byte leaves; the answer is durable before anybody hears of it; and nothing
 * here repeats a creation call, whatever happens (spec: rule on storing the token, #78; the missing idempotency key, #199).
 */
import { Clock, Context, Effect, Layer, Option, type Redacted, Result } from "effect"
import { answerEvents } from "./answers.ts"
import { keepInHand } from "./answersInHand.ts"
import { Breaker, wayOf } from "./Breaker.ts"
import { CallbackAddress } from "./CallbackAddress.ts"
import { guardsOf } from "./claimGuards.ts"
import { asAnswer, type CreationAnswer, noAnswer, notSent } from "./CreationAnswer.ts"
import { Credentials } from "./Credentials.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { DeskStore, holdsByItself } from "./DeskStore.ts"
import { PaymentEvent as Events } from "./Event.ts"
import { type CreationCall, Gateway } from "./Gateway.ts"
import type { Reason } from "./Reason.ts"
import { keyText, type PaymentKey } from "./Identifiers.ts"
import { advance, saved } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import { isUnspent, type PaymentRecord } from "./nextAction.ts"
import { closedAt, type Payment } from "./Payment.ts"
import { type PaymentNotFound, PaymentStore } from "./PaymentStore.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import { Policy } from "./Policy.ts"
import { savingOn } from "./saving.ts"
import { takeTurns } from "./turns.ts"
import type { AttemptKind } from "./ValidationMode.ts"

/** Why no creation call was made. `Held`: a person must look at the payout first. */
export type NotSentBecause = "OnHold" | "BreakerOpen" | "Throttled" | "ChangedMeanwhile" | "Held"

/** Whether a creation call was made. */
export interface Sending {
  /** Why none was made; null when one was, or when none was asked for. */
  readonly notSentBecause: NotSentBecause | null
  /** When it may be made; null: there is no such time, or only a person lets it go. */
  readonly retryAt: number | null
}

/** A call was made, or none was asked for. */
export const sent: Sending = { notSentBecause: null, retryAt: null }

/** What a submission came to. Whatever it says, the record is what the store holds now. */
export interface Submitted extends Sending {
  readonly record: PaymentRecord
}

/** What may not be sent now: it was sent before, or something has come for it that a worker reads first. */
export const notSendable = (record: PaymentRecord): Submitted => ({
  record,
  notSentBecause: record.payment.state._tag === "Intended" ? "ChangedMeanwhile" : null,
  retryAt: null,
})

/** One creation call to make. */
export interface SubmissionPlan {
  readonly kind: AttemptKind
  readonly otp: Redacted.Redacted | null
}

/** Sends payments. */
export class Submission extends Context.Service<
  Submission,
  {
    /** Claims the payment as it was read and makes one creation call. */
    submit(record: PaymentRecord, plan: SubmissionPlan): Effect.Effect<Submitted, StoreError | IllegalTransition>
    /** Saves an answer on its attempt, whatever happened to the payment meanwhile. */
    saveAnswer(
      key: PaymentKey,
      attempt: number,
      answer: CreationAnswer,
      lease: number | null,
    ): Effect.Effect<PaymentRecord, StoreError | IllegalTransition | PaymentNotFound>
    /** Waits for the answers in hand that the store failed to take at first, and tells whether there were any. */
    answersSaved(): Effect.Effect<boolean>
  }
>()("@cauri/core/Submission") {
  static readonly layer = Layer.effect(
    Submission,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const desk = yield* DeskStore
      const gateway = yield* Gateway
      const address = yield* CallbackAddress
      const credentials = yield* Credentials
      const denied = yield* DeniedCredentials
      const breaker = yield* Breaker
      const policy = yield* Policy
      const saveStep = savingOn(store, policy)
      const inHand = keepInHand()

      const saveAnswer = Effect.fn("Submission.saveAnswer")(function* (
        key: PaymentKey,
        attempt: number,
        answer: CreationAnswer,
        lease: number | null,
      ) {
        const stepOf = (record: PaymentRecord, now: number) => {
          const noted = record.notes.some((note) => note.attempt === attempt)
          const events = answerEvents(record.payment, attempt, answer, noted, policy)
          const closed = closedAt(record.payment) !== null
          const unsent = answer._tag === "NotSent" || answer._tag === "TurnedAway"
          const watch = {
            ...record.watch,
            ...(events.length === 0 ? {} : { confirms: 0, failures: 0, agreedAt: null }),
            ...(closed && events.length > 0 ? { listeningSince: now, slot: 0, slotTries: 0 } : {}),
            unsent: unsent ? record.watch.unsent + 1 : 0,
          }
          return advance(record, events, watch, now, policy)
        }
        return yield* saveStep(key, stepOf, lease)
      })

      /** The answer is in our hands: a store that fails for a while must not lose it. */
      const saveAnswerPatiently = Effect.fnUntraced(function* (
        key: PaymentKey,
        attempt: number,
        answer: CreationAnswer,
        lease: number,
      ) {
        const until = (yield* Clock.currentTimeMillis) + policy.answerPatience
        const save = saveAnswer(key, attempt, answer, lease)
        const first = yield* Effect.result(save)
        if (Result.isSuccess(first)) return first.success
        if (first.failure._tag !== "StoreError") return yield* first.failure
        const again = Effect.gen(function* () {
          for (;;) {
            yield* Effect.sleep(policy.answerRetryAfter)
            const result = yield* Effect.result(save)
            if (Result.isSuccess(result)) return result.success
            const now = yield* Clock.currentTimeMillis
            if (result.failure._tag !== "StoreError" || now >= until) return yield* result.failure
          }
        })
        return yield* inHand.during(again)
      })

      const call = (payment: Payment, kind: AttemptKind, details: Omit<CreationCall<Payment>, "payment">) => {
        if (payment._tag === "Payout") {
          const of = { ...details, payment }
          return payment.content.method._tag === "Wallet"
            ? gateway.createWalletPayout(of)
            : gateway.createMobileMoneyPayout(of)
        }
        const of = { ...details, payment }
        if (kind === "WalletOtpRequest") return gateway.sendWalletOtp(of)
        switch (payment.content.method._tag) {
          case "Hosted":
            return gateway.createHostedInvoice(of)
          case "Direct":
            return gateway.createDirectInvoice(of)
          case "Wallet":
            return gateway.submitWalletInvoice(of)
        }
      }

      /** What an answer means beyond its own payment. `generation`: that of the credentials which the call was made with. */
      const setHolds = Effect.fnUntraced(function* (payment: Payment, answer: CreationAnswer, generation: string) {
        if (answer._tag !== "TurnedAway" && answer._tag !== "Refused") return
        const scope = holdAfter(payment, answer.reason)
        if (scope === null) return
        if (answer.reason._tag === "AuthenticationFailed") {
          if (!(yield* denied.deny(payment.content.project, generation))) return
        } else {
          const since = yield* Clock.currentTimeMillis
          yield* desk.hold({ scope, reason: answer.reason._tag, by: holdsByItself, since, credentials: null })
        }
        yield* Effect.logError(`${scope} is on hold: ${answer.reason._tag}. Attempted by the ${keyText(payment.key)}.`)
      })

      /** Makes the call of a claimed payment and saves what came of it. */
      const send = Effect.fnUntraced(function* (
        record: PaymentRecord,
        attempt: number,
        plan: SubmissionPlan,
        lease: PaymentRecord["lease"],
        generation: string,
      ) {
        const { payment } = record
        const callbackUrl = yield* address.make({ key: payment.key, attempt })
        const details = { attempt, callbackUrl, otp: plan.otp, notAfter: lease.until }
        const before = yield* Clock.currentTimeMillis
        const answer =
          before >= lease.until
            ? notSent("LeaseOver")
            : yield* Effect.suspend(() => call(payment, plan.kind, details)).pipe(
                Effect.map((given) => asAnswer(given, plan.kind, plan.otp !== null)),
                // A gateway that breaks its promise not to fail leaves us not knowing.
                Effect.catchCause(() => Effect.succeed(noAnswer("Unreadable"))),
              )
        yield* breaker.record(yield* Clock.currentTimeMillis, wayOf(answer))
        const after = yield* saveAnswerPatiently(payment.key, attempt, answer, lease.number).pipe(
          Effect.catchTag("PaymentNotFound", (gone) => Effect.die(gone)),
        )
        yield* setHolds(payment, answer, generation)
        return after
      })

      const hold = Effect.fnUntraced(function* (record: PaymentRecord, because: "Twin" | "RefundTooHigh") {
        const now = yield* Clock.currentTimeMillis
        const events = [Events.cases.Held.make({ because })]
        const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
        const terms = { version: record.version, giveBack: null, now }
        const done = yield* store.save(step.change, step.watch, terms)
        return done === "Saved" ? saved(record, step) : record
      })

      /** What was claimed must end with a saved answer: from the claim on nobody may interrupt. */
      const claimAndSend = Effect.fnUntraced(function* (record: PaymentRecord, plan: SubmissionPlan) {
        // Read before the call: credentials that change while it is under way must lift the hold that it may cause (#192).
        const generation = yield* credentials.generation(record.payment.content.project)
        const now = yield* Clock.currentTimeMillis
        const attempt = record.payment.attempts.length + 1
        const events = [Events.cases.AttemptStarted.make({ attempt, kind: plan.kind, carriesOtp: plan.otp !== null })]
        const step = yield* Effect.fromResult(advance(record, events, record.watch, now, policy))
        // A note may say that an attempt was executed after all; a payout is not sent before it was read (row O9).
        const unlessNoted = record.payment._tag === "Payout" ? { unlessNotedAfter: record.newestNote } : {}
        const terms = { version: record.version, giveBack: null, now, ...unlessNoted }
        const guards = yield* guardsOf(store, record.payment, now, policy)
        const claimed = yield* store.claim(step.change, step.watch, terms, guards, now + policy.lease)
        switch (claimed._tag) {
          case "Stale":
            // Somebody else may have sent it: whoever asked sees what became of it, and not what was read before.
            return unchanged(
              Option.getOrElse(yield* store.find(record.payment.key), () => record),
              "ChangedMeanwhile",
            )
          case "OnHold":
            return unchanged(record, "OnHold")
          case "Twin":
          case "RefundTooHigh":
            return unchanged(yield* hold(record, claimed._tag), "Held")
          case "Claimed": {
            const mine = { ...saved(record, step), version: claimed.version, lease: claimed.lease }
            return { ...sent, record: yield* send(mine, attempt, plan, claimed.lease, generation) }
          }
        }
      }, Effect.uninterruptible)

      const submit = Effect.fn("Submission.submit")(function* (record: PaymentRecord, plan: SubmissionPlan) {
        if (record.payment._tag === "Payout" && !isUnspent(record.payment)) return unchanged(record, "ChangedMeanwhile")
        const now = yield* Clock.currentTimeMillis
        if (yield* breaker.isOpen(now)) return unchanged(record, "BreakerOpen", now + policy.breaker.openFor)
        const turn = yield* takeTurns(desk, "creations", policy.creationRate, 1, now + policy.creationPatience)
        if (!turn) return unchanged(record, "Throttled", now + policy.creationPatience)
        return yield* claimAndSend(record, plan)
      })

      const answersSaved = Effect.fn("Submission.answersSaved")(() => inHand.ended)

      return Submission.of({ submit, saveAnswer, answersSaved })
    }),
  )
}

/** No call was made. */
const unchanged = (
  record: PaymentRecord,
  notSentBecause: NotSentBecause,
  retryAt: number | null = null,
): Submitted => ({ record, notSentBecause, retryAt })

/** The scope that an answer puts on hold: the project, one kind of it, or one operator. */
const holdAfter = (payment: Payment, reason: Reason): string | null => {
  const { project, kind } = payment.content
  if (reason._tag === "AuthenticationFailed") return `project/${project}`
  if (["IpDenied", "PayinNotEnabled", "PayoutNotEnabled"].includes(reason._tag)) return `project/${project}/${kind}s`
  const operator = payment.content.kind === "payout" ? payment.content.operator : null
  return reason._tag === "BalanceTooLow" && operator !== null ? `operator/${project}/${operator}` : null
}
