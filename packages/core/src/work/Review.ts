/**
 * People's decisions. Where the service cannot be asked, a person decides, with a reason, with evidence, under a name, and about
 * what that person saw: a decision names the newest event it was taken on, and is refused when something has happened since.
 * Rows P3, P19, O3, O10, O15; the guards are checked again in the write.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import {
  SharedState,
  type Pause,
  type PauseScope,
  pausedByCauri,
  isPauseScope,
  type SeenPause,
} from "../ports/SharedState.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { collections } from "../machine/confirming.ts"
import { InvalidInput, isPersonsText } from "../model/fields.ts"
import type { FlagKind } from "../model/Event.ts"
import { PaymentId, type PaymentKey } from "../model/Identifiers.ts"
import { DecisionRefused, type DecisionOutcome, type StimulusOf } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { WakeSignal } from "./lanes.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Policy } from "../model/Policy.ts"
import { requireResumable, type Restoration, restorationOf } from "./restoration.ts"
import { type ConfirmResult, Confirmation } from "./Confirmation.ts"
import { requireStatementFor } from "./statementGaps.ts"
import { Statements } from "../ports/Statements.ts"
import { writerOn } from "./Writer.ts"

/** How a scope is resumed. */
export interface ResumeOptions {
  /** The person knows what became of the unreadable payouts. */
  readonly ignoreUnreadable?: boolean
  /** The pause that the person saw; one that was set since stays. Without it, all pauses of the scope end. */
  readonly seen?: SeenPause
}

/** Who cancels an unsent payment, and on what: the number of the newest event that the person saw. */
export interface Cancellation {
  readonly by: string
  readonly asOf: number
}

/** Who decides, why, and on what. */
export interface Decision extends Cancellation {
  readonly reason: string
}

/** A decision about the money, with its evidence. */
export interface Resolution extends Decision {
  readonly to: DecisionOutcome
  readonly evidence: string
}

type Failure = StoreError | PaymentNotFound

