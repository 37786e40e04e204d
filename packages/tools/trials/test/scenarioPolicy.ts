/**
 * A policy for a merchant whose service lives faster than the clock: what a payment's life is made of is as much shorter as the
 * service is faster. What guards a call stays as it is, for a real socket is as slow as ever: time-outs, leases, the time for which
 * an intent is fresh.
 */
import { Duration } from "effect"
import { defaultPolicy } from "@cauri/core"
import { Rail, type RailSchedule } from "@cauri/core/model"
import { shops } from "./scenarioMerchant.ts"

/** No wait is shorter: a process beside others takes that long to notice anything. */
const shortest = 50

/** Rails whose customer types a code: no scenario waits for one to expire, and a busy machine must not let one expire. */
const typed: ReadonlySet<Rail> = new Set<Rail>(["sms_otp", "wallet", "guided_ussd"])

/** The overrides of the policy, as `POLICY_FILE` has them. */
export const policyAt = (factor: number) => {
  const time = (duration: Duration.Duration): number => Math.max(1, Math.round(Duration.toMillis(duration) / factor))
  const wait = (duration: Duration.Duration): number => Math.max(shortest, time(duration))
  // For ever is for ever in every world.
  const endless = (duration: Duration.Duration) => (Duration.isFinite(duration) ? time(duration) : null)
  const scheduleAt = (
    { afterwards, deadline, first, followUps, next, overdueAfter }: RailSchedule,
    isTyped: boolean,
  ) => ({
    first: wait(first),
    next: next.map(wait),
    afterwards: afterwards.map(({ every, until }) => ({ every: wait(every), until: endless(until) })),
    deadline: isTyped ? Duration.toMillis(deadline) : endless(deadline),
    overdueAfter: overdueAfter.map(time),
    followUps: followUps.map(time),
  })
  const { confirms, limits, schedules } = defaultPolicy
  return {
    calls: {
      // Some answers are lost for good, and half a minute is too long to wait for each of them.
      creationTimeout: 10_000,
      // Scenarios share a process here, and the trouble of one must neither slow down nor stop another.
      confirmRate: null,
      callbackConfirmRate: null,
      creationRate: null,
      breaker: { calls: 10_000 },
    },
    schedules: Object.fromEntries(Rail.literals.map((rail) => [rail, scheduleAt(schedules[rail], typed.has(rail))])),
    confirms: {
      spacing: wait(confirms.spacing),
      backoff: confirms.backoff.map(wait),
      followUps: confirms.followUps.map(time),
      followUpRetryAfter: wait(confirms.followUpRetryAfter),
      callbackSpacing: wait(confirms.callbackSpacing),
      // An hour of the service passes many times in one of ours.
      callbacksPerHour: confirms.callbacksPerHour * factor,
    },
    limits: {
      otpRequestCoolDown: time(limits.otpRequestCoolDown),
      tryAgainCoolDown: time(limits.tryAgainCoolDown),
      payoutFailureAgreement: time(limits.payoutFailureAgreement),
      contradictionAgreement: time(limits.contradictionAgreement),
      lostToken: endless(limits.lostToken),
    },
    worker: { patience: 500, sleep: 100 },
    merchant: { shops },
  }
}
