/** What people and programs do with a batch: check it, keep it, start it, approve it, stop it. */
import { InvalidInput, PaymentStore, Payouts, Policy, type PolicyShape } from "@cauri/core"
import { visitPayments } from "@cauri/core/adapter"
import { approvalRefusal, isPersonsText, requestRefusal } from "@cauri/core/model"
import { suggestOperators } from "@cauri/phone"
import { Clock, Effect, Result } from "effect"
import {
  type Batch,
  type BatchRefusal,
  type BatchState,
  type By,
  keepAct,
  keepSheet,
  lookUpBatch,
  newestGap,
  refused,
} from "./Batch.ts"
import { isRestored, leftOutAfterRestore } from "./forgotten.ts"
import { digestOf, type Line, payableIn, type Sheet } from "./Sheet.ts"
import { payoutsOf } from "./standing.ts"

/** May this be the id of a batch? With a line's it makes the id of a payout, so it has no underscore. */
export const isBatchId = (id: string): boolean => /^[A-Za-z0-9-]{1,24}$/.test(id)

const week = 7 * 86_400_000

/** What a list would do. Nothing is stored. */
export interface Preview {
  readonly id: string
  readonly project: string
  readonly digest: string
  readonly lines: number
  readonly payable: number
  readonly sum: number
  readonly wrong: ReadonlyArray<Line>
  /** Lines whose number no numbering plan has. */
  readonly doubtful: ReadonlyArray<Line>
  /** Lines whose number stands in the list more than once. */
  readonly twice: ReadonlyArray<Line>
  /** Lines of the same amount to the same number as a payout of the last seven days, and the id of that one. */
  readonly twins: ReadonlyArray<{ readonly line: Line; readonly payout: string }>
  /** Lines above the amount from which the policy asks for two people. */
  readonly above: ReadonlyArray<Line>
  /** By the operators that the numbers suggest, or that the lines name. */
  readonly operators: ReadonlyArray<{ readonly name: string; readonly count: number; readonly sum: number }>
  /** Whether the sum needs two people. */
  readonly needsTwo: boolean
  /** The batch that has this id already. */
  readonly existing: Batch | null
}

const needsTwo = (sum: number, { approvals: { payoutsAbove } }: PolicyShape): boolean =>
  payoutsAbove !== null && sum > payoutsAbove

const operatorOf = ({ operator, phone }: Line): string =>
  operator ??
  suggestOperators(phone)
    .map(({ country, name }) => `${name} ${country}`)
    .join(" / ")

const wayOf = (phone: string, amount: number): string => `${phone} ${amount}`

/** Checks a list whole, and says what it would do. */
export const previewBatch = Effect.fn("Batches.preview")(function* (id: string, project: string, sheet: Sheet) {
  if (!isBatchId(id)) {
    return yield* new InvalidInput({ field: "id", expected: "1 to 24 letters, digits or hyphens" })
  }
  const policy = yield* Policy
  const { payable, sum } = payableIn(sheet)
  const byPhone = Map.groupBy(payable, ({ phone }) => phone)
  const recent = new Map<string, string>()
  const createdFrom = (yield* Clock.currentTimeMillis) - week
  yield* visitPayments(yield* PaymentStore, policy, { kind: "payout", project, createdFrom }, (entry) =>
    Effect.sync(() => {
      if (Result.isFailure(entry) || entry.success.payment._tag !== "Payout") return
      const { content, key, state } = entry.success.payment
      const isDead = ["cancelled", "refused", "not_completed"].includes(state._tag)
      if (!isDead && !key.id.startsWith(`${id}_`)) recent.set(wayOf(content.phone, content.amount), key.id)
    }),
  )
  const { payoutsAbove } = policy.approvals
  const preview: Preview = {
    id,
    project,
    digest: yield* digestOf(sheet),
    lines: sheet.lines.length,
    payable: payable.length,
    sum,
    wrong: sheet.lines.filter(({ wrong }) => wrong !== null),
    doubtful: payable.filter(({ doubtful }) => doubtful),
    twice: payable.filter(({ phone }) => (byPhone.get(phone)?.length ?? 0) > 1),
    twins: payable.flatMap((line) => {
      const payout = recent.get(wayOf(line.phone, line.amount))
      return payout === undefined ? [] : [{ line, payout }]
    }),
    above: payoutsAbove === null ? [] : payable.filter(({ amount }) => amount > payoutsAbove),
    operators: [...Map.groupBy(payable, operatorOf)].map(([name, lines]) => ({
      name,
      count: lines.length,
      sum: lines.reduce((total, { amount }) => total + amount, 0),
    })),
    needsTwo: needsTwo(sum, policy),
    existing: yield* lookUpBatch(project, id),
  }
  return preview
})

