/** The demo's policy: the same rules, with schedules of seconds instead of minutes and without limits on rates. */
import { isPayout, railNames } from "./plan.ts"

const second = 1_000

/** Moments after the end at which a payment is asked about again: longer than the demo ever takes. */
const afterTheEnd = Array.from({ length: 20 }, (_, index) => (index + 1) * 10 * second)

/** A call takes longer than this only when its answer will not come. */
const creationTimeout = 2 * second

/** What `POLICY_FILE` holds: overrides of the default. */
export const demoPolicy = {
  schedules: Object.fromEntries(
    railNames.map((rail) => [
      rail,
      {
        first: 300,
        next: [500, 800, 1_200],
        afterwards: [{ every: 1_500, until: null }],
        deadline: isPayout(rail) ? null : 4 * second,
        overdueAfter: [],
        listening: [1 * second, 3 * second, ...afterTheEnd],
      },
    ]),
  ),
  audits: afterTheEnd,
  slotRetryAfter: 500,
  confirmSpacing: 100,
  callbackSpacing: 100,
  callbackConfirmsPerHour: 10_000,
  payoutFailureAgreement: 200,
  contradictionAgreement: 200,
  otpRequestCoolDown: 100,
  tryAgainCoolDown: 500,
  confirmRate: null,
  callbackConfirmRate: null,
  creationRate: null,
  // Half of the calls fail on purpose, which is no reason to stop.
  breaker: { calls: 1_000_000 },
  confirmBackoff: [300, 600, 1_200, 2_000],
  notSentBackoff: [200, 500, 1_000],
  announceBackoff: [200, 500, 1_000, 2_000],
  connectTimeout: second,
  creationTimeout,
  confirmTimeout: creationTimeout,
  hearTimeout: creationTimeout,
  // What a killed reconciler held is free again after it.
  lease: 2 * creationTimeout,
  reconcilerPatience: 200,
  sweepSleep: 500,
}
