/** A day of outage at full size, on SQLite, with a clock that moves as fast as the work can be done. */
import { join } from "node:path"
import { Clock, Context, Deferred, Effect, Fiber, Layer, Logger } from "effect"
import { type ListQuery, PaymentStore, Payouts, Worker } from "@cauri/core"
import { blankConfirmRecord, type ConfirmCall } from "@cauri/core/adapter"
import { issuedTokensOf } from "@cauri/core/model"
import { temporaryFolder } from "@cauri/programs"
import { layer as layerStore } from "@cauri/store-sqlite"
import { makeIdleClock } from "./idleClock.ts"
import { layerOn, takesPayouts } from "./inProcess.ts"
import { payout } from "./payments.ts"

const day = 86_400_000

/** The most of these times that lie within one second. */
const busiest = (times: ReadonlyArray<number>): number => {
  let [first, most] = [0, 0]
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - 1_000) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** Lets so many payments pile up, and works them off. */
export const outage = Effect.fnUntraced(function* (payments: number) {
  const folder = yield* temporaryFolder
  const time = makeIdleClock()
  yield* Effect.addFinalizer(() => Effect.sync(time.stop))
  const started = performance.now()
  const confirms: Array<{ readonly at: number; readonly token: string }> = []
  const all: Array<number> = []
  const asked = new Set<string>()
  const done = yield* Deferred.make<void>()
  const gateway = {
    ...takesPayouts,
    confirm: ({ token }: ConfirmCall) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        all.push(at)
        // The first to be confirmed are audited while the last ones still wait.
        if (!asked.has(token)) confirms.push({ at, token })
        asked.add(token)
        if (confirms.length === payments) Deferred.doneUnsafe(done, Effect.void)
        return { ...blankConfirmRecord, status: "completed" as const }
      }),
  }
  const store = layerStore({ file: join(folder, "payments.db") })

  return yield* Effect.gen(function* () {
    const services = yield* Layer.build(layerOn(store, gateway, { calls: { creationRate: null } }))
    const desk = Context.get(services, Payouts)
    const kept = Context.get(services, PaymentStore)
    const batch = 200
    for (let from = 0; from < payments; from += batch) {
      time.set(Math.floor((day * from) / payments))
      const ids = Array.from({ length: Math.min(batch, payments - from) }, (_, index) => from + index)
      yield* Effect.forEach(ids, (index) => desk.create(payout(`wage-${index}`, `226${60_000_000 + index}`)), {
        concurrency: batch,
      })
    }
    // The order in which they are due is the order of their age, spread by the jitter of the schedule.
    const dueAt = new Map<string, number>()
    let after: ListQuery["after"]
    for (;;) {
      const page = yield* kept.list({ states: ["pending"], limit: 1_000, ...(after === undefined ? {} : { after }) })
      for (const { payment, tracking } of page) {
        for (const { token } of issuedTokensOf(payment.attempts)) dueAt.set(token, tracking.actAt ?? 0)
        after = { createdAt: payment.createdAt, key: payment.key }
      }
      if (page.length < 1_000) break
    }

    time.set(day)
    const working = yield* Effect.forkChild(Context.get(services, Worker).run)
    yield* Deferred.await(done)
    yield* Effect.sleep("1 minute")
    yield* Fiber.interrupt(working)
    const left = yield* kept.list({ states: ["pending"], limit: payments })
    const ordered = [...dueAt].toSorted(([, one], [, other]) => one - other)
    const places = new Map(ordered.map(([token], index) => [token, index]))
    const last = confirms.at(-1)?.at ?? day
    return {
      left: left.length,
      hours: (last - day) / 3_600_000,
      seconds: Math.round((performance.now() - started) / 1_000),
      confirmsPerSecond: all.filter((at) => at <= last).length / ((last - day) / 1_000),
      most: busiest(all),
      furthestOutOfPlace: confirms.reduce(
        (most, { token }, index) => Math.max(most, Math.abs((places.get(token) ?? 0) - index)),
        0,
      ),
    }
  }).pipe(Effect.provideService(Clock.Clock, time.clock), Effect.provide(Logger.layer([])))
})
