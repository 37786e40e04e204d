/** What people and processes share, as one value beside the payments of a key-value store. */
import { Effect } from "effect"
import { takeToken } from "../ports/storeKit.ts"
import { SharedState, pausedByCauri } from "../ports/SharedState.ts"
import { type KeyValueDriver, allRows, type SharedValues, stepOf } from "./KeyValueDriver.ts"

export const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)

/**
 * A heartbeat removes those of its role that are older by this many milliseconds, because each start may use a new name. The last heartbeat
 * of a role stays until another process takes the role.
 *
 * ```ts
 * const shared = yield* SharedState
 * yield* shared.beat({ process: "shop-1", role: "embedded", at: 0 })
 * yield* shared.beat({ process: "shop-2", role: "embedded", at: heartbeatsKeptFor + 1 })
 * yield* Effect.map(shared.heartbeats(), (beats) => beats.map(({ process }) => process)) // => ["shop-2"]
 * ```
 */
export const heartbeatsKeptFor = 86_400_000

/** What people and processes share, in this key-value store. */
export const sharedIn = (values: KeyValueDriver, id: string): SharedState["Service"] => {
  const change = (part: Partial<SharedValues>) => values.setShared({ ...values.shared(), ...part })
  return SharedState.of({
    pause: (pause) =>
      stepOf("pause", () => {
        const { pauses } = values.shared()
        const there = pauses.get(pause.scope) ?? []
        const found = there.find(({ by }) => (by === pausedByCauri) === (pause.by === pausedByCauri))
        if (found === undefined) change({ pauses: put(pauses, pause.scope, [...there, pause]) })
        return found ?? pause
      }),
    resume: (scope, seen) =>
      stepOf("resume", () => {
        const pauses = new Map(values.shared().pauses)
        const there = pauses.get(scope) ?? []
        const left = there.filter(
          (pause) => seen !== undefined && !(pause.by === seen.by && pause.since === seen.since),
        )
        if (left.length === 0) pauses.delete(scope)
        else pauses.set(scope, left)
        change({ pauses })
        return left.length < there.length
      }),
    pauses: () => stepOf("pauses", () => [...values.shared().pauses.values()].flat()),
    beat: (heartbeat) =>
      stepOf("beat", () => {
        const { at, process, role } = heartbeat
        const kept = [...values.shared().heartbeats].filter(
          ([, old]) => old.role !== role || old.at >= at - heartbeatsKeptFor,
        )
        change({ heartbeats: put(new Map(kept), process, heartbeat) })
      }),
    heartbeats: () => stepOf("heartbeats", () => [...values.shared().heartbeats.values()]),
    takeRateToken: ({ rate, limit, now }) =>
      stepOf("takeRateToken", () => {
        const { rateTokens } = values.shared()
        const { nextAt, wait } = takeToken(rateTokens.get(rate), limit, now)
        if (wait === 0) change({ rateTokens: put(rateTokens, rate, nextAt) })
        return wait
      }),
    identity: () =>
      stepOf("identity", () => ({ id, highWater: allRows(values).reduce((sum, { seq }) => sum + seq, 0) })),
    acceptRestored: () => Effect.void,
  })
}