/** Keeps a list as a batch. The same list under the same id adds nothing. */
export const importBatch = Effect.fn("Batches.import")(function* (
  given: By & {
    readonly id: string
    readonly project: string
    readonly sheet: Sheet
    readonly fileName: string
  },
) {
  const { digest, lines, payable, sum, wrong } = yield* previewBatch(given.id, given.project, given.sheet)
  if (payable === 0) return yield* refused(given, "empty")
  yield* checkBy(given)
  const { onAllowed = Effect.void, ...list } = given
  yield* onAllowed
  return yield* keepSheet({ ...list, digest, lines, wrong: wrong.length, sum })
})

const checkBy = ({ by, reason }: By) =>
  isPersonsText(by) && isPersonsText(reason)
    ? Effect.void
    : Effect.fail(new InvalidInput({ field: "reason", expected: "who does it, and why, in 1 to 2,000 characters" }))

const inState = (batch: Batch, ...allowed: ReadonlyArray<BatchState>) =>
  allowed.includes(batch.state) ? Effect.void : Effect.fail(refused(batch, "wrong_state"))

/** The same refusals as those of one payout that needs two people. */
const approvalProblem = (problem: string | null): BatchRefusal | null =>
  problem === "no_second_person" || problem === "same_person" || problem === "not_an_approver" ? problem : null

const begin = Effect.fnUntraced(function* (batch: Batch, act: "started" | "approved" | "resumed", who: By) {
  // First of all: a restoration that comes while this one is looked at interrupts the batch.
  const gap = yield* newestGap()
  const leftOut = yield* leftOutAfterRestore(batch)
  const approvedBy = act === "approved" ? { approvedBy: who.by } : {}
  return yield* keepAct(batch, act, who, { ...approvedBy, gap }, leftOut)
})

/** Asks for a second person. */
const request = Effect.fnUntraced(function* (batch: Batch, who: By) {
  const problem = approvalProblem(requestRefusal(who.by, yield* Policy))
  if (problem !== null) return yield* refused(batch, problem)
  return yield* keepAct(batch, "requested", who, { requestedBy: who.by, approvedBy: null })
})

/**
 * Starts a batch, or requests it where its sum needs two people. `person`: false for a program, which cannot start one of which a restored
 * store may have forgotten a part.
 */
export const startBatch = Effect.fn("Batches.start")(function* (batch: Batch, who: By, person = true) {
  yield* checkBy(who)
  yield* inState(batch, "imported")
  const restored = yield* isRestored(batch)
  if (!person && restored) return yield* refused(batch, "needs_person")
  const policy = yield* Policy
  return yield* needsTwo(batch.sum, policy) || (policy.approvals.afterRestore && restored)
    ? request(batch, who)
    : begin(batch, "started", who)
})

/** Approves as a whole what another person requested: `digest` is that of the lines which this person saw. */
export const approveBatch = Effect.fn("Batches.approve")(function* (batch: Batch, digest: string, who: By) {
  yield* checkBy(who)
  yield* inState(batch, "requested")
  if (digest !== batch.digest) return yield* refused(batch, "digest")
  const problem = approvalProblem(approvalRefusal(who.by, batch.requestedBy ?? "", yield* Policy))
  if (problem !== null) return yield* refused(batch, problem)
  return yield* begin(batch, "approved", who)
})

/** Stops a batch within a few lines. What has been created goes on. */
export const pauseBatch = Effect.fn("Batches.pause")(function* (batch: Batch, who: By) {
  yield* checkBy(who)
  yield* inState(batch, "sending")
  return yield* keepAct(batch, "paused", who)
})

/** Continues a batch that a person stopped, or that a restoration interrupted; or requests that, where the policy asks for two people then. */
export const resumeBatch = Effect.fn("Batches.resume")(function* (batch: Batch, who: By) {
  yield* checkBy(who)
  yield* inState(batch, "paused", "interrupted")
  const isForTwo = (yield* Policy).approvals.afterRestore && (yield* isRestored(batch))
  return yield* isForTwo ? request(batch, who) : begin(batch, "resumed", who)
})

/** Cancels what has not left: no more lines are created, and those that are stored and unsent are cancelled. */
export const cancelBatch = Effect.fn("Batches.cancel")(function* (batch: Batch, who: By) {
  yield* checkBy(who)
  yield* inState(batch, "imported", "requested", "sending", "interrupted", "paused")
  const cancelled = yield* keepAct(batch, "cancelled", who)
  yield* cancelUnsent(cancelled)
  return cancelled
})

/** Cancels the stored payouts of a batch of which nothing has left. */
export const cancelUnsent = Effect.fnUntraced(function* (batch: Batch) {
  const payouts = yield* Payouts
  for (const payout of yield* payoutsOf(batch)) {
    if (payout.state._tag !== "intended" && payout.state._tag !== "held") continue
    // It has left meanwhile, or a callback for it is unread.
    yield* Effect.catchTag(payouts.cancel(payout.key, batch.by), "DecisionRefused", () => Effect.void)
  }
})