/** Where people decide. */
export class Review extends Context.Service<
  Review,
  {
    /** Confirms now, and returns whether the service could be asked and what came of it. */
    recheck(key: PaymentKey): Effect.Effect<ConfirmResult, Failure>
    /** Decides what became of the money. */
    resolve(key: PaymentKey, resolution: Resolution): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /** Releases a held payout. */
    release(key: PaymentKey, decision: Decision): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    closeFlag(
      key: PaymentKey,
      flag: { readonly kind: FlagKind; readonly subject: string },
      decision: Decision,
    ): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /** Cancels a payment of which nothing was sent. A merchant's program that looks at no event cancels through `Payins` or `Payouts`. */
    cancel(key: PaymentKey, cancellation: Cancellation): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Stops creations: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/…/…`. Returns the person's pause in
     * force: an earlier one, if there was one, and then nothing changed.
     */
    pause(scope: PauseScope, by: string, reason: string): Effect.Effect<Pause, InvalidInput | StoreError>
    /** Resumes a scope; false when it was not paused. Fails while `requireResumable` refuses. */
    resume(scope: PauseScope, options?: ResumeOptions): Effect.Effect<boolean, DecisionRefused | StoreError>
    /**
     * For a store that was restored from a backup: pauses `payouts`, then holds every payout that had not been accepted, until a person
     * releases it. Call it before any worker starts; when it breaks off, call it again. Resume `payouts` once the held ones were looked at.
     */
    restored(by: string, reason: string): Effect.Effect<Restoration, InvalidInput | Failure>
  }
>()("@cauri/core/Review") {
  static readonly layer = Layer.effect(
    Review,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const shared = yield* SharedState
      const confirmation = yield* Confirmation
      const wakeSignal = yield* WakeSignal
      const policy = yield* Policy
      const writer = writerOn(store, policy)
      const statements = yield* Effect.serviceOption(Statements)
      const restore = restorationOf(store, shared, policy, statements)
      const decide = decider(writer, yield* DoubleCollections, wakeSignal)
      const ports = Context.make(PaymentStore, store).pipe(
        Context.add(SharedState, shared),
        Context.add(Policy, policy),
      )
      const context = Option.match(statements, {
        onNone: () => ports,
        onSome: (found) => Context.add(ports, Statements, found),
      })
      return Review.of({
        recheck: Effect.fn("Review.recheck")(function* (key: PaymentKey) {
          const record = yield* confirmation.confirm(key)
          yield* wakeSignal.signal
          return record
        }),
        resolve: Effect.fn("Review.resolve")(function* (key: PaymentKey, resolution: Resolution) {
          if (isPersonsText(resolution.evidence)) return yield* decide(key, { _tag: "Decided", ...resolution })
          return yield* new DecisionRefused({ key, because: "NeedsEvidence" })
        }),
        release: Effect.fn("Review.release")(function* (key: PaymentKey, decision: Decision) {
          yield* Effect.provideContext(requireStatementFor(key), context)
          const because = yield* notBothCollected(writer, confirmation, yield* writer.read(key))
          if (because !== null) return yield* new DecisionRefused({ key, because })
          return yield* decide(key, { _tag: "Released", ...decision })
        }),
        closeFlag: Effect.fn("Review.closeFlag")(function* (key, { kind, subject }, decision) {
          return yield* decide(key, { _tag: "FlagClosed", kind, subject, ...decision })
        }),
        cancel: Effect.fn("Review.cancel")(function* (key: PaymentKey, { asOf, by }: Cancellation) {
          return yield* decide(key, { _tag: "Cancelled", by, asOf })
        }),
        pause: Effect.fn("Review.pause")(function* (scope: PauseScope, by: string, reason: string) {
          // A misspelt scope would stop nothing, without any sign of it.
          if (!isPauseScope(scope)) return yield* new InvalidInput({ field: "scope", expected: scopes })
          yield* checkTexts(by, reason)
          const since = yield* Clock.currentTimeMillis
          return yield* shared.pause({ scope, reason, by, since, credentials: null })
        }),
        resume: Effect.fn("Review.resume")(function* (
          scope: PauseScope,
          { ignoreUnreadable, seen }: ResumeOptions = {},
        ) {
          yield* Effect.provideContext(requireResumable(scope, ignoreUnreadable), context)
          const resumed = yield* shared.resume(scope, seen)
          yield* wakeSignal.signal
          return resumed
        }),
        restored: Effect.fn("Review.restored")(function* (by: string, reason: string) {
          yield* checkTexts(by, reason)
          const restoration = yield* restore(by, reason)
          yield* wakeSignal.signal
          return restoration
        }),
      })
    }),
  )
}

/** Saves a decision, unless the payment has changed since the person looked, and returns what became of the payment. */
const decider = (
  writer: ReturnType<typeof writerOn>,
  doubles: DoubleCollections["Service"],
  wakeSignal: WakeSignal["Service"],
) =>
  Effect.fnUntraced(function* (
    key: PaymentKey,
    decision: StimulusOf<"Decided" | "Released" | "FlagClosed" | "Cancelled">,
  ) {
    const texts = "reason" in decision ? [decision.by, decision.reason] : [decision.by]
    if (!texts.every((text) => isPersonsText(text))) {
      return yield* new DecisionRefused({ key, because: texts.length === 1 ? "NeedsName" : "NeedsReason" })
    }
    const applied = yield* writer.readAndApply(key, decision)
    if (applied._tag === "Refused") return yield* new DecisionRefused({ key, because: applied.because })
    yield* doubles.look(applied.record, [])
    // There may be an event to deliver or a payment to send.
    yield* wakeSignal.signal
    return applied.record
  })

/** A drafted refund is sent only when both collections were confirmed just now. Returns what stops it, or null. */
const notBothCollected = Effect.fnUntraced(function* (
  writer: ReturnType<typeof writerOn>,
  confirmation: Confirmation["Service"],
  { payment: { content, state } }: PaymentRecord,
) {
  if (content.kind !== "payout" || content.refundOf === null) return null
  if (state._tag !== "Held" || state.because !== "RefundDraft") return null
  const read = (id: PaymentId) => writer.read({ kind: "payin", project: content.project, id })
  const payin = yield* read(content.refundOf)
  // A closed flag says nothing about the money; the service does.
  const others = payin.payment.flags
    .filter((flag) => flag.kind === "DoubleCollection" && flag.subject.startsWith("payin "))
    .map((flag) => PaymentId.make(flag.subject.slice("payin ".length)))
  const records = [payin, ...(yield* Effect.forEach(others, read, { concurrency: 1 }))]
  const rounds = yield* Effect.forEach(records, (record) => confirmation.confirmRecord(record), { concurrency: 1 })
  const expected = others.length === 0 ? 2 : 1
  if (rounds.some((round) => round?.replies.length === 0)) {
    return "CollectionWithoutToken"
  }
  const areBoth = rounds.every(
    (round) => round?.kept === true && collections(round.record, round.replies).length >= expected,
  )
  return areBoth ? null : "NotBothCollected"
})

const checkTexts = Effect.fnUntraced(function* (by: string, reason: string) {
  if (!isPersonsText(by)) return yield* new InvalidInput({ field: "by", expected: `a name, ${lengths}` })
  if (by === pausedByCauri) return yield* new InvalidInput({ field: "by", expected: "the name of a person" })
  if (!isPersonsText(reason)) return yield* new InvalidInput({ field: "reason", expected: `a text, ${lengths}` })
})

const lengths =
  "in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks (\\n)"
const scopes = "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"
