/** The demo's policy: the same rules, with schedules of seconds instead of minutes and without limits on rates. */
import { isPayout, railNames } from "./plan.ts"

const second = 1_000

/** Moments after the end at which a payment is asked about again: longer than the demo ever takes. */
const afterTheEnd = Array.from({ length: 20 }, (_, index) => (index + 1) * 10 * second)

/** A call takes longer than this only when its answer will not come. */
const creationTimeout = 2 * second

/** What `POLICY_FILE` holds: overrides of the default. */
export const demoPolicy = {
  calls: {
    connectTimeout: second,
    creationTimeout,
    confirmTimeout: creationTimeout,
    // After it another worker takes over a killed worker's payments.
    lease: 2 * creationTimeout,
    creationPatience: creationTimeout,
    confirmRate: null,
    callbackConfirmRate: null,
    creationRate: null,
    notSentBackoff: [200, 500, 1_000],
    // Half of the calls fail on purpose, which is no reason to stop.
    breaker: { calls: 1_000_000 },
  },
  schedules: Object.fromEntries(
    railNames.map((rail) => [
      rail,
      {
        first: 300,
        next: [500, 800, 1_200],
        afterwards: [{ every: 1_500, until: null }],
        deadline: isPayout(rail) ? null : 4 * second,
        overdueAfter: [],
        followUps: [1 * second, 3 * second, ...afterTheEnd],
      },
    ]),
  ),
  confirms: {
    spacing: 100,
    backoff: [300, 600, 1_200, 2_000],
    followUps: afterTheEnd,
    followUpRetryAfter: 500,
    callbackSpacing: 100,
    callbacksPerHour: 10_000,
  },
  limits: {
    payoutFailureAgreement: 200,
    contradictionAgreement: 200,
    otpRequestCoolDown: 100,
    tryAgainCoolDown: 500,
  },
  delivery: { backoff: [200, 500, 1_000, 2_000], timeout: creationTimeout },
  worker: { patience: 200, sleep: 500 },
  store: { clockTolerance: second },
}
