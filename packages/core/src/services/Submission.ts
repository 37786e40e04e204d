/**
 * Sends a payment: claim, one call, save the answer. The merchant's own call and the worker use it alike.
 *
 * The row is durable, as `submitting`, before the first byte leaves; the answer is durable before a caller or consumer learns of it; and
 * nothing here repeats a creation call, whatever happens (spec: rule on storing the token, #78; the missing idempotency key, #199).
 */
import { Clock, Context, Deferred, Effect, Fiber, Layer, Option, type Redacted, Result } from "effect"
import { asAnswer, type CreationAnswer, noAnswer, notSent } from "../model/CreationAnswer.ts"
import { keyText } from "../model/Identifiers.ts"
import type { Payment } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { later, Policy, type PolicyShape } from "../model/Policy.ts"
import type { CallFailure } from "../model/CallFailure.ts"
import type { AttemptKind } from "../model/ValidationMode.ts"
import { SharedState, type PauseScope, pausedByCauri, StoreMark } from "../ports/SharedState.ts"
import { CallbackAddress, Credentials, Gateway } from "../ports/Gateway.ts"
import { Documents } from "../ports/Documents.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { NotNow, type NotNowReason } from "../machine/furtherCalls.ts"
import { Breaker, connectionResultOf } from "./Breaker.ts"
import { takeRateTokens } from "./rateTokens.ts"
import { DeniedCredentials, pauseNotice } from "./DeniedCredentials.ts"
import { describeCause } from "./describeError.ts"
import { paidInGapBy } from "./statementGaps.ts"
import { type Writer, writerOn } from "./Writer.ts"

/** What became of a submission; the record is always what the store holds now. */
export interface Submitted {
  readonly record: PaymentRecord
  /** Why no call was made; null when one was made, or when none was asked for. */
  readonly notNow: NotNow | null
}

const unsent = (record: PaymentRecord, because: NotNowReason, retryAt: number | null = null): Submitted => ({
  record,
  notNow: new NotNow({ key: record.payment.key, because, retryAt }),
})

/** The result for a payment that may not be sent now: it was sent before, or a worker must first read something that came for it. */
export const notSendable = (record: PaymentRecord): Submitted =>
  record.payment.state._tag === "intended" ? unsent(record, "changed_meanwhile") : { record, notNow: null }

/** The result for a payment that was held when it was created. */
export const heldBack = (record: PaymentRecord): Submitted => unsent(record, "held")

/** One creation call to make. */
export interface SubmissionPlan {
  readonly kind: AttemptKind
  readonly otp: Redacted.Redacted | null
}

export class Submission extends Context.Service<
  Submission,
  {
    /** Claims the payment as it was read and makes one creation call. */
    submit(record: PaymentRecord, plan: SubmissionPlan): Effect.Effect<Submitted, StoreError>
    /** Waits for the pending answers that the store failed to save at first, and returns whether there were any. */
    answersSaved(): Effect.Effect<boolean>
  }
>()("@cauri/core/Submission") {
  static readonly layer = Layer.effect(
    Submission,
    Effect.gen(function* () {
      const shared = yield* SharedState
      const credentials = yield* Credentials
      const breaker = yield* Breaker
      const policy = yield* Policy
      const store = yield* PaymentStore
      const writer = writerOn(store, policy)
      const inHand = keepInHand()
      const mark = yield* StoreMark
      const documents = yield* Effect.serviceOption(Documents)
      const paidInGap = Option.isSome(documents) ? paidInGapBy(documents.value, store) : () => Effect.succeed(false)
      const gateway = yield* Gateway
      const call = callerOf(gateway, yield* CallbackAddress, store.now, mark.advance)
      const saveAnswer = answerSaver(writer, inHand, policy, gateway)
      const setPause = pauseSetter(shared, yield* DeniedCredentials, policy)

      /** A claim must end with a saved answer, so nothing may interrupt after it. */
      const claimAndSend = Effect.fnUntraced(function* (record: PaymentRecord, { kind, otp }: SubmissionPlan) {
        // Read before the call: credentials that change during it must resume the pause that it may cause (#192).
        const generation = yield* credentials.generation(record.payment.content.project)
        const { payment: asked } = record
        // The store knows no twin of what it has forgotten.
        if (asked._tag === "Payout" && !asked.mayHaveTwins && (yield* paidInGap(asked))) {
          const stopped = yield* writer.apply(record, { _tag: "Stopped", because: "twin" })
          return unsent(stopped.record, stopped.record.payment.state._tag === "held" ? "held" : "changed_meanwhile")
        }
        const asOf = record.payment.seq
        const claimed = yield* writer.apply(record, { _tag: "Started", kind, carriesOtp: otp !== null, asOf })
        if (claimed._tag === "Refused") {
          const { because } = claimed
          return unsent(claimed.record, because === "callback_without_token" ? because : "changed_meanwhile")
        }
        if (claimed._tag === "NotNow") return unsent(claimed.record, claimed.because)
        const { lease, payment } = claimed.record
        const keep = (answer: CreationAnswer) =>
          Effect.tap(saveAnswer(claimed.record, answer), setPause(payment, answer, generation))
        const calling = yield* Effect.forkDetach(call(claimed.record, { kind, otp }), { startImmediately: true })
        const left = lease.until - 1 - (yield* Clock.currentTimeMillis)
        const inTime = yield* Effect.timeoutOption(Fiber.join(calling), left)
        const answer = Option.getOrElse(inTime, () => noAnswer("timed_out"))
        yield* breaker.record(yield* Clock.currentTimeMillis, connectionResultOf(answer))
        const keepLate = (late: CreationAnswer) =>
          Effect.catchCause(inHand.during(keep(late)), (cause) =>
            Effect.logError(
              `The late answer of a call of the ${keyText(payment.key)} could not be saved. ${describeCause(cause)} Ask the service's support what became of it before you decide.`,
            ),
          )
        // No caller waits for a gateway beyond the lease. A later answer is still saved.
        if (Option.isNone(inTime)) yield* Effect.forkDetach(Effect.flatMap(Fiber.join(calling), keepLate))
        return { record: yield* keep(answer), notNow: null }
      }, Effect.uninterruptible)

      const submit = Effect.fn("Submission.submit")(function* (record: PaymentRecord, plan: SubmissionPlan) {
        const now = yield* Clock.currentTimeMillis
        if (!(yield* mark.ready)) return unsent(record, "no_mark")
        const { breaker: limits, creationPatience, creationRate } = policy.calls
        if (yield* breaker.isOpen(now)) return unsent(record, "breaker_open", later(now, limits.openFor))
        const until = later(now, creationPatience)
        if (!(yield* takeRateTokens(shared, "creations", creationRate, 1, until)))
          return unsent(record, "throttled", until)
        return yield* claimAndSend(record, plan)
      })

      return Submission.of({ submit, answersSaved: Effect.fn("Submission.answersSaved")(() => inHand.ended) })
    }),
  )
}

