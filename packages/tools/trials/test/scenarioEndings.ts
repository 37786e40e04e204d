/**
 * What a merchant must end with, for every scenario of the simulator's catalogue, whoever plays it: in one process on virtual time, or
 * against the running apps. The rows are those of the payment's life: P for payins, O for payouts.
 */
import type { FlagKind, StateTag } from "@cauri/core/model"

/** What a scenario must end with. What is not said must be empty. */
export interface Ending {
  readonly rows: string
  readonly state: StateTag
  readonly flags?: ReadonlyArray<FlagKind>
  readonly attempts?: number
  /** What the service holds in the end, whatever the merchant knows of it. */
  readonly service: ReadonlyArray<"pending" | "completed" | "notcompleted">
  readonly twin?: StateTag
  readonly refunds?: ReadonlyArray<StateTag>
  readonly pauses?: ReadonlyArray<string>
}

const completed = { state: "completed", service: ["completed"] } as const
const expired = { state: "expired", service: ["pending"] } as const
const doubtful = { state: "in_doubt", service: ["completed"] } as const

/** What each scenario of the catalogue must end with. */
export const endings: Readonly<Record<string, Ending>> = {
  "push-completes": { rows: "P5 P12", ...completed },
  "push-refused": { rows: "P14", state: "not_completed", service: ["notcompleted"] },
  "prompt-ignored": { rows: "P15", ...expired },
  "wrong-pin-then-right": { rows: "P12", ...completed },
  "late-completion": { rows: "P15 P12", ...completed },
  "callback-before-answer": { rows: "P5 P12", ...completed },
  "callbacks-lost": { rows: "P12", ...completed },
  "callbacks-repeated": { rows: "P12", ...completed },
  "callbacks-delayed": { rows: "P12", ...completed },
  "forged-completed": { rows: "P15", ...expired },
  "forged-then-refused": { rows: "P14", state: "not_completed", service: ["notcompleted"] },
  "forged-failure": { rows: "P12", ...completed },
  "answer-lost": { rows: "P8 P17", ...doubtful, flags: ["callback_without_token", "unanswered"] },
  "answer-lost-tried-again": {
    rows: "P8 P16 P12",
    state: "completed",
    flags: ["unanswered"],
    attempts: 2,
    service: ["completed", "pending"],
  },
  "hosted-answer-lost": {
    rows: "P8 P16 P12",
    state: "completed",
    flags: ["unanswered"],
    attempts: 2,
    service: ["completed", "pending"],
  },
  "hosted-pays": { rows: "P5 P12", ...completed },
  "hosted-cancelled": { rows: "P15", ...expired },
  "hosted-refused": { rows: "P14", state: "not_completed", service: ["notcompleted"] },
  "hosted-forged": { rows: "P15", ...expired },
  "hosted-late": { rows: "P15 P12", ...completed },
  "hosted-callbacks-lost": { rows: "P12", ...completed },
  "sms-otp": { rows: "P6 P9 P12", state: "completed", attempts: 2, service: ["completed", "pending"] },
  "sms-otp-wrong-then-right": {
    rows: "P9 P11 P12",
    state: "completed",
    attempts: 3,
    service: ["completed", "pending", "pending"],
  },
  "two-tokens-both-complete": {
    rows: "P21",
    state: "completed",
    flags: ["double_collection"],
    attempts: 2,
    service: ["completed", "completed"],
    refunds: ["held"],
  },
  "wallet-pays": { rows: "P6 P9 P12", ...completed, attempts: 2 },
  "wallet-wrong-then-right": { rows: "P11 P12", state: "completed", attempts: 3, service: ["completed", "pending"] },
  "wallet-otp-answer-lost": { rows: "P8 P9 P12", ...completed, attempts: 3 },
  "ussd-otp": { rows: "P2 P12", ...completed },
  "ussd-otp-other-amount": { rows: "P15", ...expired },
  "guided-ussd": { rows: "P12", ...completed },
  "amount-differs": { rows: "P13", state: "pending", flags: ["amount_mismatch"], service: ["completed"] },
  "unknown-status": { rows: "P12", ...completed, flags: ["unknown_status"] },
  "terminal-contradiction": {
    rows: "P20",
    state: "completed",
    flags: ["terminal_contradiction"],
    service: ["notcompleted"],
  },
  "completed-after-failure": {
    rows: "P20",
    state: "not_completed",
    flags: ["completed_after_not_completed"],
    service: ["completed"],
  },
  "token-dies": { rows: "P15", ...expired, flags: ["token_lost"] },
  "daily-limit": { rows: "P7", state: "refused", service: [] },
  "keys-reissued": { rows: "P4 P12", ...completed, attempts: 2 },
  "payout-arrives": { rows: "O5 O11", ...completed },
  "payout-fails": { rows: "O12", state: "not_completed", service: ["notcompleted"] },
  "payout-answer-lost": { rows: "O7 O9", ...doubtful, flags: ["callback_without_token"] },
  "payout-reset-before": { rows: "O7", state: "in_doubt", service: [] },
  "payout-page-503": { rows: "O7 O9", ...doubtful, flags: ["callback_without_token"] },
  "payout-empty-token": { rows: "O7 O9", ...doubtful, flags: ["accepted_without_token", "callback_without_token"] },
  "payout-unknown-code": { rows: "O7 O9", ...doubtful, flags: ["callback_without_token"] },
  "payout-truncated": { rows: "O7 O9", ...doubtful, flags: ["callback_without_token"] },
  "payout-slow": { rows: "O13 O11", ...completed, flags: ["overdue"] },
  "payout-contradiction": {
    rows: "O14",
    state: "completed",
    flags: ["terminal_contradiction"],
    service: ["notcompleted"],
  },
  "low-balance": { rows: "O4", state: "intended", service: [], pauses: ["project/shop/payouts"] },
  "payouts-ip-denied": { rows: "O4", state: "intended", service: [], pauses: ["project/shop/payouts"] },
  "payout-twin": { rows: "O2", ...completed, twin: "held" },
  "payout-callbacks-forged": { rows: "O11", state: "pending", service: ["pending"] },
  "wallet-payout": { rows: "O11", ...completed },
}

/** What both sides have in the end, side by side with what they must have. */
export interface Seen {
  readonly state: string
  readonly flags: ReadonlyArray<string>
  readonly attempts: number
  readonly service: ReadonlyArray<string>
  readonly twin: string
  readonly refunds: ReadonlyArray<string>
  readonly pauses: ReadonlyArray<string>
}

/** An ending with everything that it does not say. */
export const seenAt = ({
  attempts = 1,
  flags = [],
  pauses = [],
  refunds = [],
  service,
  state,
  twin,
}: Ending): Seen => ({
  state,
  flags,
  attempts,
  service,
  twin: twin ?? "none",
  refunds,
  pauses,
})
