/**
 * The default of every limit, schedule and deadline.
 */
import type { PolicyShape, RailSchedule } from "./PolicyShape.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const closing = [15 * minute, hour, 6 * hour, 23 * hour, 72 * hour, 7 * day]
const otpSchedule: RailSchedule = {
  first: 3 * second,
  next: [3, 5, 10, 20, 40].map((s) => s * second),
  afterwards: [{ every: minute, until: Infinity }],
  deadline: 15 * minute,
  overdueAfter: [],
  listening: closing,
}
const guidedSchedule: RailSchedule = {
  ...otpSchedule,
  first: 15 * second,
  next: [15, 30, 60].map((s) => s * second),
  afterwards: [{ every: 2 * minute, until: Infinity }],
  deadline: 30 * minute,
}
const hostedSchedule: RailSchedule = {
  ...otpSchedule,
  first: 20 * second,
  next: [30, 45, 67.5, 101.25].map((s) => s * second),
  afterwards: [{ every: 2 * minute, until: Infinity }],
  deadline: 2 * hour,
}

/** The default of every limit, schedule and deadline. */
export const defaultPolicy: PolicyShape = {
  schedules: {
    Hosted: hostedSchedule,
    UssdPush: {
      ...otpSchedule,
      first: 5 * second,
      next: [5, 10, 15, 20, 30, 45].map((s) => s * second),
    },
    GuidedUssd: guidedSchedule,
    UssdOtp: otpSchedule,
    SmsOtp: otpSchedule,
    Wallet: otpSchedule,
    OperatorRedirect: { ...hostedSchedule, deadline: 30 * minute },
    ServiceRedirect: { ...hostedSchedule, deadline: 30 * minute },
    WalletPayout: {
      first: 3 * second,
      next: [3 * second, 5 * second, 15 * second, minute, 5 * minute, 30 * minute],
      afterwards: [{ every: hour, until: Infinity }],
      deadline: null,
      overdueAfter: [2 * minute],
      listening: [],
    },
    MobileMoneyPayout: {
      first: 30 * second,
      next: [1, 2, 5, 15, 30].map((m) => m * minute),
      afterwards: [
        { every: hour, until: day },
        { every: 3 * hour, until: 3 * day },
        { every: 6 * hour, until: 7 * day },
        { every: day, until: Infinity },
      ],
      deadline: null,
      overdueAfter: [day, 3 * day, 7 * day],
      listening: [],
    },
  },
  fees: [],
  shops: {},
  payinIntentLimit: 2 * minute,
  payoutIntentLimit: day,
  maxAttempts: 3,
  maxHostedRetries: 2,
  otpRequestCoolDown: minute,
  maxOtpRequests: 3,
  maxOtpSubmissions: 5,
  tryAgainCoolDown: 2 * minute,
  maxTries: 3,
  twinWindow: 10 * minute,
  notExecutedAge: 72 * hour,
  payoutFailureAgreement: 30 * second,
  contradictionAgreement: minute,
  notFoundLimit: 3,
  lostHandleLimit: 7 * day,
  maxUnknownStatuses: 5,
  audits: [hour, 23 * hour],
  slotRetries: 3,
  slotRetryAfter: minute,
  confirmSpacing: 3 * second,
  jitter: 0.2,
  callbackSpacing: 5 * second,
  callbackConfirmsPerHour: 20,
  clockTolerance: minute,
  lease: minute,
  reconcilerPatience: 5 * second,
  connectTimeout: 5 * second,
  creationTimeout: 30 * second,
  confirmTimeout: 10 * second,
  confirmRate: { perSecond: 5, burst: 10 },
  callbackConfirmRate: { perSecond: 2.5, burst: 5 },
  creationRate: { perSecond: 2, burst: 10 },
  creationPatience: 10 * second,
  confirmPatience: 10 * second,
  breaker: { window: minute, calls: 10, share: 0.5, openFor: 30 * second },
  confirmBackoff: [5, 10, 20, 40].map((s) => s * second).concat([minute, 2 * minute, 5 * minute]),
  notSentBackoff: [2, 5, 15].map((s) => s * second).concat([minute]),
  announceBackoff: [1, 5, 15, 60].map((s) => s * second).concat([5 * minute, 30 * minute, hour]),
  maxAnnounceTries: 20,
  hearTimeout: 10 * second,
  sweepBatch: 50,
  sweepConcurrency: 8,
  sweepSleep: 30 * second,
  sweepBackoff: 5 * second,
  walkPage: 200,
  maxSettleTries: 3,
  maxSaveTries: 100,
  answerPatience: 10 * minute,
  answerRetryAfter: second,
  statusAliases: {},
  refuseIdKeys: false,
  maxItems: 200,
  maxCustomData: 20,
}
