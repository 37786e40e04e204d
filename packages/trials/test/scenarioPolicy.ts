/**
 * A policy for a merchant whose service lives faster than the clock: what a payment's life is made of is as much shorter as the
 * service is faster. What guards a call stays as it is, for a real socket is as slow as ever: time-outs, leases, the time for which
 * an intent is fresh.
 */
import { defaultPolicy, Rail, type RailSchedule } from "@cauri/core"
import { shops } from "./scenarioMerchant.ts"

/** No wait is shorter: a process beside others takes that long to notice anything. */
const shortest = 50

/** Rails whose customer types a code: no scenario waits for one to expire, and a busy machine must not let one expire. */
const typed: ReadonlySet<Rail> = new Set<Rail>(["SmsOtp", "Wallet", "GuidedUssd"])

/** The overrides of the policy, as `POLICY_FILE` has them. */
export const policyAt = (factor: number) => {
  const time = (millis: number): number => Math.max(1, Math.round(millis / factor))
  const wait = (millis: number): number => Math.max(shortest, time(millis))
  const scheduleAt = (
    { afterwards, deadline, first, listening, next, overdueAfter }: RailSchedule,
    isTyped: boolean,
  ) => ({
    first: wait(first),
    next: next.map(wait),
    afterwards: afterwards.map(({ every, until }) => ({
      every: wait(every),
      until: until === Infinity ? null : time(until),
    })),
    deadline: deadline === null || isTyped ? deadline : time(deadline),
    overdueAfter: overdueAfter.map(time),
    listening: listening.map(time),
  })
  const { audits, confirmBackoff, schedules } = defaultPolicy
  return {
    shops,
    schedules: Object.fromEntries(Rail.literals.map((rail) => [rail, scheduleAt(schedules[rail], typed.has(rail))])),
    otpRequestCoolDown: time(defaultPolicy.otpRequestCoolDown),
    tryAgainCoolDown: time(defaultPolicy.tryAgainCoolDown),
    payoutFailureAgreement: time(defaultPolicy.payoutFailureAgreement),
    contradictionAgreement: time(defaultPolicy.contradictionAgreement),
    lostHandleLimit: time(defaultPolicy.lostHandleLimit),
    audits: audits.map(time),
    slotRetryAfter: wait(defaultPolicy.slotRetryAfter),
    confirmSpacing: wait(defaultPolicy.confirmSpacing),
    confirmBackoff: confirmBackoff.map(wait),
    callbackSpacing: wait(defaultPolicy.callbackSpacing),
    // An hour of the service passes many times in one of ours.
    callbackConfirmsPerHour: defaultPolicy.callbackConfirmsPerHour * factor,
    // Some answers are lost for good, and nobody shall wait half a minute for each of them.
    creationTimeout: 10_000,
    reconcilerPatience: 500,
    sweepSleep: 100,
    // Scenarios share a process here, and the trouble of one must neither slow down nor stop another.
    confirmRate: null,
    callbackConfirmRate: null,
    creationRate: null,
    breaker: { calls: 10_000 },
  }
}
