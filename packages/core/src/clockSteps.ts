/**
 * What a worker does when the wall clock is set back under it. Due times are stored by that clock, so whatever was planned before lies in
 * the future then, and nobody would be asked or told until it has caught up. The clock that nobody sets tells by how much it went back,
 * and what lies further ahead than a plan of now allows is moved by as much: it keeps its order, its spread and its spacing (ADR 5).
 *
 * What waits until the clock has caught up all the same: what counts from the beginning of a call or from the closing of a payment
 * (when the call of a worker that is gone is taken for lost, a payin's deadline, the slots of closed payments), what a worker that is gone
 * was delivering, and everything where no worker that ran before the step is left: no process knows of it then.
 * A clock that is set forward needs nothing.
 */
import { Clock, Effect, Option } from "effect"
import { keyText, type PaymentKey } from "./Identifiers.ts"
import type { PaymentRecord } from "./model/PaymentRecord.ts"
import type { StateTag } from "./model/states.ts"
import { callbackTurn } from "./nextAction.ts"
import type { PaymentStore } from "./PaymentStore.ts"
import type { ListQuery, StoreError } from "./PaymentStoreDriver.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { nameOf } from "./trouble.ts"
import { planActAt, type Watch } from "./Watch.ts"

/** A step that is no larger makes nobody later than may be anyhow (L1). */
const smallestStep = 60_000

const day = 86_400_000
const open: ReadonlyArray<StateTag> = ["Intended", "Held", "AwaitingOtp", "Pending", "InDoubt"]
/** These wait for slots that are hours apart; only those of the young ones are near. */
const closed: ReadonlyArray<StateTag> = ["Refused", "Cancelled", "Expired", "Completed", "NotCompleted"]

/** A payment that could not be planned anew at once, and the newest lease that it had then. */
interface Left {
  readonly key: PaymentKey
  readonly lease: number
}

/** A step of the clock that is not dealt with yet. */
interface Step {
  /** By how much the clock went back. */
  readonly behind: number
  /** When it shows again what it showed before: then nothing waits for the old time any more. */
  readonly caughtUpAt: number
  /** When to try next, by the clock that nobody sets. */
  readonly notBefore: number
  /** What is left to do; null: everything. */
  readonly left: ReadonlyArray<Left> | null
}

const steadyTime = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))
const readClocks = Effect.all({ wall: Clock.currentTimeMillis, steady: steadyTime }, { concurrency: 1 })

/** Remembers what the clocks show, and gives the check that a worker makes at every turn. The check never fails. */
export const watchClock = Effect.fnUntraced(function* (store: PaymentStore["Service"], policy: PolicyShape) {
  const look = lookingOn(store, policy)
  let before = yield* readClocks
  let step: Step | null = null

  const check = Effect.gen(function* () {
    const { steady, wall } = yield* readClocks
    const behind = before.wall - before.steady - (wall - steady)
    before = { steady, wall }
    if (behind > smallestStep) {
      const seconds = Math.round(behind / 1_000)
      yield* Effect.logWarning(`The clock went back by ${seconds} s. What was planned before is planned anew.`)
      // What an earlier step left undone is done with this one.
      const all: number = behind + (step?.behind ?? 0)
      step = { behind: all, caughtUpAt: wall + all, notBefore: steady, left: null }
    }
    if (step === null || steady < step.notBefore) return
    step = wall >= step.caughtUpAt ? null : yield* look(step)
  })
  return { check }
})

