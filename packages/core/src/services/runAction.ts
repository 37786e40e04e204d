/**
 * Does what `nextAction` says with a payment that is leased to the caller.
 */
import { Clock, Effect, Semaphore } from "effect"
import { Credentials, Gateway } from "../ports/Gateway.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { SharedState } from "../ports/SharedState.ts"
import { keyText } from "../model/Identifiers.ts"
import { isDue, type PaymentRecord } from "../model/PaymentRecord.ts"
import { type Stimulus, workerLost } from "../model/stimulus.ts"
import { nextCallbackConfirmAt, nextAction } from "../machine/nextAction.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { later, Policy } from "../model/Policy.ts"
import type { AttemptKind } from "../model/ValidationMode.ts"
import { Confirmation, longestRound, questionsOn } from "./Confirmation.ts"
import { Submission } from "./Submission.ts"
import { makeReservedTokens, reservationTime, takeRateTokensLast } from "./rateTokens.ts"
import { writerOn } from "./Writer.ts"

/** How long a payment waits that may not be sent or confirmed now: no merchant sets it, because no signal ends the obstacle. */
const blockedWait = 30_000

export const makeNextActionRunner = Effect.gen(function* () {
  const shared = yield* SharedState
  const submission = yield* Submission
  const confirmation = yield* Confirmation
  const credentials = yield* Credentials
  const gateway = yield* Gateway
  const denied = yield* DeniedCredentials
  const policy = yield* Policy
  const writer = writerOn(yield* PaymentStore, policy)
  const keptOf = makeReservedTokens(reservationTime(policy))
  const oneAtATime = yield* Semaphore.make(1)

  /** Applies a stimulus and gives the payment back. */
  const end = (record: PaymentRecord, stimulus: Stimulus) =>
    writer.apply(record, stimulus, { giveBack: record.lease.number })

  /** Postpones a payment, having read its callbacks. */
  const postpone = (record: PaymentRecord, until: number | null) =>
    end(record, { _tag: "Postponed", until, version: record.version })

  /** Takes the rate tokens of a confirm; a callback's confirm that would have to wait lets the others go first. */
  const turn = Effect.fnUntraced(function* (record: PaymentRecord) {
    const questions = questionsOn(gateway, record).length
    const started = yield* Clock.currentTimeMillis
    const until = record.lease.until - longestRound(questions, policy)
    // First come, first served: the payment that waits longest must not fall behind those taken later.
    if (isDue(record.tracking, started)) return yield* oneAtATime.withPermits(1)(confirmation.reserve(record, until))
    const rate = policy.calls.callbackConfirmRate
    const kept = keptOf(keyText(record.payment.key))
    if (!(yield* takeRateTokensLast(shared, "callback confirms", rate, questions, until, kept))) return false
    const found = yield* confirmation.reserve(record, until)
    if (!found && rate !== null) kept.putBack(questions, yield* Clock.currentTimeMillis)
    return found
  })

  const confirm = Effect.fnUntraced(function* (record: PaymentRecord) {
    const now = yield* Clock.currentTimeMillis
    const { project } = record.payment.content
    if (yield* denied.areDenied(project, yield* credentials.generation(project)))
      return yield* postpone(record, now + blockedWait)
    if (yield* turn(record)) return yield* confirmation.round(record, record.lease.until, record.lease.number)
    if (isDue(record.tracking, now)) return yield* postpone(record, later(now, policy.confirms.spacing))
    const turnOfNote = Math.max(nextCallbackConfirmAt(record.tracking, now, policy), now + blockedWait)
    return yield* postpone(record, Math.min(turnOfNote, record.tracking.actAt ?? turnOfNote))
  })

  const submit = Effect.fnUntraced(function* (record: PaymentRecord, kind: AttemptKind) {
    const { notNow } = yield* submission.submit(record, { kind, otp: null })
    if (notNow === null || notNow.because === "held" || notNow.because === "changed_meanwhile") return
    yield* postpone(record, (yield* Clock.currentTimeMillis) + blockedWait)
  })

  return Effect.fnUntraced(function* (record: PaymentRecord) {
    const action = nextAction(record, policy, yield* Clock.currentTimeMillis)
    switch (action._tag) {
      case "Submit":
        return yield* submit(record, action.kind)
      case "AssumeLost":
        return yield* end(record, { ...workerLost(record.payment), looksUp: gateway.lookUp !== undefined })
      case "GiveUp":
        return yield* end(record, { _tag: "TimePassed" })
      case "Confirm":
      case "Judge":
        return yield* questionsOn(gateway, record).length > 0
          ? confirm(record)
          : confirmation.round(record, record.lease.until, record.lease.number)
      case "Wait":
        return yield* postpone(record, action.until)
    }
  })
})
