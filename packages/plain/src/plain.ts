/**
 * Payments as plain objects: texts, numbers, null and unions with a `type` or a `status`. You may log them and send them to an admin page
 * as they are: they contain no token, no credential and no full phone number.
 */
import type { Texts } from "@cauri/catalogue"
import type {
  DecisionOutcome as CoreDecisionOutcome,
  NextStep as CoreStep,
  NotNowReason,
  PayinInput,
  PayoutInput,
} from "@cauri/core"
import type { AttemptKind, FlagKind, LineItem, Payin as CorePayin, Payout as CorePayout } from "@cauri/core/model"
import type { PaymentEvent, Rail as CoreRail, CallFailureTag, NoAnswerCause, NotSentCause } from "@cauri/core/model"

/** The states of a payin. */
export type PayinStatus = CorePayin["state"]["_tag"]
/** The states of a payout. */
export type PayoutStatus = CorePayout["state"]["_tag"]
/** The way a payment travels. */
export type Rail = CoreRail
/** What a person may decide became of the money. */
export type DecisionOutcome = CoreDecisionOutcome

/** What names a payment. */
export interface PaymentName {
  /** A collection or a transfer: ids of the two are apart. */
  readonly kind: "payin" | "payout"
  /** The project that it is paid with. */
  readonly project: string
  /** Your reference. */
  readonly id: string
}

type CodeOrigin = Extract<CoreStep, { _tag: "enter_code" }>["from"]

/** What the customer must do next. */
export type NextStep =
  /** Send the customer to this address: the same tab, a new one, a popup or a web view, never a frame. */
  | {
      readonly type: "open_url"
      /** The page; it is the customer's, so do not log it. */
      readonly url: string
    }
  /** Before creation: dial the operator's code, enter exactly `total` francs, and bring the code that comes back. */
  | {
      readonly type: "dial_this_code_first"
      /** The order's amount. */
      readonly amount: number
      /** What the operator takes on top. */
      readonly fees: number
      /** What the customer enters. */
      readonly total: number
    }
  /** The operator asks on the phone: enter the PIN there, or follow the SMS and dial what it says. */
  | {
      readonly type: "confirm_on_phone"
      /** In the operator's prompt, or after its SMS. */
      readonly how: "enter_pin" | "follow_sms"
    }
  /** Ask for the code, and hand it to `payins.submitOtp`. */
  | {
      readonly type: "enter_code"
      /** Where the customer finds the code. */
      readonly from: CodeOrigin
    }
  /** Nothing, if the code was right. The service does not report a wrong one, so offer to enter another. */
  | {
      readonly type: "wait_or_enter_code"
      /** Where the customer finds the code. */
      readonly from: CodeOrigin
    }
  /** Nothing: the answer will come. */
  | { readonly type: "wait" }
  /** Nothing: this payin is over. */
  | { readonly type: "nothing" }

/** Why the newest call to the service failed. */
export interface Problem {
  /** Such as `amount_refused`, `balance_too_low`, `no_answer`, `not_sent`. */
  readonly reason: CallFailureTag
  /** Why there was no answer, or nothing was sent: of `no_answer` and `not_sent`; null for other reasons. */
  readonly cause: NoAnswerCause | NotSentCause | null
  /** The service's own code, for operators; empty where there is none. */
  readonly subCode: string
  /** What the service itself said, for operators: without what was sent to it, numbers and tokens; empty where it said nothing. */
  readonly detail: string
  /** May the service have received the call? Then the payment may still be paid. */
  readonly mayHaveReachedService: boolean
  /** What happened and what to do, for operators. */
  readonly operatorMessages: Texts
  /** What an end user may be shown: the customer of a payin, the beneficiary of a payout. */
  readonly customerMessages: Texts
}

/** Something that a person should look at. */
export interface Flag {
  /** What it is about, such as `double_collection`; `advice` explains it. */
  readonly kind: FlagKind
  /** Tells two flags of a kind apart. */
  readonly subject: string
  /** What the service says was paid, for `amount_mismatch`; null where it names no amount. */
  readonly amountPaid: number | null
  /** When it was raised, in ISO 8601. */
  readonly raisedAt: string
  /** What to do about it, for operators. */
  readonly advice: Texts
  /** Who closed it, why and when; null while it is open. */
  readonly closed: { readonly at: string; readonly by: string; readonly reason: string } | null
}