/** Plans anew what a step left waiting, and tells what is to be done later; null: nothing. */
const lookingOn = (store: PaymentStore["Service"], policy: PolicyShape) => {
  /** Plans one payment anew, unless somebody else works on it; the lease that is given is over, whatever the clock says. */
  const planOne = Effect.fnUntraced(function* (record: PaymentRecord, behind: number, over: number | null) {
    const now = yield* Clock.currentTimeMillis
    const { lease, payment, version } = record
    const leased = lease.until > now
    // Its worker saves it by the new time itself, and would have to throw away what it was told if it were saved here.
    if (leased && lease.number !== over) return { saved: false, left: [{ key: payment.key, lease: lease.number }] }
    const watch = plannedAnew(record, now, behind, policy)
    if (watch === null && !leased) return { saved: false, left: [] }
    const terms = { version, giveBack: leased ? over : null, now }
    // What is stale was planned by the new time meanwhile.
    const done = yield* store.save({ payment, entries: [] }, watch ?? record.watch, terms)
    return { saved: done === "Saved", left: [] }
  })

  type Planned = Effect.Success<ReturnType<typeof planOne>>

  /** Whatever is wrong with one payment does not keep the others waiting. */
  const isolated = (left: Left, planning: Effect.Effect<Planned, StoreError>) =>
    Effect.catchDefect(planning, (defect) => {
      const what = `The ${keyText(left.key)} could not be planned anew after the clock went back: ${nameOf(defect)}`
      return Effect.as(Effect.logError(what), { saved: false, left: [left] })
    })

  const tell = (planned: ReadonlyArray<Planned>) => {
    const count = planned.filter(({ saved }) => saved).length
    return count === 0 ? Effect.void : Effect.logInfo(`Payments planned anew after the clock went back: ${count}.`)
  }

  const lookAtAll = Effect.fnUntraced(function* (step: Step, query: Pick<ListQuery, "states" | "createdFrom">) {
    const done: Array<Planned> = []
    let after: Pick<ListQuery, "after"> = {}
    for (;;) {
      const page = yield* store.list({ ...query, ...after, limit: policy.walkPage })
      const planned = yield* Effect.forEach(
        page,
        (record) => {
          const mine = { key: record.payment.key, lease: record.lease.number }
          return isolated(mine, planOne(record, step.behind, null))
        },
        { concurrency: policy.sweepConcurrency },
      )
      done.push(...planned.filter(({ left, saved }) => saved || left.length > 0))
      const last = page.at(-1)?.payment
      if (last === undefined || page.length < policy.walkPage) return done
      after = { after: { createdAt: last.createdAt, key: last.key } }
    }
  })

  /** A lease that stood a lease ago and still stands is that of a worker that is gone. Whoever has a newer one took it by the new time. */
  const lookAgain = Effect.fnUntraced(function* (step: Step, left: ReadonlyArray<Left>) {
    const planned = yield* Effect.forEach(
      left,
      (each) => {
        const planning = Effect.flatMap(store.find(each.key), (found) =>
          planOne(Option.getOrThrow(found), step.behind, each.lease),
        )
        return isolated(each, planning)
      },
      { concurrency: policy.sweepConcurrency },
    )
    yield* tell(planned)
  })

  const everything = Effect.fnUntraced(function* (step: Step) {
    if (step.left !== null) return yield* Effect.as(lookAgain(step, step.left), null)
    const now = yield* Clock.currentTimeMillis
    yield* store.hastenDeliveries(now, step.behind)
    const planned = [
      ...(yield* lookAtAll(step, { states: open })),
      ...(yield* lookAtAll(step, { states: closed, createdFrom: now - day })),
    ]
    yield* tell(planned)
    const left = planned.flatMap((each) => each.left)
    return left.length === 0 ? null : { ...step, left, notBefore: (yield* steadyTime) + policy.lease }
  })

  const later = (step: Step) =>
    Effect.fnUntraced(function* (trouble: unknown) {
      yield* Effect.logError(`Planning anew after the clock went back broke off and is tried again: ${nameOf(trouble)}`)
      return { ...step, notBefore: (yield* steadyTime) + policy.sweepBackoff }
    })

  return (step: Step): Effect.Effect<Step | null> =>
    everything(step).pipe(Effect.catchTag("StoreError", later(step)), Effect.catchDefect(later(step)))
}

/** The watch with the times that were planned before the clock went back by so much; null: there are none. */
export const plannedAnew = (
  { newestNote, payment, watch }: PaymentRecord,
  now: number,
  behind: number,
  policy: PolicyShape,
): Watch | null => {
  /** What is later than the latest time that would be planned now was planned before. */
  const planned = (time: number | null, latest: number | null) =>
    time === null || latest === null || time <= latest ? time : Math.min(latest, Math.max(now, time - behind))
  const { agreedAt, callbackHour, lastConfirmAt } = watch
  const past = (time: number) => (time <= now ? time : Math.min(now, time - behind))
  const remembered: Watch = {
    ...watch,
    lastConfirmAt: lastConfirmAt === null ? null : past(lastConfirmAt),
    callbackHour: { ...callbackHour, since: past(callbackHour.since) },
  }
  // Whether two answers lie far enough apart is not left to a clock that was set: they are asked for anew.
  const disagreed = agreedAt !== null && agreedAt > now
  const asked = planActAt(payment, { ...remembered, agreedAt: disagreed ? now : agreedAt }, now, policy)
  const next: Watch = {
    ...remembered,
    agreedAt: disagreed ? null : agreedAt,
    actAt: planned(watch.actAt, asked),
    notesAt: planned(watch.notesAt, callbackTurn(remembered, now, policy)),
  }
  const moved = (["agreedAt", "actAt", "notesAt"] as const).some((each) => next[each] !== watch[each])
  // A callback that nobody has read is due when it came; a save makes it due now.
  return moved || newestNote > watch.notesSeen ? next : null
}
