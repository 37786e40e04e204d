/**
 * The only code that decides a stimulus and saves. It starts from the record that its caller read or leased; when another process saved
 * first, it reads again and decides on the newer record: a stimulus says what it rests on, so one that no longer applies is refused, and no caller has a rule of its own.
 */
import { Clock, Effect, Result } from "effect"
import type { PayinContent, PayoutContent } from "../model/Content.ts"
import { pauseScopes } from "../ports/SharedState.ts"
import type { HistoryEntry } from "../model/Event.ts"
import type { PaymentKey } from "../model/Identifiers.ts"
import { decide, type Step } from "../machine/decide.ts"
import { newRecord, type PaymentRecord } from "../model/PaymentRecord.ts"
import type { DecisionRefusal, Stimulus } from "../model/stimulus.ts"
import { amountPaidOf, type Payment } from "../model/Payment.ts"
import { PaymentNotFound, type PaymentStore } from "../ports/PaymentStore.ts"
import { type ClaimGuards, StoreError } from "../ports/PaymentStoreDriver.ts"
import { later, millis, type PolicyShape } from "../model/Policy.ts"

/** What became of a stimulus, with the payment as stored afterwards. */
export type Applied = { readonly record: PaymentRecord } & (
  | { readonly _tag: "Applied"; readonly entries: ReadonlyArray<HistoryEntry> }
  /** It does not apply to the stored payment, or its lease is over. Nothing was written. */
  | { readonly _tag: "Refused"; readonly because: DecisionRefusal }
  /** It is not sent: creations are paused, and nothing was written; or it waits for a person now. */
  | { readonly _tag: "NotNow"; readonly because: "paused" | "held" }
)

export interface WriteTerms {
  /** The lease to give back with the save, if it is still the newest. */
  readonly giveBack?: number
  /** From this time on nothing is saved. */
  readonly until?: number
}

/** The record that a saved step leaves behind. */
const saved = (record: PaymentRecord, { change, tracking }: Step, giveBack: number | undefined): PaymentRecord => ({
  ...record,
  payment: change.payment,
  tracking,
  version: record.version + 1,
  lease: giveBack === record.lease.number ? { ...record.lease, until: 0 } : record.lease,
})

/**
 * A new callback may say that an attempt was executed (rows P16, O2, O9, O10): past it no call leaves, no person decides, and no merchant's
 * reading of a sub-code refuses. A call and a decision rest on what was seen (`asOf`).
 */
const mindsCallbacks = (stimulus: Stimulus): boolean => {
  if (stimulus._tag !== "Answered") return "asOf" in stimulus
  return stimulus.answer._tag === "no_answer" && stimulus.answer.cause === "unrecognised_code"
}

/** The store to write to, and the policy. */
interface WriterContext {
  readonly store: PaymentStore["Service"]
  readonly policy: PolicyShape
}

/** What may stop a claim, beside the payment itself (rows P2 and O2). */
const guardsOf = Effect.fnUntraced(function* (
  { policy, store }: WriterContext,
  payment: Payment,
  now: number,
): Effect.fn.Return<ClaimGuards, StoreError> {
  const { content } = payment
  const { project } = content
  if (content.kind === "payin") return { pauses: pauseScopes("payin", project, null), twin: null, refund: null }
  const { amount, phone: party, operator, refundOf } = content
  const mayHaveTwins = payment._tag === "Payout" && payment.mayHaveTwins
  const payin = refundOf === null ? null : yield* store.find({ kind: "payin", project, id: refundOf })
  const atMost = payin === null ? 0 : (amountPaidOf(payin.payment) ?? 0)
  return {
    pauses: pauseScopes("payout", project, operator),
    twin: mayHaveTwins ? null : { party, amount, completedSince: now - millis(policy.limits.twinWindow) },
    refund: refundOf === null ? null : { of: refundOf, project, atMost },
  }
})

