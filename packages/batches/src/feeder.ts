/** Sends batches line by line, beside the worker. It keeps nothing of its own: what a line has come to is its payout. */
import { PaymentStore, Payouts, Policy, Review } from "@cauri/core"
import { describeCause, type Documents, pausedByCauri, WakeSignal } from "@cauri/core/adapter"
import { approvalOf, type Payout } from "@cauri/core/model"
import { Clock, Duration, Effect, FiberMap, Option, Schedule } from "effect"
import { type Batch, findBatch, keepAct, leftOutOf, listBatches, sheetOf } from "./Batch.ts"
import { cancelUnsent } from "./deciding.ts"
import { type Line, payableIn, payoutOf } from "./Sheet.ts"
import { storedOf } from "./standing.ts"

/** What sends batches. */
export type BatchServices = Documents | PaymentStore | Payouts | Review | WakeSignal

const waitsForTwo = ({ state }: Payout): boolean => state._tag === "held" && state.because === "needs_approval"

/** Has a payout not left yet? One that is being sent may be turned away, and then it is unsent again. */
const isUnsent = (tag: string | undefined): boolean => tag === "intended" || tag === "submitting"

/** Must this line still be created, or watched until it leaves? What a person holds is the person's. */
const isAhead = (payout: Payout | null | undefined): boolean =>
  payout === undefined || (payout !== null && (isUnsent(payout.state._tag) || waitsForTwo(payout)))

/** Two people approved the whole batch, and this line with it. */
const releaseAs = Effect.fnUntraced(function* (batch: Batch, payout: Payout) {
  const { approvedBy, digest, id, requestedBy } = batch
  if (requestedBy === null || approvedBy === null) return
  const review = yield* Review
  const policy = yield* Policy
  const reason = `Batch ${id}`
  const wish = { decision: "release", by: requestedBy, reason, evidence: digest, asOf: payout.seq } as const
  const requested = yield* review.request(payout.key, wish)
  const request = approvalOf(requested, policy)
  if (request === null) return
  yield* review.approve(payout.key, { by: approvedBy, asOf: requested.payment.seq, digest: request.digest })
  yield* (yield* Payouts).send(payout.key)
})

/**
 * Creates a line, and waits until it has left: so no more lines than those under way wait for a rate token or for the end of a pause, and
 * other payouts pass between them.
 */
const feedLine = Effect.fnUntraced(function* (batch: Batch, line: Line, mayGoOn: Effect.Effect<boolean, unknown>) {
  const store = yield* PaymentStore
  const { until } = yield* WakeSignal
  const { payment } = yield* (yield* Payouts).create(payoutOf(batch, line))
  // Refused where the policy names other approvers by now: then a person releases it.
  if (waitsForTwo(payment)) yield* Effect.catchTag(releaseAs(batch, payment), "DecisionRefused", () => Effect.void)
  const hasLeft = Effect.gen(function* () {
    const found = yield* store.find(payment.key)
    const state = found?.payment.state
    return !isUnsent(state?._tag) || !(yield* mayGoOn) ? Option.some(state) : Option.none()
  })
  const state = yield* until(payment.key, hasLeft)
  // The balance stays too low, or the service turns everything away: the other lines would come to the same end one by one.
  if (state?._tag === "held" && (state.because === "attempts" || state.because === "stale") && (yield* mayGoOn))
    yield* keepAct(yield* findBatch(batch.project, batch.id), "paused", { by: pausedByCauri, reason: state.because })
})

const feed = Effect.fn("Batches.feed")(function* (batch: Batch) {
  const { worker } = yield* Policy
  const context = yield* Effect.context<BatchServices>()
  const leftOut = yield* leftOutOf(batch)
  const without = new Set([...leftOut.paid, ...leftOut.maybe])
  const stored = yield* storedOf(batch)
  const ahead = payableIn(yield* sheetOf(batch)).payable.filter(({ id }) => !without.has(id) && isAhead(stored.get(id)))
  const name = `The batch ${batch.project}/${batch.id}`
  let isSending = true
  const mayGoOn = Effect.suspend(() => (isSending ? findBatch(batch.project, batch.id) : Effect.succeed(batch))).pipe(
    // After a restoration other lines are left out.
    Effect.map(({ gap, state }) => (isSending &&= state === "sending" && gap === batch.gap)),
    Effect.provideContext(context),
  )
  const fed = (line: Line) =>
    Effect.gen(function* () {
      if (yield* mayGoOn) yield* feedLine(batch, line, mayGoOn)
    }).pipe(
      // Another payout has this id, or the policy refuses it by now: that stops this line alone.
      Effect.catchTags({
        ContentConflict: () => Effect.void,
        InvalidInput: () => Effect.void,
        BatchRefused: () => Effect.void,
      }),
      Effect.tapError(() => Effect.logWarning(`${name} waits for the store.`)),
      Effect.retry(Schedule.spaced(worker.backoff)),
      Effect.catchDefect(() => Effect.logError(`${name}: the line ${line.id} cannot be read by this program.`)),
    )
  yield* Effect.forEach(ahead, fed, { concurrency: worker.concurrency, discard: true })
  const now = yield* findBatch(batch.project, batch.id)
  if (yield* mayGoOn) yield* keepAct(now, "sent", now)
})

/**
 * Sends the batches that people and programs have started, for ever. It looks for them when something is written, and every `worker.sleep`.
 * After a restart it goes on where the payouts say that it was.
 */
export const runBatches = Effect.gen(function* () {
  const { until } = yield* WakeSignal
  const { limits, worker } = yield* Policy
  const context = yield* Effect.context<BatchServices>()
  const feeding = yield* FiberMap.make<string>()
  const open = new Map<string, Batch>()
  let after = 0
  const look = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const batch of (yield* listBatches({ after })).toReversed()) {
      after = batch.number
      const name = `${batch.project}/${batch.id}`
      // What a cancellation left for longer than this is held, and a person's.
      const isOld = batch.state === "cancelled" && batch.at < now - Duration.toMillis(limits.payoutIntent)
      if (batch.state === "sent" || isOld) open.delete(name)
      else open.set(name, batch)
    }
    for (const [name, { id, project }] of open) {
      const batch = yield* findBatch(project, id)
      // The program that cancelled it may have been cut off, and a line may have been under way.
      const ends = Effect.andThen(
        cancelUnsent(batch),
        Effect.sync(() => void open.delete(name)),
      )
      const does = batch.state === "sending" ? feed(batch) : batch.state === "cancelled" ? ends : null
      if (does === null) continue
      const feeds = Effect.catchCause(does, (cause) =>
        Effect.andThen(
          Effect.logError(`The batch ${name} is tried again later. ${describeCause(cause)}`),
          Effect.sleep(worker.sleep),
        ),
      )
      yield* FiberMap.run(feeding, name, feeds, { onlyIfMissing: true })
    }
  }).pipe(
    Effect.catchCause((cause) => Effect.logError(`The batches are looked for again later. ${describeCause(cause)}`)),
    // Payments are written all the time.
    Effect.andThen(Effect.sleep("1 second")),
    Effect.as(Option.none()),
    Effect.provideContext(context),
  )
  return yield* until(null, look)
}).pipe(Effect.scoped)
