/**
 * Payments as plain objects: texts, numbers, null and unions with a `type` or a `status`. You may log them and send them to an admin page
 * as they are: they contain no token, no credential and no full phone number.
 */
import type { Texts, Word } from "@cauri/catalogue"
import type { NextStep as CoreStep, NotNowBecause } from "@cauri/core"
import type { AttemptKind, FlagKind, Item, Payin as CorePayin, Payout as CorePayout } from "@cauri/core/model"
import type { DecisionOutcome as CoreRuling } from "@cauri/core"
import type { PaymentEvent, Rail as CoreRail, ReasonTag } from "@cauri/core/model"
import type { PayinInput, PayinMethod, PayoutMethod } from "./inputs.ts"

/** The states of a payin. */
export type PayinStatus = Word<CorePayin["state"]["_tag"]>
/** The states of a payout. */
export type PayoutStatus = Word<CorePayout["state"]["_tag"]>
/** The way a payment travels. */
export type Rail = Word<CoreRail>
/** What a person may decide became of the money. */
export type DecisionOutcome = Word<CoreRuling>

/** What names a payment. */
export interface PaymentName {
  readonly kind: "payin" | "payout"
  readonly project: string
  readonly id: string
}

type CodeOrigin = Word<Extract<CoreStep, { _tag: "EnterCode" }>["from"]>

/** What the customer must do next. */
export type NextStep =
  /** Send the customer to this address: the same tab, a new one, a popup or a web view, never a frame. */
  | { readonly type: "open_url"; readonly url: string }
  /** Before creation: dial the operator's code, enter exactly `total` francs, and bring the code that comes back. */
  | {
      readonly type: "dial_this_code_first"
      readonly amount: number
      readonly fees: number
      readonly total: number
    }
  /** The operator asks on the phone: enter the PIN there, or follow the SMS and dial what it says. */
  | { readonly type: "confirm_on_phone"; readonly how: "enter_pin" | "follow_sms" }
  /** Ask for the code, and hand it to `payins.submitOtp`. */
  | { readonly type: "enter_code"; readonly from: CodeOrigin }
  /** Nothing, if the code was right. The service does not report a wrong one, so offer to enter another. */
  | { readonly type: "wait_or_enter_code"; readonly from: CodeOrigin }
  /** Nothing: the answer will come. */
  | { readonly type: "wait" }
  /** Nothing: this payin is over. */
  | { readonly type: "nothing" }

/** Why the newest call to the service failed. */
export interface Problem {
  /** Such as `amount_refused`, `balance_too_low`, `no_answer`, `not_sent`. */
  readonly reason: Word<ReasonTag>
  /** The service's own code, for operators; empty where there is none. */
  readonly subCode: string
  /** What the service itself said, for operators: without what was sent to it, numbers and tokens; empty where it said nothing. */
  readonly detail: string
  readonly mayHaveReachedService: boolean
  /** What happened and what to do, for operators. */
  readonly operatorMessages: Texts
  /** What an end user may be shown. */
  readonly customerMessages: Texts
}

/** Something that a person should look at. */
export interface Flag {
  readonly kind: Word<FlagKind>
  /** Tells two flags of a kind apart. */
  readonly subject: string
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
  readonly since: string
}

/** What the service last said of a payment: for support and for your records. Rely on `status`. */
export interface Confirmed {
  readonly askedAt: string
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
  readonly number: number
  readonly kind: Word<AttemptKind>
  readonly startedAt: string
  readonly outcome: string
}

interface PlainPayment extends PaymentName {
  /** Whole francs (XOF). */
  readonly amount: number
  readonly description: string
  readonly rail: Rail
  /** The number at the other end with its middle hidden, where it is known. */
  readonly phone: string | null
  /** Nothing more is expected of it. A payin that is closed can still be paid late: then it becomes `completed`. */
  readonly closed: boolean
  readonly createdAt: string
  readonly closedAt: string | null
  readonly problem: Problem | null
  /** The pause that keeps it from being sent; null: there is none, or it was sent. */
  readonly pause: Pause | null
  /** What the service last said of it; null: it was not asked yet, or did not know. */
  readonly confirmed: Confirmed | null
  readonly customData: Readonly<Record<string, string>>
  readonly flags: ReadonlyArray<Flag>
  readonly attempts: ReadonlyArray<Attempt>
  /** What a person may decide about it now; empty: nothing. */
  readonly rulings: ReadonlyArray<DecisionOutcome>
  /** The number of its newest event. A person's decision names it as `asOf`. */
  readonly seq: number
}

/** A collection from a customer. */
export interface Payin extends PlainPayment {
  readonly kind: "payin"
  readonly status: PayinStatus
  readonly next: NextStep
  /** How it is paid, its number masked. */
  readonly method: PayinMethod
  readonly items: ReadonlyArray<Item>
  readonly shop: NonNullable<PayinInput["shop"]>
  readonly customer: NonNullable<PayinInput["customer"]>
  readonly orderRef: string | null
  /** It was paid after it had been closed. */
  readonly late: boolean
}

/** A transfer to a beneficiary. */
export interface Payout extends PlainPayment {
  readonly kind: "payout"
  readonly status: PayoutStatus
  /** How it was made. */
  readonly method: PayoutMethod
  /** The operator whose balance pays, where it was named. */
  readonly operator: string | null
  /** Why it waits for a person; null unless it is `held`. */
  readonly heldBecause: Word<Extract<CorePayout["state"], { _tag: "Held" }>["because"]> | null
  /** The payin that it refunds. */
  readonly refundOf: string | null
}

/** What `create` and `send` return beside the payment. */
export interface Sending {
  /**
   * Why no call was made; null when one was (`problem` has its result), when it was there already, or was to be sent later. The worker
   * sends it later by itself, except a `ussd_otp` payin: only you have its code, so call `send` with the code again, or it is cancelled
   * after two minutes (`code_unsent`).
   */
  readonly notSentBecause: Word<NotNowBecause> | null
  /** The same in sentences, for operators and for the customer; null where `notSentBecause` is. */
  readonly notSentMessages: { readonly operator: Texts; readonly customer: Texts } | null
  /** When it may be sent, in ISO 8601; null: there is no such time, or only a person releases it. */
  readonly retryAt: string | null
}
/** A payin that was to be sent. */
export type SentPayin = Payin & Sending
/** A payout that was to be sent. */
export type SentPayout = Payout & Sending

/**
 * What is known of a payment that this program cannot read, such as one that a newer program wrote. No worker acts on it, and a person
 * cannot decide about it here. Its `status` and `rail` are as they were written.
 */
export interface UnreadablePayment extends PaymentName {
  readonly status: string
  readonly rail: string
  readonly amount: number
  readonly createdAt: string
  /** What to do about it, for operators. */
  readonly advice: Texts
}

/** What needs a person. */
export interface Matters {
  readonly payments: ReadonlyArray<Payin | Payout>
  readonly unreadable: ReadonlyArray<UnreadablePayment>
}

/** One line of a payment's history. */
export interface HistoryLine {
  readonly seq: number
  readonly at: string
  readonly event: Word<PaymentEvent["_tag"]>
  /** The person who caused it, and the reason, where there was one. */
  readonly by: string | null
  readonly reason: string | null
}

/** One page of a list, the oldest first. `next` is the `after` of the next page; null: this was the last one. */
export interface Page<A> {
  readonly payments: ReadonlyArray<A>
  readonly next: string | null
}

/** A list: `await` gives its first page; `for await` gives every payment, page after page. */
export interface Listing<A> extends Promise<Page<A>>, AsyncIterable<A> {}
