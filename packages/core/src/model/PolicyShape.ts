/**
 * Every limit, schedule and deadline of the library: what they are and what they mean. Times are milliseconds.
 *
 * The service itself defines no expiry, no rate limit and no retry policy (#121, #213, #241, #248, #251), so all of these are
 * ours to choose.
 */
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
