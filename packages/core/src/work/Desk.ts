/**
 * People's decisions. Where the service cannot be asked, a person decides, with a reason, with evidence, under a name, and about
 * what that person saw: a decision names the newest event it was taken on, and is refused when something has happened since.
 * Rows P3, P19, O3, O10, O15; the guards are checked again in the write.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { DeskStore, type Hold, type HoldScope, holdsByItself, isHoldScope, type SeenHold } from "../ports/DeskStore.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { collections } from "../machine/confirming.ts"
import { InvalidInput, isPersonsText } from "../model/fields.ts"
import type { FlagKind } from "../model/Event.ts"
import { PaymentId, type PaymentKey } from "../model/Identifiers.ts"
import { DecisionRefused, type Ruling, type StimulusOf } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { Nudge } from "./lanes.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Policy } from "../model/Policy.ts"
import { mayLift, type Restoration, restorationOf } from "./restoration.ts"
import { type Settled, Settlement } from "./Settlement.ts"
import { writerOn } from "./Writer.ts"

/** How a hold is lifted. */
export interface LiftOptions {
  /** Somebody knows what became of the payouts that cannot be read. */
  readonly despiteUnreadable?: boolean
  /** The hold that the person saw; one that was set since stays. Without it, all of the scope are lifted. */
  readonly seen?: SeenHold
}

/** Who takes a payment back that was never sent, and on what: the number of the newest event that the person saw. */
export interface Cancellation {
  readonly by: string
  readonly asOf: number
}

/** Who decides, why, and on what. */
export interface Decision extends Cancellation {
  readonly reason: string
}

/** A ruling, and what it rests on. */
export interface Resolution extends Decision {
  readonly to: Ruling
  readonly evidence: string
}

type Failure = StoreError | PaymentNotFound