/** One try; null: another process saved first. */
const tryOnce = Effect.fnUntraced(function* (
  context: WriterContext,
  record: PaymentRecord,
  stimulus: Stimulus,
  { giveBack, until }: WriteTerms,
) {
  const { policy, store } = context
  // The answer of a call that was made is saved whatever the time is.
  const now = yield* stimulus._tag === "Answered" ? Clock.currentTimeMillis : store.now
  if (now >= (until ?? Infinity)) return { _tag: "Refused" as const, because: "changed" as const, record }
  const decision = decide(record, stimulus, now, policy)
  if (Result.isFailure(decision)) {
    // The policy asks for two people since it was stored, or the program that stored it did not.
    if (stimulus._tag === "Started" && decision.failure === "needs_second_person")
      return { _tag: "Stopped" as const, because: "needs_approval" as const }
    return { _tag: "Refused" as const, because: decision.failure, record }
  }
  const step = decision.success
  const unlessNote = mindsCallbacks(stimulus) ? { unlessNoteAfter: record.newestNote } : {}
  const terms = { version: record.version, giveBack: giveBack ?? null, now, ...unlessNote }
  const applied = { _tag: "Applied" as const, entries: step.change.entries }
  const after = saved(record, step, giveBack)
  if (stimulus._tag !== "Started") {
    const done = yield* store.save(step.change, step.tracking, terms)
    return done === "Saved" ? { ...applied, record: after } : null
  }
  const guards = yield* guardsOf(context, record.payment, now)
  const claimed = yield* store.claim(step.change, step.tracking, {
    ...terms,
    guards,
    leaseUntil: later(now, policy.calls.lease),
  })
  switch (claimed._tag) {
    case "Stale":
      return null
    case "Paused":
      return { _tag: "NotNow" as const, because: "paused" as const, record }
    case "Stopped":
      return claimed
    case "Claimed":
      return { ...applied, record: { ...after, version: claimed.version, lease: claimed.lease } }
  }
})

export const writerOn = (store: PaymentStore["Service"], policy: PolicyShape) => {
  const read = Effect.fnUntraced(function* (key: PaymentKey) {
    return (yield* store.find(key)) ?? (yield* new PaymentNotFound({ key }))
  })

  /** Applies a stimulus to a record that was read. */
  const apply = Effect.fn("Writer.apply")(function* (
    on: PaymentRecord,
    stimulus: Stimulus,
    terms: WriteTerms = {},
  ): Effect.fn.Return<Applied, StoreError> {
    let record = on
    for (let tries = 0; tries < policy.store.maxSaveTries; tries++) {
      const done = yield* tryOnce({ policy, store }, record, stimulus, terms)
      if (done?._tag === "Stopped") {
        record = (yield* apply(record, { _tag: "Stopped", because: done.because }, terms)).record
        if (record.payment.state._tag === "held") return { _tag: "NotNow", because: "held", record }
        return { _tag: "Refused", because: "changed", record }
      }
      if (done !== null) return done
      // No store forgets a payment.
      record = yield* Effect.catchTag(read(record.payment.key), "PaymentNotFound", Effect.die)
    }
    // This is more than a race, so the store needs a look.
    const cause = new Error(
      "The payment changed before every save: too many processes act on it, or the store keeps no versions.",
    )
    return yield* new StoreError({ operation: "save", cause })
  })

  /** Applies a stimulus to the payment of this key. */
  const readAndApply = Effect.fnUntraced(function* (key: PaymentKey, stimulus: Stimulus, terms?: WriteTerms) {
    return yield* apply(yield* read(key), stimulus, terms)
  })

  /** The first step of a payment. */
  const begin = Effect.fnUntraced(function* (content: PayinContent | PayoutContent, isDraft = false) {
    const now = yield* store.now
    const blank = newRecord(content, now, policy)
    const step = Result.getOrThrow(decide(blank, { _tag: "Created", isDraft }, now, policy))
    return { step, record: saved(blank, step, undefined) }
  })

  /** Stores a payment; `isNew` is false when its id is already taken. */
  const create = Effect.fn("Writer.create")(function* (content: PayinContent | PayoutContent, isDraft = false) {
    const { record, step } = yield* begin(content, isDraft)
    const inserted = yield* store.insert(step.change, step.tracking)
    return inserted._tag === "Inserted" ? { record, isNew: true } : { record: inserted.found, isNew: false }
  })

  return { read, begin, create, apply, readAndApply }
}

/** What `writerOn` makes. */
export type Writer = ReturnType<typeof writerOn>
