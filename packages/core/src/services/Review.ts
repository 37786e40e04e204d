/**
 * People's decisions. Where the service cannot be asked, a person decides, with a reason, with evidence, under a name, and about
 * what that person saw: a decision names the newest event it was taken on, and is refused when something has happened since.
 * Rows P3, P19, O3, O10, O15, O18; the guards are checked again in the write.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SharedState, type Pause, type PauseScope, isPauseScope, pausedByCauri } from "../ports/SharedState.ts"
import { DoubleCollections, isDraftOf } from "./DoubleCollections.ts"
import { collections } from "../machine/confirming.ts"
import { isPersonsText } from "../model/Content.ts"
import { InvalidInput } from "../model/fields.ts"
import type { ApprovableDecision, FlagKind } from "../model/Event.ts"
import { PaymentId, type PaymentKey } from "../model/Identifiers.ts"
import { DecisionRefused, type DecisionOutcome, type StimulusOf } from "../model/stimulus.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { WakeSignal } from "./WakeSignal.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { Policy } from "../model/Policy.ts"
import { requireResumable, type Restoration, restorationOf } from "./restoration.ts"
import { type ConfirmResult, Confirmation } from "./Confirmation.ts"
import { requireStatementFor } from "./statementGaps.ts"
import { Documents } from "../ports/Documents.ts"
import { writerOn } from "./Writer.ts"

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
  /** What was paid, where it is another amount. Default: what the service says, else the payment's amount. */
  readonly amountPaid?: number
  /** `completed` although less was paid. Without it a payin is `underpaid`. */
  readonly acceptedAsFull?: boolean
}

/** A decision that a second person must approve. */
export interface ApprovalInput extends Decision {
  readonly decision: ApprovableDecision
  /** Needed to send again. */
  readonly evidence?: string
}

/** Who approves what another person requested, and what that person saw: `digest` is that of the request. */
export interface ApprovalGiven extends Cancellation {
  readonly digest: string
}

/** How a scope is resumed. */
export interface ResumeOptions {
  /** The person knows what became of the unreadable payouts. */
  readonly ignoreUnreadable?: boolean
  /** The pause that the person saw; one that was set since stays. Without it, all pauses of the scope end. */
  readonly seen?: Pick<Pause, "by" | "since">
}

type Failure = StoreError | PaymentNotFound

/**
 * Where people decide.
 *
 * ```ts
 * const review = yield* Review
 * const { payment } = yield* payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
 * const evidence = "statement of Monday, line 4"
 * const { key, seq: asOf } = payment
 * const decided = yield* review.resolve(key, { to: "completed", by: "The accountant", reason: "it is there", evidence, asOf })
 * decided.payment.state._tag // => "completed"
 * ```
 */