/** A pause, which stops creations until it is resumed. */
export interface Pause {
  /** What it stops: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/<project>/…`. */
  readonly scope: string
  /** A person's words; the reason of the service's answer, such as `ip_denied`, where `by` is `cauri`. */
  readonly reason: string
  /** A person, or `cauri` where an answer of the service caused it. */
  readonly by: string
  /** When it began, in ISO 8601. */
  readonly since: string
}

/** A decision that waits for a second person (`approvals` of the policy). */
export interface ApprovalRequest {
  /** What was requested. */
  readonly decision: "release" | "send_again"
  /** Who requested it. */
  readonly by: string
  /** Why, in that person's words. */
  readonly reason: string
  /** What it rests on; empty for a release. */
  readonly evidence: string
  /** What `approve` names: all that was shown. */
  readonly digest: string
  /** Something happened since, so it can no longer be approved: request it again, or withdraw it. */
  readonly isVoid: boolean
}

/** What the service last said of a payment: for support and for your records. Rely on `status`. */
export interface Confirmed {
  /** When the service was asked, in ISO 8601. */
  readonly askedAt: string
  /** It moves nothing by itself: `status` of the payment does. */
  readonly status: "pending" | "completed" | "not_completed"
  /** Whole francs; null where the service names none, or two that differ. */
  readonly amount: number | null
  /** Null while it waits. */
  readonly operator: { readonly id: string; readonly name: string } | null
  /** The number that paid with its middle hidden; null where the service names none. */
  readonly payer: string | null
  /** As the service writes it, such as `2026-05-09 07:20:23+00`; empty where it names none. */
  readonly date: string
  /** The operator's reference; may be empty. */
  readonly reference: string
  /** What the service said of it in words, for operators and never for a customer; empty where it said nothing. */
  readonly detail: string
  /** The service's own name for the payment, for its support. */
  readonly requestId: string
  /** Who paid, as far as the service knows; its texts may be empty, and numbers in them are hidden. */
  readonly customer: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly phone: string
    readonly details: string
  } | null
}

/** The numbers of a payment in full. */
export interface Phones {
  /** The one that it was made with. */
  readonly phone: string | null
  /** The one that paid, as the service returned it with the completion. */
  readonly payer: string | null
}

/** One creation call. */
export interface Attempt {
  /** The first is 1. */
  readonly number: number
  /** What was created: the payment itself, or the request for a code before it. */
  readonly kind: AttemptKind
  /** When the call began, in ISO 8601. */
  readonly startedAt: string
  /** What came of it, such as `accepted`, `refused` or `no_answer`. */
  readonly outcome: string
}

interface PlainPayment extends PaymentName {
  /** Whole francs (XOF). */
  readonly amount: number
  /** What was really paid, in whole francs; null until it is completed or underpaid. */
  readonly amountPaid: number | null
  /** What it is for, as the service was told. */
  readonly description: string
  /** The way it travels, such as `ussd_push`. */
  readonly rail: Rail
  /** The number at the other end with its middle hidden, where it is known. */
  readonly phone: string | null
  /** Nothing more is expected of it. A payin that is closed can still be paid late: then it becomes `completed`. */
  readonly closed: boolean
  /** When it was stored, in ISO 8601. */
  readonly createdAt: string
  /** When it was closed, in ISO 8601; null while it is open. */
  readonly closedAt: string | null
  /** Why the newest call failed, with texts for operators and customers; null: it did not. */
  readonly problem: Problem | null
  /** The pause that keeps it from being sent; null: there is none, or it was sent. */
  readonly pause: Pause | null
  /** What the service last said of it; null: it was not asked yet, or did not know. */
  readonly confirmed: Confirmed | null
  /** Your data, as texts. */
  readonly customData: Readonly<Record<string, string>>
  /** What a person should look at, closed flags included. */
  readonly flags: ReadonlyArray<Flag>
  /** The calls that created it at the service, the oldest first. */
  readonly attempts: ReadonlyArray<Attempt>
  /** What a person may decide about it now; empty: nothing. */
  readonly decisions: ReadonlyArray<DecisionOutcome>
  /** The number of its newest event. A person's decision names it as `asOf`. */
  readonly seq: number
}