/** Where people decide. */
export class Desk extends Context.Service<
  Desk,
  {
    /** Asks the service now, and tells whether it could be asked and what came of it. */
    recheck(key: PaymentKey): Effect.Effect<Settled, Failure>
    /** Rules what became of the money. */
    resolve(key: PaymentKey, resolution: Resolution): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /** Lets a held payout go. */
    release(key: PaymentKey, decision: Decision): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    closeFlag(
      key: PaymentKey,
      flag: { readonly kind: FlagKind; readonly subject: string },
      decision: Decision,
    ): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /** Takes a payment back of which nothing has left. A merchant's program that looks at nothing cancels where it creates. */
    cancel(key: PaymentKey, cancellation: Cancellation): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Stops creations: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/…/…`. Gives the person's hold that is
     * in force: another's, if that was there before, and then nothing was changed.
     */
    hold(scope: HoldScope, by: string, reason: string): Effect.Effect<Hold, InvalidInput | StoreError>
    /** Lets a scope go on, unless `mayLift` refuses and nobody says that it shall all the same; false when it was not on hold. */
    lift(scope: HoldScope, options?: LiftOptions): Effect.Effect<boolean, DecisionRefused | StoreError>
    /**
     * The store was restored from a backup: holds `payouts`, then every payout that had not been accepted, until a person releases
     * it. Call it before any worker starts; when it breaks off, call it again. Lift `payouts` when the held ones were looked at.
     */
    restored(by: string, reason: string): Effect.Effect<Restoration, InvalidInput | Failure>
  }
>()("@cauri/core/Desk") {
  static readonly layer = Layer.effect(
    Desk,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const desk = yield* DeskStore
      const settlement = yield* Settlement
      const nudge = yield* Nudge
      const policy = yield* Policy
      const writer = writerOn(store, policy)
      const restore = restorationOf(store, desk, policy)
      const decide = decider(writer, yield* DoubleCollections, nudge)
      const context = Context.make(PaymentStore, store).pipe(Context.add(DeskStore, desk), Context.add(Policy, policy))
      return Desk.of({
        recheck: Effect.fn("Desk.recheck")(function* (key: PaymentKey) {
          const record = yield* settlement.settle(key)
          yield* nudge.wake
          return record
        }),
        resolve: Effect.fn("Desk.resolve")(function* (key: PaymentKey, resolution: Resolution) {
          if (isPersonsText(resolution.evidence)) return yield* decide(key, { _tag: "Ruled", ...resolution })
          return yield* new DecisionRefused({ key, because: "NeedsEvidence" })
        }),
        release: Effect.fn("Desk.release")(function* (key: PaymentKey, decision: Decision) {
          const because = yield* notBothCollected(writer, settlement, yield* writer.read(key))
          if (because !== null) return yield* new DecisionRefused({ key, because })
          return yield* decide(key, { _tag: "Released", ...decision })
        }),
        closeFlag: Effect.fn("Desk.closeFlag")(function* (key, { kind, subject }, decision) {
          return yield* decide(key, { _tag: "FlagClosed", kind, subject, ...decision })
        }),
        cancel: Effect.fn("Desk.cancel")(function* (key: PaymentKey, { asOf, by }: Cancellation) {
          return yield* decide(key, { _tag: "Cancelled", by, asOf })
        }),
        hold: Effect.fn("Desk.hold")(function* (scope: HoldScope, by: string, reason: string) {
          // A misspelt scope would stop nothing, and nobody would know.
          if (!isHoldScope(scope)) return yield* new InvalidInput({ field: "scope", expected: scopes })
          yield* checkTexts(by, reason)
          const since = yield* Clock.currentTimeMillis
          return yield* desk.hold({ scope, reason, by, since, credentials: null })
        }),
        lift: Effect.fn("Desk.lift")(function* (scope: HoldScope, { despiteUnreadable, seen }: LiftOptions = {}) {
          if (despiteUnreadable !== true) yield* Effect.provideContext(mayLift(scope), context)
          const lifted = yield* desk.lift(scope, seen)
          yield* nudge.wake
          return lifted
        }),
        restored: Effect.fn("Desk.restored")(function* (by: string, reason: string) {
          yield* checkTexts(by, reason)
          const restoration = yield* restore(by, reason)
          yield* nudge.wake
          return restoration
        }),
      })
    }),
  )
}

/** Saves a decision, unless the payment has moved on since the person looked, and gives what became of the payment. */
const decider = (writer: ReturnType<typeof writerOn>, doubles: DoubleCollections["Service"], nudge: Nudge["Service"]) =>
  Effect.fnUntraced(function* (
    key: PaymentKey,
    decision: StimulusOf<"Ruled" | "Released" | "FlagClosed" | "Cancelled">,
  ) {
    const texts = "reason" in decision ? [decision.by, decision.reason] : [decision.by]
    if (!texts.every((text) => isPersonsText(text))) {
      return yield* new DecisionRefused({ key, because: texts.length === 1 ? "NeedsName" : "NeedsReason" })
    }
    const applied = yield* writer.applyTo(key, decision)
    if (applied._tag === "Refused") return yield* new DecisionRefused({ key, because: applied.because })
    yield* doubles.look(applied.record, [])
    // Somebody is to hear of it, and perhaps something is to be sent.
    yield* nudge.wake
    return applied.record
  })

/** A drafted refund goes out only when both collections were confirmed just now. What stands in its way, or null. */
const notBothCollected = Effect.fnUntraced(function* (
  writer: ReturnType<typeof writerOn>,
  settlement: Settlement["Service"],
  { payment: { content, state } }: PaymentRecord,
) {
  if (content.kind !== "payout" || content.refundOf === null) return null
  if (state._tag !== "Held" || state.because !== "RefundDraft") return null
  const read = (id: PaymentId) => writer.read({ kind: "payin", project: content.project, id })
  const payin = yield* read(content.refundOf)
  // Whether the flag was closed meanwhile says nothing about the money; the service does.
  const others = payin.payment.flags
    .filter((flag) => flag.kind === "DoubleCollection" && flag.subject.startsWith("payin "))
    .map((flag) => PaymentId.make(flag.subject.slice("payin ".length)))
  const records = [payin, ...(yield* Effect.forEach(others, read, { concurrency: 1 }))]
  const rounds = yield* Effect.forEach(records, (record) => settlement.ask(record), { concurrency: 1 })
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
  if (by === holdsByItself) return yield* new InvalidInput({ field: "by", expected: "the name of a person" })
  if (!isPersonsText(reason)) return yield* new InvalidInput({ field: "reason", expected: `a text, ${lengths}` })
})

const lengths =
  "in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks (\\n)"
const scopes = "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"