export class Review extends Context.Service<
  Review,
  {
    /**
     * Confirms now, and returns whether the service could be asked and what came of it.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
     * const { answered, payment: after } = yield* review.recheck(payment.key)
     * const found = [answered, after.state._tag] // => ["all", "completed"]
     * ```
     */
    recheck(key: PaymentKey): Effect.Effect<ConfirmResult, Failure>
    /**
     * Decides what became of the money.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
     * yield* TestClock.adjust("3 days")
     * const because = { by: "The accountant", reason: "no money left", evidence: "statement of Monday" }
     * const again = yield* review.resolve(payment.key, { to: "send_again", ...because, asOf: payment.seq })
     * again.payment.state._tag // => "intended"
     * ```
     */
    resolve(key: PaymentKey, resolution: Resolution): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Requests what needs two people: the release of a payout, or that it is sent again (`approvals` of the policy). The next event of the
     * payment makes the request void.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, amount: 150_000 }) // the policy lets only two people release it
     * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: payment.seq } as const
     * const requested = yield* review.request(payment.key, wish)
     * approvalOf(requested, policy)?.by // => "The accountant"
     * ```
     */
    request(key: PaymentKey, input: ApprovalInput): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Takes the decision that another person requested. Refused unless all that was shown to both still holds.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, amount: 150_000 })
     * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: payment.seq } as const
     * const requested = yield* review.request(payment.key, wish)
     * const seen = { asOf: requested.payment.seq, digest: approvalOf(requested, policy)?.digest ?? "" }
     * const approved = yield* review.approve(payment.key, { by: "The manager", ...seen })
     * approved.payment.state._tag // => "intended"
     * ```
     */
    approve(key: PaymentKey, given: ApprovalGiven): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Takes a request back.
     *
     * ```ts
     * const { payment } = yield* payouts.create({ ...payout, amount: 150_000 })
     * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: payment.seq } as const
     * const requested = yield* review.request(payment.key, wish)
     * const withdrawn = yield* review.withdraw(payment.key, { by: "The accountant", asOf: requested.payment.seq })
     * approvalOf(withdrawn, policy) // => null
     * ```
     */
    withdraw(key: PaymentKey, cancellation: Cancellation): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Releases a held payout.
     *
     * ```ts
     * yield* payouts.create(payout)
     * const { payment: twin } = yield* payouts.create({ ...payout, id: "salary-8" })
     * const decision = { by: "The manager", reason: "two months at once", asOf: twin.seq }
     * const released = yield* review.release(twin.key, decision)
     * const states = [twin.state._tag, released.payment.state._tag] // => ["held", "intended"]
     * ```
     */
    release(key: PaymentKey, decision: Decision): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Closes an open flag: a person has dealt with it. The payment's state stays.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000082" } }) // its answer is lost
     * const flag = { kind: "unanswered", subject: "1" } as const
     * const decision = { by: "The accountant", reason: "the customer paid in cash", asOf: payment.seq }
     * const { payment: closed } = yield* review.closeFlag(payment.key, flag, decision)
     * openFlags(closed.flags) // => []
     * ```
     */
    closeFlag(
      key: PaymentKey,
      flag: { readonly kind: FlagKind; readonly subject: string },
      decision: Decision,
    ): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Flags a payment of which a line of the service's statement says the opposite, once for each line.
     *
     * ```ts
     * const { payment } = yield* payins.create({ ...payin, method: { ...payin.method, phone: "22660000090" } }) // pays at once
     * yield* review.recheck(payment.key)
     * yield* review.contradict(payment.key, "statement 12, line 4")
     * const found = yield* store.find(payment.key)
     * found?.payment.flags.map(({ kind }) => kind) // => ["terminal_contradiction"]
     * ```
     */
    contradict(key: PaymentKey, line: string): Effect.Effect<void, Failure>
    /**
     * Cancels a payment of which nothing was sent. A merchant's program that looks at no event cancels through `Payins` or `Payouts`.
     *
     * ```ts
     * const { payment } = yield* payouts.create(payout, { sendLater: true })
     * const cancelled = yield* review.cancel(payment.key, { by: "The manager", asOf: payment.seq })
     * cancelled.payment.state._tag // => "cancelled"
     * ```
     */
    cancel(key: PaymentKey, cancellation: Cancellation): Effect.Effect<PaymentRecord, DecisionRefused | Failure>
    /**
     * Stops creations: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/…/…`. Returns the person's pause in
     * force: an earlier one, if there was one, and then nothing changed.
     *
     * ```ts
     * yield* review.pause("payouts", "The manager", "we compare the balance")
     * const { notNow } = yield* payouts.create(payout)
     * notNow?.because // => "paused"
     * ```
     */
    pause(scope: PauseScope, by: string, reason: string): Effect.Effect<Pause, InvalidInput | StoreError>
    /**
     * Resumes a scope; false when it was not paused. Fails while `requireResumable` refuses.
     *
     * ```ts
     * yield* review.pause("project/shop/payins", "The manager", "the shop is closed")
     * yield* review.resume("project/shop/payins") // => true
     * yield* review.resume("project/shop/payins") // => false
     * ```
     */
    resume(scope: PauseScope, options?: ResumeOptions): Effect.Effect<boolean, DecisionRefused | StoreError>
    /**
     * For a store that was restored from a backup: pauses `payouts`, then puts every open payment without a token in doubt. Call it before
     * any worker starts; when it breaks off, call it again. Resume `payouts` once those in doubt were compared with the service's statement.
     *
     * ```ts
     * yield* payouts.create(payout, { sendLater: true })
     * const done = yield* review.restored("The manager", "the disk was replaced")
     * done // => { payouts: 1, payins: 0, unreadable: [] }
     * ```
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
      const documents = yield* Effect.serviceOption(Documents)
      const restore = restorationOf(store, shared, policy, documents)
      const decide = decider(writer, yield* DoubleCollections, wakeSignal)
      const ports = Context.make(PaymentStore, store).pipe(
        Context.add(SharedState, shared),
        Context.add(Policy, policy),
      )
      const context = Option.match(documents, {
        onNone: () => ports,
        onSome: (found) => Context.add(ports, Documents, found),
      })
      /** What counts as not executed waits for: a statement over what a restored store forgot, and the service's word by our id. */
      const checkUnsent = Effect.fnUntraced(function* (key: PaymentKey) {
        const record = yield* writer.read(key)
        yield* Effect.provideContext(requireStatementFor(record), context)
        // A token that is found is an event that the person has not seen: the decision is refused.
        if (!(yield* confirmation.lookUp(record))) return yield* new DecisionRefused({ key, because: "cannot_ask" })
      })
      /** What sending waits for: the same, and both collections of a drafted refund, confirmed just now. */
      const checkSendable = Effect.fnUntraced(function* (key: PaymentKey) {
        yield* checkUnsent(key)
        const because = yield* notBothCollected(writer, confirmation, yield* writer.read(key))
        if (because !== null) return yield* new DecisionRefused({ key, because })
      })
      return Review.of({
        recheck: Effect.fn("Review.recheck")(function* (key: PaymentKey) {
          const record = yield* confirmation.confirm(key)
          yield* wakeSignal.signal
          return record
        }),
        resolve: Effect.fn("Review.resolve")(function* (key: PaymentKey, resolution: Resolution) {
          const { amountPaid } = resolution
          if (amountPaid !== undefined && !(Number.isSafeInteger(amountPaid) && amountPaid > 0)) {
            return yield* new DecisionRefused({ key, because: "amount_differs" })
          }
          if (!isPersonsText(resolution.evidence)) return yield* new DecisionRefused({ key, because: "needs_evidence" })
          if (resolution.to === "not_completed") yield* checkUnsent(key)
          if (resolution.to === "send_again") yield* checkSendable(key)
          return yield* decide(key, { _tag: "Decided", ...resolution })
        }),
        request: Effect.fn("Review.request")(function* (key: PaymentKey, input: ApprovalInput) {
          const { asOf, by, decision, evidence = "", reason } = input
          if ((decision === "send_again" || evidence !== "") && !isPersonsText(evidence))
            return yield* new DecisionRefused({ key, because: "needs_evidence" })
          return yield* decide(key, { _tag: "Requested", decision, by, reason, evidence, asOf })
        }),
        approve: Effect.fn("Review.approve")(function* (key: PaymentKey, { asOf, by, digest }: ApprovalGiven) {
          yield* checkSendable(key)
          return yield* decide(key, { _tag: "Approved", by, asOf, digest })
        }),
        withdraw: Effect.fn("Review.withdraw")(function* (key: PaymentKey, { asOf, by }: Cancellation) {
          return yield* decide(key, { _tag: "Withdrawn", by, asOf })
        }),
        release: Effect.fn("Review.release")(function* (key: PaymentKey, decision: Decision) {
          yield* checkSendable(key)
          return yield* decide(key, { _tag: "Released", ...decision })
        }),
        closeFlag: Effect.fn("Review.closeFlag")(function* (key, { kind, subject }, decision) {
          return yield* decide(key, { _tag: "FlagClosed", kind, subject, ...decision })
        }),
        contradict: Effect.fn("Review.contradict")(function* (key: PaymentKey, line: string) {
          yield* writer.readAndApply(key, { _tag: "Contradicted", line })
          yield* wakeSignal.signal
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
        resume: Effect.fn("Review.resume")(function* (scope: PauseScope, options?: ResumeOptions) {
          yield* Effect.provideContext(requireResumable(scope, options?.ignoreUnreadable), context)
          const resumed = yield* shared.resume(scope, options?.seen)
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
    decision: StimulusOf<"Decided" | "Released" | "Requested" | "Approved" | "Withdrawn" | "FlagClosed" | "Cancelled">,
  ) {
    const texts = "reason" in decision ? [decision.by, decision.reason] : [decision.by]
    if (!texts.every((text) => isPersonsText(text))) {
      return yield* new DecisionRefused({ key, because: texts.length === 1 ? "needs_name" : "needs_reason" })
    }
    const applied = yield* writer.readAndApply(key, decision)
    if (applied._tag === "Refused") return yield* new DecisionRefused({ key, because: applied.because })
    yield* doubles.look(applied.record, [])
    // There may be an event to deliver or a payment to send.
    yield* wakeSignal.signal
    return applied.record
  })

/** What stops a drafted refund, or null. */
const notBothCollected = Effect.fnUntraced(function* (
  writer: ReturnType<typeof writerOn>,
  confirmation: Confirmation["Service"],
  record: PaymentRecord,
) {
  const { content, restoredAt, state } = record.payment
  if (content.kind !== "payout" || content.refundOf === null) return null
  const isHeld = state._tag === "held" && state.because === "refund_draft"
  if (!isHeld && restoredAt === null) return null
  const read = (id: PaymentId) => writer.read({ kind: "payin", project: content.project, id })
  const payin = yield* read(content.refundOf)
  if (!isDraftOf(payin.payment, record)) return null
  // A closed flag says nothing about the money; the service does.
  const others = payin.payment.flags
    .filter((flag) => flag.kind === "double_collection" && flag.subject.startsWith("payin "))
    .map((flag) => PaymentId.make(flag.subject.slice("payin ".length)))
  const records = [payin, ...(yield* Effect.forEach(others, read, { concurrency: 1 }))]
  const rounds = yield* Effect.forEach(records, (record) => confirmation.confirmRecord(record), { concurrency: 1 })
  const expected = others.length === 0 ? 2 : 1
  if (rounds.some((round) => round?.replies.length === 0)) {
    return "collection_without_token"
  }
  const areBoth = rounds.every(
    (round) => round?.kept === true && collections(round.record, round.replies).length >= expected,
  )
  return areBoth ? null : "not_both_collected"
})

const scopes = "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…"

const lengths =
  "in 1 to 2,000 characters, with a letter or a digit and without control characters other than line breaks (\\n)"

/** Fails unless these are a person's name and reason. */
const checkTexts = Effect.fnUntraced(function* (by: string, reason: string) {
  if (!isPersonsText(by)) return yield* new InvalidInput({ field: "by", expected: `a name, ${lengths}` })
  if (by === pausedByCauri) return yield* new InvalidInput({ field: "by", expected: "the name of a person" })
  if (!isPersonsText(reason)) return yield* new InvalidInput({ field: "reason", expected: `a text, ${lengths}` })
})
