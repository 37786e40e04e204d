/**
 * What core names in the code's own words, in English.
 */
import type { AttemptKind, AttemptOutcome, FlagKind, HeldReason, PaymentKind, Rail, StateTag } from "@cauri/core/model"
import type { Act } from "../decisions.ts"

/** The states. */
export const states = {
  Intended: "Intended",
  Held: "Held",
  Submitting: "Being sent",
  AwaitingOtp: "Waiting for a code",
  Pending: "Pending",
  Completed: "Completed",
  NotCompleted: "Not completed",
  Refused: "Refused",
  InDoubt: "In doubt",
  Expired: "Expired",
  Cancelled: "Cancelled",
} satisfies Record<StateTag, string>

/** What each state means for the money: one sentence under the state of a payment. */
export const meanings = {
  Intended: "It is written down and waits to be sent.",
  Held: "It waits for a person before it is sent.",
  Submitting: "A call to the service is under way.",
  AwaitingOtp: "The customer has yet to enter a code.",
  Pending: "The service took it; how it ends is not known yet.",
  Completed: "The service confirmed it, or a person ruled so.",
  NotCompleted: "The service confirmed that it failed, or a person ruled so.",
  Refused: "The service said no.",
  InDoubt: "No usable answer came: the money may have moved or not.",
  Expired: "It is closed for the merchant. The service is still asked, because money may come late.",
  Cancelled: "It was given up before the service took it.",
} satisfies Record<StateTag, string>

/** What is said of a payment beside what its state means. */
export const asides = {
  notSentAgain: "Nothing is sent again until somebody decides.",
  walletCredited: "The wallet was credited; what its owner did with it is not known.",
}

/** Why a payout waits for a person. */
export const heldBecause = {
  Twin: "the same number was to get the same amount at about the same time",
  Stale: "it waited too long to be sent without a person",
  Attempts: "all attempts to send it are used up",
  Restored: "the store was restored from a backup",
  RefundDraft: "it is the draft of a refund",
  RefundTooHigh: "the refunds of this payin would exceed it",
} satisfies Record<HeldReason, string>

/** The kinds of payments. */
export const kinds = { payin: "Payin", payout: "Payout" } satisfies Record<PaymentKind, string>

/** The ways that money takes. */
export const rails = {
  Hosted: "Hosted page",
  UssdOtp: "USSD code",
  UssdPush: "USSD push",
  GuidedUssd: "Guided USSD",
  SmsOtp: "SMS code",
  OperatorRedirect: "Operator’s page",
  ServiceRedirect: "Service’s page",
  Wallet: "Wallet",
  WalletPayout: "Wallet payout",
  MobileMoneyPayout: "Mobile money payout",
} satisfies Record<Rail, string>

/** What a call was for. */
export const attemptKinds = {
  Pay: "payment",
  SmsOtpRequest: "request of a code by SMS",
  WalletOtpRequest: "request of a wallet’s code",
} satisfies Record<AttemptKind, string>

/** How a call ended. */
export const outcomes = {
  InFlight: "Under way",
  NotExecuted: "Ruled not executed",
  Accepted: "Accepted",
  OtpSent: "Code sent",
  Refused: "Refused",
  TurnedAway: "Turned away",
  NotSent: "Not sent",
  NoAnswer: "No answer",
} satisfies Record<AttemptOutcome["_tag"], string>

/** The flags. */
export const flags = {
  NoPaymentUrl: "No page to open",
  AcceptedWithoutToken: "Accepted without a token",
  Unanswered: "Unanswered",
  LateAnswer: "Late answer",
  CallbackWithoutToken: "Callback without a token",
  HandleLost: "Token unknown to the service",
  ConfirmDenied: "Confirm denied",
  UnknownStatus: "Unknown status",
  AmountMismatch: "Another amount",
  ReferenceMismatch: "Another reference",
  ExternalIdMismatch: "Another external id",
  TerminalContradiction: "Contradiction after the end",
  CompletedAfterNotCompleted: "Money after failure",
  DoubleCollection: "Paid twice by the customer",
  DoublePayout: "Paid out twice",
  Overdue: "Overdue",
  AnnouncementParked: "Announcement parked",
} satisfies Record<FlagKind, string>

/** The decisions. */
export const acts = {
  Completed: "Rule: completed",
  NotCompleted: "Rule: not completed",
  SendAgain: "Rule: not executed, send again",
  Release: "Release",
  Cancel: "Cancel",
  CloseFlag: "Close a flag",
  Recheck: "Ask the service now",
} satisfies Record<Act, string>

/** What each decision does, said before it is taken. */
export const actEffects = {
  Completed: "The payment counts as completed from then on. Decide so only with a proof that the money has moved.",
  NotCompleted:
    "The payment counts as not completed from then on. Decide so only with a proof that the money has not moved.",
  SendAgain:
    "The money is sent once more. If the first call was executed after all, the beneficiary is paid twice. Decide so only with the service’s written statement.",
  Release: "The payout is sent as soon as the program takes it up.",
  Cancel: "The payment is given up: nothing will be sent.",
  CloseFlag: "The flag is closed with your reason. The payment’s state stays as it is.",
  Recheck: "The service is asked about every token of this payment, and what it answers is written down.",
} satisfies Record<Act, string>
