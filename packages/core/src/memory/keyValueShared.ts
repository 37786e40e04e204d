/** What people and processes share, as one value beside the payments of a key-value store. */
import { Effect, Equal, Struct } from "effect"
import { takeToken } from "../ports/storeKit.ts"
import { type Pause, type ResumeAsked, SharedState, type SeenPause, pausedByCauri } from "../ports/SharedState.ts"
import { type KeyValueDriver, allRows, type SharedValues, stepOf } from "./KeyValueDriver.ts"

export const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)

/**
 * A heartbeat removes those of its role that are older by this many milliseconds, because each start may use a new name. The last heartbeat
 * of a role stays until another process takes the role.
 */
export const heartbeatsKeptFor = 86_400_000

/** Is it the pause that was seen, with the request that was seen, if one was? */
const isSeen = ({ by, request, since }: Pause, seen: SeenPause): boolean =>
  by === seen.by && since === seen.since && (seen.request === undefined || Equal.equals(request, seen.request))

const withRequest = (pause: Pause, request: ResumeAsked | null): Pause => {
  const bare = Struct.omit(pause, ["request"])
  return request === null ? bare : { ...bare, request }
}

/** What people and processes share, in this key-value store. */
export const sharedIn = (values: KeyValueDriver, id: string): SharedState["Service"] => {
  const change = (part: Partial<SharedValues>) => values.setShared({ ...values.shared(), ...part })
  return SharedState.of({
    pause: (pause) =>
      stepOf("pause", () => {
        const { pauses } = values.shared()
        const there = pauses.get(pause.scope) ?? []
        const found = there.find(({ by }) => (by === pausedByCauri) === (pause.by === pausedByCauri))
        const fresh = withRequest(pause, null)
        if (found === undefined) change({ pauses: put(pauses, pause.scope, [...there, fresh]) })
        return found ?? fresh
      }),
    resume: (scope, seen) =>
      stepOf("resume", () => {
        const pauses = new Map(values.shared().pauses)
        const there = pauses.get(scope) ?? []
        const left = there.filter((pause) => seen !== undefined && !isSeen(pause, seen))
        if (left.length === 0) pauses.delete(scope)
        else pauses.set(scope, left)
        change({ pauses })
        return left.length < there.length
      }),
    requestResume: (scope, seen, request) =>
      stepOf("requestResume", () => {
        const { pauses } = values.shared()
        const there = pauses.get(scope) ?? []
        const found = there.find((pause) => isSeen(pause, seen))
        if (found === undefined) return false
        const asked = there.map((pause) => (pause === found ? withRequest(pause, request) : pause))
        change({ pauses: put(pauses, scope, asked) })
        return true
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
    takeRateToken: (rate, limit, now) =>
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
