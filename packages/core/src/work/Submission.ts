/**
 * Sends a payment: claim, one call, save what came of it. Used by the merchant's own call and by the reconciler alike.
 *
 * The row is durable, as `Submitting`, before the first byte leaves; the answer is durable before anybody hears of it; and nothing
 * here repeats a creation call, whatever happens (spec: rule on storing the token, #78; the missing idempotency key, #199).
 */
import { Clock, Context, Deferred, Effect, Layer, type Redacted, Result } from "effect"
import { asAnswer, type CreationAnswer, noAnswer, notSent } from "../model/CreationAnswer.ts"
import { keyText } from "../model/Identifiers.ts"
import type { Payment } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { Policy } from "../model/Policy.ts"
import type { Reason } from "../model/Reason.ts"
import type { AttemptKind } from "../model/ValidationMode.ts"
import { CallbackAddress } from "../ports/CallbackAddress.ts"
import { Credentials } from "../ports/Credentials.ts"
import { DeskStore, holdsByItself } from "../ports/DeskStore.ts"
import { type CreationCall, Gateway } from "../ports/Gateway.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Breaker, wayOf } from "./Breaker.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { writerOn } from "./Writer.ts"
import { takeTurns } from "./turns.ts"

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
    submit(record: PaymentRecord, plan: SubmissionPlan): Effect.Effect<Submitted, StoreError>
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
      const writer = writerOn(store, policy)
      const inHand = keepInHand()

      /** The answer is in our hands: a store that fails for a while must not lose it. */
      const saveAnswer = Effect.fnUntraced(function* (record: PaymentRecord, attempt: number, answer: CreationAnswer) {
        const until = (yield* Clock.currentTimeMillis) + policy.answerPatience
        const save = Effect.map(
          writer.apply(record, { _tag: "Answered", attempt, answer }, { giveBack: record.lease.number }),
          (applied) => applied.record,
        )
        const first = yield* Effect.result(save)
        if (Result.isSuccess(first)) return first.success
        const again = Effect.gen(function* () {
          for (;;) {
            yield* Effect.sleep(policy.answerRetryAfter)
            const result = yield* Effect.result(save)
            if (Result.isSuccess(result)) return result.success
            if ((yield* Clock.currentTimeMillis) >= until) return yield* result.failure
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
      const setHolds = Effect.fnUntraced(function* (
        payment: Payment,
        answer: CreationAnswer,
        generation: string | null,
      ) {
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
        plan: SubmissionPlan,
        generation: string | null,
      ) {
        const { lease, payment } = record
        const attempt = payment.attempts.length
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
        const after = yield* saveAnswer(record, attempt, answer)
        yield* setHolds(payment, answer, generation)
        return after
      })

      /** What was claimed must end with a saved answer: from the claim on nobody may interrupt. */
      const claimAndSend = Effect.fnUntraced(function* (record: PaymentRecord, { kind, otp }: SubmissionPlan) {
        // Read before the call: credentials that change while it is under way must lift the hold that it may cause (#192).
        const generation = yield* credentials.generation(record.payment.content.project)
        const asOf = record.payment.seq
        const claimed = yield* writer.apply(record, { _tag: "Started", kind, carriesOtp: otp !== null, asOf })
        switch (claimed._tag) {
          case "Refused":
            return unchanged(claimed.record, "ChangedMeanwhile")
          case "OnHold":
          case "Held":
            return unchanged(claimed.record, claimed._tag)
          case "Applied":
            return { ...sent, record: yield* send(claimed.record, { kind, otp }, generation) }
        }
      }, Effect.uninterruptible)

      const submit = Effect.fn("Submission.submit")(function* (record: PaymentRecord, plan: SubmissionPlan) {
        const now = yield* Clock.currentTimeMillis
        if (yield* breaker.isOpen(now)) return unchanged(record, "BreakerOpen", now + policy.breaker.openFor)
        const turn = yield* takeTurns(desk, "creations", policy.creationRate, 1, now + policy.creationPatience)
        if (!turn) return unchanged(record, "Throttled", now + policy.creationPatience)
        return yield* claimAndSend(record, plan)
      })

      const answersSaved = Effect.fn("Submission.answersSaved")(() => inHand.ended)

      return Submission.of({ submit, answersSaved })
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

const keepInHand = () => {
  const saving = new Set<Deferred.Deferred<void>>()
  const take = Effect.sync(() => {
    const saved = Deferred.makeUnsafe<void>()
    saving.add(saved)
    return saved
  })
  const letGo = (saved: Deferred.Deferred<void>) =>
    Effect.sync(() => {
      saving.delete(saved)
      Deferred.doneUnsafe(saved, Effect.void)
    })
  return {
    /** An answer is in hand while this goes on. */
    during: <A, E>(work: Effect.Effect<A, E>) => Effect.acquireUseRelease(take, () => work, letGo),
    /** Waits for those that are in hand now, and tells whether there were any. */
    ended: Effect.suspend(() => {
      const now = [...saving]
      return Effect.as(Effect.forEach(now, Deferred.await, { concurrency: "unbounded", discard: true }), now.length > 0)
    }),
  }
}