/** A collection from a customer. */
export interface Payin extends PlainPayment {
  /** Always `payin`. */
  readonly kind: "payin"
  /** Where it stands. Only `completed` means that the money came in full, or that a person accepts it as such. */
  readonly status: PayinStatus
  /** What the customer must do: show it on your page. */
  readonly next: NextStep
  /** How it is paid, its number masked. */
  readonly method: PayinInput["method"]
  /** The lines of the order. */
  readonly items: ReadonlyArray<LineItem>
  /** The shop whose name the customer sees. */
  readonly shop: NonNullable<PayinInput["shop"]>
  /** The customer, as far as you named one. */
  readonly customer: NonNullable<PayinInput["customer"]>
  /** Your order; null where you named none. */
  readonly orderRef: string | null
  /** It was paid after it had been closed. */
  readonly late: boolean
}

/** A transfer to a beneficiary. */
export interface Payout extends PlainPayment {
  /** Always `payout`. */
  readonly kind: "payout"
  /** Where it stands. Never create one that is `in_doubt` again under another id. */
  readonly status: PayoutStatus
  /** How it was made. */
  readonly method: PayoutInput["method"]
  /** The operator whose balance pays, where it was named. */
  readonly operator: string | null
  /** Why it waits for a person; null unless it is `held`. */
  readonly heldBecause: Extract<CorePayout["state"], { _tag: "held" }>["because"] | null
  /** The payin that it refunds. */
  readonly refundOf: string | null
  /** The decision that one person requested and another must approve; null: there is none. */
  readonly request: ApprovalRequest | null
}

/** What `create` and `send` return beside the payment. */
export interface Sending {
  /**
   * Why no call was made; null when one was (`problem` has its result), when it was there already, or was to be sent later. The worker
   * sends it later by itself, except a `ussd_otp` payin: only you have its code, so call `send` with the code again, or it is cancelled
   * after two minutes (`code_unsent`).
   */
  readonly notSentBecause: NotNowReason | null
  /** The same in sentences, for operators and for the customer; null where `notSentBecause` is. */
  readonly notSentMessages: { readonly operator: Texts; readonly customer: Texts } | null
  /** When it may be sent, in ISO 8601; null: there is no such time, or only a person releases it. */
  readonly retryAt: string | null
}
/** A payin that was to be sent. */
export interface SentPayin extends Payin, Sending {}
/** A payout that was to be sent. */
export interface SentPayout extends Payout, Sending {}

/**
 * What is known of a payment that this program cannot read, such as one that a newer program wrote. No worker acts on it, and a person
 * cannot decide about it here. Its `status` and `rail` are as they were written.
 */
export interface UnreadablePayment extends PaymentName {
  /** Where it stood, as it was written. */
  readonly status: string
  /** The way it travels, as it was written. */
  readonly rail: string
  /** Whole francs (XOF). */
  readonly amount: number
  /** When it was stored, in ISO 8601. */
  readonly createdAt: string
  /** What to do about it, for operators. */
  readonly advice: Texts
}

/** What needs a person. */
export interface Matters {
  /** In doubt, held, or with an open flag. */
  readonly payments: ReadonlyArray<Payin | Payout>
  /** Those that this program cannot read. */
  readonly unreadable: ReadonlyArray<UnreadablePayment>
}

/** One line of a payment's history. */
export interface HistoryLine {
  /** Its number: the first is 1. */
  readonly seq: number
  /** When it happened, in ISO 8601. */
  readonly at: string
  /** What happened, such as `attempt_started` or `completed`. */
  readonly event: PaymentEvent["_tag"]
  /** The person who caused it, where there was one. */
  readonly by: string | null
  /** Why, where there was a reason. */
  readonly reason: string | null
}

/** One page of a list. */
export interface Page<A> {
  /** The payments of this page, the oldest first. */
  readonly payments: ReadonlyArray<A>
  /** The `after` of the next page; null: this was the last one. */
  readonly next: string | null
}

/** A list: `await` gives its first page; `for await` gives every payment, page after page. */
export interface Listing<A> extends Promise<Page<A>>, AsyncIterable<A> {}