/** Makes the call of a payment that was just claimed. */
const callerOf = (
  gateway: Gateway["Service"],
  address: CallbackAddress["Service"],
  time: PaymentStore["Service"]["now"],
  advanceMark: Effect.Effect<boolean>,
) =>
  Effect.fnUntraced(function* ({ lease, payment }: PaymentRecord, { kind, otp }: SubmissionPlan) {
    const attempt = payment.attempts.length
    const callbackUrl = yield* address.make({ key: payment.key, attempt })
    const details = { attempt, callbackUrl, otp, notAfter: lease.until }
    // An older state of the store must be known as one before money can leave.
    if (payment._tag === "Payout" && !(yield* advanceMark)) return notSent("no_mark")
    if ((yield* Effect.orElseSucceed(time, () => lease.until)) >= lease.until) return notSent("lease_over")
    return yield* Effect.suspend(() =>
      kind === "pay" || payment._tag === "Payout"
        ? gateway.create({ ...details, payment })
        : gateway.requestCode({ ...details, payment }),
    ).pipe(
      Effect.map((given) => asAnswer(given, kind, otp !== null)),
      // When a gateway breaks its promise not to fail, the outcome is unknown.
      Effect.catchCause(() => Effect.succeed(noAnswer("unreadable"))),
    )
  })

/** Saves a pending answer: a store that fails for a while must not lose it. */
const answerSaver = (writer: Writer, inHand: InHand, policy: PolicyShape, gateway: Gateway["Service"]) =>
  Effect.fnUntraced(function* (record: PaymentRecord, answer: CreationAnswer) {
    const until = later(yield* Clock.currentTimeMillis, policy.store.answerPatience)
    const { length: attempt } = record.payment.attempts
    const answered = { _tag: "Answered", attempt, answer, looksUp: gateway.lookUp !== undefined } as const
    const save = Effect.map(
      writer.apply(record, answered, { giveBack: record.lease.number }),
      (applied) => applied.record,
    )
    const first = yield* Effect.result(save)
    if (Result.isSuccess(first)) return first.success
    const again = Effect.gen(function* () {
      for (;;) {
        yield* Effect.sleep(policy.store.answerRetryAfter)
        const result = yield* Effect.result(save)
        if (Result.isSuccess(result)) return result.success
        if ((yield* Clock.currentTimeMillis) >= until) return yield* result.failure
      }
    })
    return yield* inHand.during(again)
  })

/** Sets the pause that an answer calls for. `generation`: that of the credentials of the call. */
const pauseSetter = (shared: SharedState["Service"], denied: DeniedCredentials["Service"], policy: PolicyShape) =>
  Effect.fnUntraced(function* (payment: Payment, answer: CreationAnswer, generation: string | null) {
    if (answer._tag !== "turned_away") return
    const scope = scopeToPause(payment, answer.reason)
    const { _tag } = answer.reason
    const since = yield* Clock.currentTimeMillis
    const pause =
      _tag === "authentication_failed"
        ? yield* denied.deny(payment.content.project, generation)
        : yield* shared.pause({ scope, reason: _tag, by: pausedByCauri, since, credentials: null })
    if (pause === null) return
    yield* Effect.logError(pauseNotice(pause, _tag, `the ${keyText(payment.key)}`, policy))
  })

/** The scope that an answer pauses: the project, one operator where it was declared, or one kind of the project's payments. */
const scopeToPause = ({ content }: Payment, { _tag }: CallFailure): PauseScope => {
  const { project, kind } = content
  if (_tag === "authentication_failed") return `project/${project}`
  const operator = _tag === "balance_too_low" && kind === "payout" ? content.operator : null
  return operator === null ? `project/${project}/${kind}s` : `operator/${project}/${operator}`
}

type InHand = ReturnType<typeof keepInHand>
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
    /** An answer is pending while `work` runs. */
    during: <A, E>(work: Effect.Effect<A, E>) => Effect.acquireUseRelease(take, () => work, letGo),
    /** Waits for the answers that are pending now, and returns whether there were any. */
    ended: Effect.suspend(() => {
      const now = [...saving]
      return Effect.as(Effect.forEach(now, Deferred.await, { concurrency: "unbounded", discard: true }), now.length > 0)
    }),
  }
}
