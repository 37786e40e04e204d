/**
 * How often one target is called. Every project can name an address, and each payment makes at least two POSTs: without a limit the
 * simulator would be an amplifier. Both tables are bounded, and neither outlives the sender.
 * Spec: Events (#196 #213); control D2 of the threat model.
 */
import { Result } from "effect"
import { type Told, undelivered } from "./Told.ts"

/** A token bucket for each target. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** The default rate per target. */
export const defaultRateLimit: RateLimit = { perSecond: 20, burst: 40 }

/** The most sends of one POST of an event, however often the engine asks. */
export const maximumAttempts = 10

/** The most targets with a remembered rate. A target whose bucket is full again is dropped. */
export const maximumTargets = 1_000

/** The most POSTs with counted attempts; then the least recently used one is dropped, and its own attempt number still stops it. */
export const maximumCountedPosts = 10_000

/** Counts what was sent; its methods are synchronous, so each is atomic among fibres. */
export interface CallbackLimits {
  /** Takes one token of the target, if there is one now. */
  readonly takePermission: (rateKey: string, nowMillis: number) => Result.Result<void, Told>
  /** Counts one attempt of a POST; its own attempt number counts too. */
  readonly countAttempt: (postKey: string, attempt: number) => Result.Result<void, Told>
}

/** Makes empty tables. */
export const makeCallbackLimits = (limit: RateLimit = defaultRateLimit): CallbackLimits => {
  const buckets = new Map<string, Bucket>()
  const counts = new Map<string, number>()
  return {
    takePermission: (rateKey, nowMillis) => {
      if (!buckets.has(rateKey) && buckets.size >= maximumTargets) {
        forgetFull(buckets, nowMillis, limit)
      }
      if (!buckets.has(rateKey) && buckets.size >= maximumTargets) {
        return Result.fail(undelivered((texts) => texts.too_many_hosts(maximumTargets)))
      }
      const { permissions, atMillis } = refill(buckets.get(rateKey), nowMillis, limit)
      const isTaken = permissions >= 1
      buckets.set(rateKey, { permissions: isTaken ? permissions - 1 : permissions, atMillis })
      return isTaken ? Result.void : Result.fail(undelivered((texts) => texts.too_often(limit.perSecond, limit.burst)))
    },
    countAttempt: (postKey, attempt) => {
      const count = Math.max(attempt, (counts.get(postKey) ?? 0) + 1)
      if (count > maximumAttempts) {
        return Result.fail(undelivered((texts) => texts.sent_too_often(maximumAttempts)))
      }
      counts.delete(postKey)
      counts.set(postKey, count)
      if (counts.size > maximumCountedPosts) {
        forgetOldest(counts)
      }
      return Result.void
    },
  }
}

interface Bucket {
  readonly permissions: number
  readonly atMillis: number
}

/** A clock that was set back adds no tokens and removes none; time counts from there. */
const refill = (bucket: Bucket | undefined, nowMillis: number, limit: RateLimit): Bucket => {
  if (bucket === undefined) {
    return { permissions: limit.burst, atMillis: nowMillis }
  }
  const passedMillis = Math.max(0, nowMillis - bucket.atMillis)
  return {
    permissions: Math.min(limit.burst, bucket.permissions + (passedMillis * limit.perSecond) / 1_000),
    atMillis: nowMillis,
  }
}

const forgetFull = (buckets: Map<string, Bucket>, nowMillis: number, limit: RateLimit): void => {
  for (const [rateKey, bucket] of buckets) {
    if (refill(bucket, nowMillis, limit).permissions >= limit.burst) {
      buckets.delete(rateKey)
    }
  }
}

/** A Map keeps its keys in order of insertion. */
const forgetOldest = (counts: Map<string, number>): void => {
  for (const oldest of counts.keys()) {
    counts.delete(oldest)
    return
  }
}
