/**
 * The policy of the small worlds: core's own, with coarse schedules so that few moments matter, no jitter, no rates (a rate is only
 * a wait) and a breaker that never opens.
 */
import { defaultPolicy, type PolicyShape, type RailSchedule } from "@cauri/core"

const minute = 60_000
const hour = 60 * minute

/** The deadline of every payin of these worlds. */
export const payinDeadline = 15 * minute

const coarse: RailSchedule = {
  first: minute,
  next: [],
  afterwards: [
    { every: 10 * minute, until: hour },
    { every: 12 * hour, until: Infinity },
  ],
  deadline: payinDeadline,
  overdueAfter: [],
  listening: [hour],
}
const payout: RailSchedule = { ...coarse, deadline: null, overdueAfter: [24 * hour], listening: [] }

/** The policy of these worlds. */
export const trialPolicy: PolicyShape = {
  ...defaultPolicy,
  schedules: {
    Hosted: coarse,
    UssdPush: coarse,
    GuidedUssd: coarse,
    UssdOtp: coarse,
    SmsOtp: coarse,
    Wallet: coarse,
    OperatorRedirect: coarse,
    ServiceRedirect: coarse,
    WalletPayout: payout,
    MobileMoneyPayout: payout,
  },
  shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } },
  audits: [hour],
  jitter: 0,
  confirmRate: null,
  callbackConfirmRate: null,
  creationRate: null,
  confirmBackoff: [minute],
  notSentBackoff: [minute],
  announceBackoff: [minute],
  breaker: { window: 0, calls: 1, share: 1, openFor: 0 },
  sweepBatch: 1,
  sweepConcurrency: 1,
}
