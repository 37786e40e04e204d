/**
 * Every limit, schedule and deadline of the library: what they are and what they mean. Times are milliseconds.
 *
 * The service itself defines no expiry, no rate limit and no retry policy (#121, #213, #241, #248, #251), so all of these are
 * ours to choose.
 */
import { Context, Result, Schema } from "effect"
import type { Rail } from "./ValidationMode.ts"

/** When the payments of a rail are confirmed. */
export interface RailSchedule {
  /** From the answer of the last attempt to the first confirm. */
  readonly first: number
  /** The waits after it, one by one. */
  readonly next: ReadonlyArray<number>
  /** The waits after those: `every`, while the payment is younger than `until`. The last `every` holds for ever. */
  readonly afterwards: ReadonlyArray<{ readonly every: number; readonly until: number }>
  /** After this long since the last attempt a payin is expired; `null`: it waits until it is known (payouts). */
  readonly deadline: number | null
  /** A payout older than one of these gets the flag `Overdue` with that level. */
  readonly overdueAfter: ReadonlyArray<number>
  /** Confirms after closing, counted from the closing. */
  readonly listening: ReadonlyArray<number>
}

/** What the customer may be charged above the amount, because the customer pays the operator's fees. */
export interface FeeRule {
  readonly project?: string
  readonly rail?: Rail
  /** Hundredths of a percent: 150 is 1.5 %. */
  readonly basisPoints: number
  readonly fixedXof: number
}

/** A rate that all processes of one store share; `null`: without a limit. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** Every limit, schedule and deadline. */
export interface PolicyShape {
  readonly schedules: Readonly<Record<Rail, RailSchedule>>
  readonly fees: ReadonlyArray<FeeRule>
  /** The shop of each project; a payin may bring its own. */
  readonly shops: Readonly<Record<string, { readonly name: string; readonly siteUrl: string }>>
  /** An unsent payin is cancelled after this: the customer has gone. */
  readonly payinIntentLimit: number
  /** An unsent payout is held after this, since its creation or its release. */
  readonly payoutIntentLimit: number
  /** Attempts that were not sent, per payment (and per release of a payout), before it is cancelled or held. */
  readonly maxAttempts: number
  /** New attempts after a hosted creation without answer. */
  readonly maxHostedRetries: number
  /** Cool-down between two requests for an OTP, and how many there may be. */
  readonly otpRequestCoolDown: number
  readonly maxOtpRequests: number
  /** How many times a customer may submit an OTP. */
  readonly maxOtpSubmissions: number
  /** Cool-down before a customer may try an unanswered payment again, and how many attempts there may be. */
  readonly tryAgainCoolDown: number
  readonly maxTries: number
  /** Two payouts of one amount to one beneficiary inside this window are twins. */
  readonly twinWindow: number
  /** The age at which a person may rule that an unanswered payout was not executed. */
  readonly notExecutedAge: number
  /** Two `notcompleted` of a payout, and two contradictions of a final state, count when they lie this far apart. */
  readonly payoutFailureAgreement: number
  readonly contradictionAgreement: number
  /** Not-found answers after which a handle counts as lost. */
  readonly notFoundLimit: number
  /** An open payout with a lost handle is asked about until this long after its last attempt; then only a note wakes it. */
  readonly lostHandleLimit: number
  /** Flags about statuses outside the specification, per payment. */
  readonly maxUnknownStatuses: number
  /** Confirms after a payment is final. */
  readonly audits: ReadonlyArray<number>
  /** Transport failures that are repeated within one slot of listening or auditing, and how soon. */
  readonly slotRetries: number
  readonly slotRetryAfter: number
  /** Never two confirms of one payment closer than this. */
  readonly confirmSpacing: number
  /** Jitter of the schedules, as a share: 0.2 is ±20 %. */
  readonly jitter: number
  /** Confirms that callbacks may cause, per payment. */
  readonly callbackSpacing: number
  readonly callbackConfirmsPerHour: number
  /** A program that is further behind the store's time than this ends. */
  readonly clockTolerance: number
  /** The lease of a payment by one worker, and how long a reconciler leaves a fresh intent to the caller that made it. */
  readonly lease: number
  readonly reconcilerPatience: number
  /** Time-outs of one call. A cut creation is expensive, so it waits long. */
  readonly connectTimeout: number
  readonly creationTimeout: number
  readonly confirmTimeout: number
  /** Shared by all processes of a store; callbacks may use at most half of the confirms. */
  readonly confirmRate: Rate | null
  readonly callbackConfirmRate: Rate | null
  readonly creationRate: Rate | null
  /** A creation waits at most this long for its turn before it is left to the reconciler. */
  readonly creationPatience: number
  /** A confirm that somebody waits for waits at most this long for its turn; then nothing is asked. */
  readonly confirmPatience: number
  /** The circuit breaker of one process. */
  readonly breaker: {
    readonly window: number
    readonly calls: number
    readonly share: number
    readonly openFor: number
  }
  /** Waits after a confirm that the service did not answer in a usable way. */
  readonly confirmBackoff: ReadonlyArray<number>
  /** Waits after an attempt that was not sent. */
  readonly notSentBackoff: ReadonlyArray<number>
  /** Waits of a failing consumer, and the tries after which its event is parked. */
  readonly announceBackoff: ReadonlyArray<number>
  readonly maxAnnounceTries: number
  /** A consumer that takes longer to hear an event has refused it. */
  readonly hearTimeout: number
  /**
   * How a worker works: payments per batch, payments that are acted on at once (and beside them four times as many events that each consumer
   * hears at once), longest sleep, and the wait after a failing sweep.
   */
  readonly sweepBatch: number
  readonly sweepConcurrency: number
  readonly sweepSleep: number
  readonly sweepBackoff: number
  /** Payments per page where many are walked over. */
  readonly walkPage: number
  /** How often a settlement starts over when others change the payment at the same moment. */
  readonly maxSettleTries: number
  /** How often a step is begun again because others changed the payment at the same moment. */
  readonly maxSaveTries: number
  /** An answer is tried to be saved for this long while the store is failing. */
  readonly answerPatience: number
  readonly answerRetryAfter: number
  /** Other spellings that a merchant accepts as one of the three statuses. Empty: anything else reads as pending. */
  readonly statusAliases: Readonly<Record<string, "completed" | "notcompleted">>
  /**
   * Refuse custom_data keys that contain "id", such as `order_id` or `provider`. The service joins the values of all such keys in a
   * record's `external_id` (#90), without a separator, so with a second one it is no longer the payment's id (#91). Payments here
   * are told apart by the `transaction_id` entry and never by `external_id`; switch this on when other programs or people read
   * `external_id`.
   */
  readonly refuseIdKeys: boolean
  /** Bounds of what a merchant may send along. */
  readonly maxItems: number
  readonly maxCustomData: number
}

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

