/**
 * The policy of the small worlds: core's own, with coarse schedules so that few moments matter, no jitter, no rates (a rate only delays;
 * but a waiting callback must not be forgotten, so one world has a rate) and a breaker that never opens.
 */
import { Duration, Result } from "effect"
import { type PolicyShape } from "@cauri/core"
import { makePolicy } from "@cauri/core/adapter"
import { Rail } from "@cauri/core/model"

const minute = 60_000
const hour = 60 * minute

export const payinDeadline = 15 * minute

const coarse = {
  first: minute,
  next: [],
  afterwards: [
    { every: 10 * minute, until: hour },
    { every: 12 * hour, until: null },
  ],
  deadline: payinDeadline,
  overdueAfter: [],
  followUps: [hour],
}
const payout = { ...coarse, deadline: null, overdueAfter: [24 * hour], followUps: [] }

const policyWith = (callbackConfirmRate: { readonly perSecond: number; readonly burst: number } | null): PolicyShape =>
  Result.getOrThrow(
    makePolicy({
      calls: {
        confirmRate: null,
        callbackConfirmRate,
        creationRate: null,
        notSentBackoff: [minute],
        breaker: { window: 0, calls: 1, share: 1, openFor: 0 },
      },
      schedules: Object.fromEntries(Rail.literals.map((rail) => [rail, rail.endsWith("payout") ? payout : coarse])),
      limits: { lowBalancePause: minute },
      confirms: { jitter: 0, backoff: [minute], followUps: [hour] },
      delivery: { backoff: [minute] },
      worker: { batch: 1, concurrency: 1 },
      merchant: { shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } },
    }),
  )

export const trialPolicy = policyWith(null)
/** The same with a rate for the confirms that callbacks cause. The world says whether a token is available. */
export const ratedPolicy = policyWith({ perSecond: 1, burst: 1 })

/** The milliseconds of its lease, and the age from which a person may decide "not executed" on a payout. */
export const trialLease = Duration.toMillis(trialPolicy.calls.lease)
export const notExecutedAge = Duration.toMillis(trialPolicy.limits.notExecutedAge)