/** The policy in force. Nothing needs to be provided to start. */
export const Policy = Context.Reference<PolicyShape>("@cauri/core/Policy", { defaultValue: () => defaultPolicy })

/** Under this policy a call or a consumer could outlast the lease of its payment. */
export class PolicyRefused extends Schema.TaggedError<PolicyRefused>()("PolicyRefused", {
  /** The key to change. */
  setting: Schema.String,
  /** What must hold of a policy. */
  rule: Schema.String,
}) {
  override get message() {
    return `The policy is refused. Set one in which ${this.rule}.`
  }
}

/** The policy if it is safe, or the rule that it breaks. */
export const checkPolicy = (policy: PolicyShape): Result.Result<PolicyShape, PolicyRefused> => {
  const { confirmTimeout, connectTimeout, creationTimeout, hearTimeout, lease } = policy
  // A creation begins only while its lease has room for the connection and the answer, and a round of confirms is kept only within its own.
  if (!(lease > connectTimeout + Math.max(creationTimeout, confirmTimeout))) {
    const rule = "lease is longer than connectTimeout and the longer of creationTimeout and confirmTimeout together"
    return Result.fail(new PolicyRefused({ setting: "lease", rule }))
  }
  // A host begins to hear until half of the lease is over; a consumer that hears longer hears everything again.
  return hearTimeout <= lease / 2
    ? Result.succeed(policy)
    : Result.fail(new PolicyRefused({ setting: "hearTimeout", rule: "hearTimeout is at most half of lease" }))
}

/** How special a rule is. */
const weight = (rule: FeeRule): number => (rule.project === undefined ? 0 : 2) + (rule.rail === undefined ? 0 : 1)

/** What the customer of this payment may be charged above its amount. The most special rule wins; none: nothing. */
export const feesOn = (policy: PolicyShape, project: string, rail: Rail, amount: number): number => {
  const fitting = policy.fees.filter((rule) => (rule.project ?? project) === project && (rule.rail ?? rail) === rail)
  const rule = fitting.reduce<FeeRule | null>(
    (best, next) => (best === null || weight(next) > weight(best) ? next : best),
    null,
  )
  return rule === null ? 0 : Math.ceil((amount * rule.basisPoints) / 10_000) + rule.fixedXof
}

/** The confirm with this count (0 is the first), for a payment of this age: how long after the one before. */
export const confirmDelay = (schedule: RailSchedule, count: number, age: number): number => {
  if (count === 0) return schedule.first
  const listed = schedule.next[count - 1]
  if (listed !== undefined) return listed
  const band = schedule.afterwards.find((each) => age < each.until) ?? schedule.afterwards.at(-1)
  return band?.every ?? schedule.next.at(-1) ?? schedule.first
}

/** Wait number `count` of a backoff; the last one holds for ever. */
export const backoff = (waits: ReadonlyArray<number>, count: number): number =>
  waits[Math.min(count, waits.length - 1)] ?? minute

/** A share in [-1, 1) that depends on nothing but its seed, so that runs replay (FNV-1a). */
const share = (seed: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x8000_0000 - 1
}

/** A wait spread by the policy's jitter: payments that began together do not ask together. */
export const jittered = (policy: PolicyShape, seed: string, wait: number): number =>
  Math.round(wait * (1 + policy.jitter * share(seed)))
